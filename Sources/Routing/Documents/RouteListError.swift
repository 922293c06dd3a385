/// An error with all problems of a list of routes.
///
/// A text that is not JSON, or that exceeds a limit, has one problem: the reader stops there.
public struct RouteListError: Error, Sendable, Equatable {
    /// The most problems that one error lists.
    static let maximumProblems = 100

    /// The first problem.
    private let first: Problem

    /// The problems behind the first.
    private let others: [Problem]

    /// The problems in the order in which they were found, at least one and at most a hundred.
    public var problems: [Problem] { [first] + others }

    /// The path of the first invalid value, such as `routes[3].pattern`; empty for the whole list.
    public var path: String { first.path }

    /// A sentence about the first problem.
    public var explanation: String { first.explanation }

    init(_ explanation: String, at path: String = "") {
        first = Problem(path: path, explanation: explanation)
        others = []
    }

    /// Creates an error with several problems; `nil` if there are none.
    init?(_ problems: [Problem]) {
        guard let first = problems.first else { return nil }
        self.first = first
        others = Array(problems.dropFirst())
    }
}

extension RouteListError {
    /// A problem of a list.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The path of the invalid value, such as `routes[3].pattern`; empty for the whole list.
        public let path: String

        /// A sentence about the problem.
        public let explanation: String

        /// The path of the value in the JSON text and the mistake, in one sentence.
        public var description: String {
            "The table of routes is wrong\(path.isEmpty ? "" : " at \(path.printed)"): \(explanation)"
        }
    }
}

extension RouteListError: CustomStringConvertible {
    /// The problems, one per line.
    public var description: String {
        let rest = problems.count < Self.maximumProblems ? [] : ["There may be more problems."]
        return (problems.map(\.description) + rest).joined(separator: "\n")
    }
}
