/// A value that a handler asked a match for, and that could not be had.
public struct RouteValueError: Error, Sendable, Hashable {
    /// Why there is no value.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        private let name: String

        /// No layer has the name.
        public static let missing = Reason(name: "missing")

        /// The text does not stand for a value of the type.
        public static let unreadable = Reason(name: "unreadable")

        /// The field is neither a single value nor a list of them.
        public static let unsupported = Reason(name: "unsupported")
    }

    /// Why there is no value.
    public let reason: Reason

    /// The pattern of the route.
    public let pattern: RoutePattern

    /// The name that was asked for; empty when a type as a whole was refused by its own initialiser.
    public let name: String

    /// The text that could not be read.
    public let value: String?

    /// The type that was asked for.
    public let type: String
}

extension RouteValueError: CustomStringConvertible {
    /// Route, name, value and type in one sentence.
    public var description: String {
        if reason == .unsupported {
            return "The field “\(name)” for the route “\(pattern.text)” is neither a single value nor a list of them."
        }
        guard let value else { return "The route “\(pattern.text)” was opened without a value for “\(name)”." }
        let shown = String(value.unicodeScalars.prefix(100))
        return "The route “\(pattern.text)” was opened with “\(shown)” for “\(name)”, which is no \(type)."
    }
}
