/// A value that a handler asked a match for, and that could not be had.
public struct RouteValueError: Error, Sendable, Hashable {
    /// Why there is no value.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        private let name: String

        /// Neither extras nor path nor query have the name.
        public static let missing = Reason(name: "missing")

        /// The text does not stand for a value of the type.
        public static let unreadable = Reason(name: "unreadable")
    }

    /// Why there is no value.
    public let reason: Reason

    /// The pattern of the route.
    public let pattern: RoutePattern

    /// The name that was asked for.
    public let name: String

    /// The text that could not be read.
    public let value: String?

    /// The type that was asked for.
    public let type: String
}

extension RouteValueError: CustomStringConvertible {
    /// Route, name, value and type in one sentence.
    public var description: String {
        guard let value else { return "The route “\(pattern.text)” was opened without a value for “\(name)”." }
        let shown = String(value.unicodeScalars.prefix(100))
        return "The route “\(pattern.text)” was opened with “\(shown)” for “\(name)”, which is no \(type)."
    }
}
