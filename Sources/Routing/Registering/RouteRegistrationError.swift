public import SignalboxCore

/// An error with all problems of the routes of one registration.
///
/// No route of the registration was added.
public struct RouteRegistrationError: Error, Sendable {
    /// The most problems that one error lists.
    static let maximumProblems = 100

    /// The problems in the order of the routes, at most the first hundred.
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
    public struct Problem: Sendable, CustomStringConvertible {
        /// The source location of the route.
        public let location: SourceLocation

        /// The other route of a conflict.
        public let other: RegisteredRoute?

        /// The source location and the problem.
        public let description: String

        init(_ sentence: String, at location: SourceLocation, other: RegisteredRoute? = nil) {
            self.location = location
            self.other = other
            description = "\(location): \(sentence)"
        }
    }
}
