/// Everything that is wrong with a list of routes.
public struct RouteListError: Error, Sendable, Hashable {
    /// The most problems that one error lists.
    static let maximumProblems = 100

    /// What is wrong: first with the whole, then with the routes in their order; the first hundred problems.
    public let problems: [Problem]

    /// Whether there are more problems than these.
    public let hasMoreProblems: Bool

    init(_ problems: [Problem]) {
        self.problems = Array(problems.prefix(Self.maximumProblems))
        hasMoreProblems = problems.count > Self.maximumProblems
    }

    /// One thing that is wrong.
    public struct Problem: Sendable, Hashable {
        /// Which value is wrong, such as `routes[3].pattern`; empty when it is the whole.
        public let path: String

        /// What is wrong, as the end of a sentence.
        public let explanation: String

        /// Why a pattern could not be parsed.
        public let patternError: RoutePatternError?

        /// Why an origin could not be parsed.
        public let originError: URLTextError?

        init(_ explanation: String, at path: String = "") {
            self.explanation = explanation
            self.path = path
            patternError = nil
            originError = nil
        }

        init(_ error: RoutePatternError, at path: String) {
            explanation = "the text is no pattern"
            self.path = path
            patternError = error
            originError = nil
        }

        init(_ error: URLTextError, at path: String) {
            explanation = "the text is no origin"
            self.path = path
            patternError = nil
            originError = error
        }
    }
}

extension RouteListError.Problem: CustomStringConvertible {
    /// The place and what is wrong there, in one sentence.
    public var description: String {
        let place = path.isEmpty ? "" : " at \(path.printed)"
        let fault = patternError?.description ?? originError?.description ?? "\(explanation)."
        return "The table of routes is wrong\(place): \(fault)"
    }
}

extension RouteListError: CustomStringConvertible {
    /// The problems, one a line.
    public var description: String {
        let lines = problems.map(\.description)
        let rest = hasMoreProblems ? ["There are more problems than these \(problems.count)."] : []
        return (lines + rest).joined(separator: "\n")
    }
}
