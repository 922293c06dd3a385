/// Everything that was wrong with the routes of one registration.
///
/// None of them was registered.
public struct RouteRegistrationError: Error, Sendable, Hashable {
    /// What is wrong, in the order of the routes.
    public let problems: [Problem]
}

extension RouteRegistrationError: CustomStringConvertible {
    /// The problems, one a line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
