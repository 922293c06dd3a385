public import Dispatchers

/// All problems of the routes of one registration.
///
/// No route of the registration was added.
public struct RouteRegistrationError: Error, Sendable, Hashable {
    /// The most problems that one error lists.
    static let maximumProblems = 100

    /// What is wrong, in the order of the routes: the first hundred problems.
    public let problems: [Problem]

    init(_ problems: [Problem]) {
        self.problems = Array(problems.prefix(Self.maximumProblems))
    }
}

extension RouteRegistrationError: CustomStringConvertible {
    /// The problems, one per line.
    public var description: String {
        let rest = problems.count < Self.maximumProblems ? [] : ["There may be more problems."]
        return (problems.map(\.description) + rest).joined(separator: "\n")
    }
}

extension RouteRegistrationError {
    /// A problem of a route.
    public struct Problem: Sendable, Hashable {
        /// The pattern of the route, with the prefixes of the groups around it.
        public let pattern: String

        /// Where the route was written.
        public let location: SourceLocation

        /// Why the pattern could not be parsed.
        public let patternError: RoutePatternError?

        /// The pattern of the other route of a conflict.
        public let other: RoutePattern?

        /// Where the other route of a conflict was registered.
        public let otherLocation: SourceLocation?

        private let sentence: String

        init(
            _ sentence: String, pattern: String, at location: SourceLocation, other: RegisteredRoute? = nil,
            patternError: RoutePatternError? = nil
        ) {
            self.sentence = sentence
            self.pattern = pattern
            self.location = location
            self.patternError = patternError
            self.other = other?.pattern
            otherLocation = other?.location
        }

        init(_ error: RoutePatternError, pattern: String, at location: SourceLocation) {
            self.init(error.description, pattern: pattern, at: location, patternError: error)
        }
    }
}

extension RouteRegistrationError.Problem: CustomStringConvertible {
    /// The route, its source location and the problem, in one sentence.
    public var description: String { "\(location): \(sentence)" }
}
