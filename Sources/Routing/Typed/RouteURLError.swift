/// A URL that could not be written.
public struct RouteURLError: Error, Sendable, Hashable {
    /// Why there is no URL.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        /// What is wrong, as the end of a sentence.
        public let explanation: String

        /// A parameter without a value.
        public static let missing = Reason(explanation: "has no value")

        /// A parameter with an empty value, which no path has.
        public static let empty = Reason(explanation: "is empty, and no path has an empty value")

        /// A value whose group is left out, since another value of it is missing.
        public static let unplaced = Reason(
            explanation: "has a value but no place, since another value of its group is missing")

        /// A value that would be read back as another.
        public static let irreversible = Reason(explanation: "would be read back as something else")

        /// A `*` without a name, or a host that is not one: no value says what stands there.
        public static let wildcard = Reason(explanation: "says no text for a wildcard")

        /// A field that is neither a single value nor a list of them.
        public static let unsupported = Reason(explanation: "is neither a single value nor a list of them")

        /// A type that was not registered with the router.
        public static let unregistered = Reason(explanation: "is not registered with this router")

        /// A router without origins, and none was named.
        public static let noOrigin = Reason(explanation: "needs an origin, and the router has none")

        /// Text that is no pattern.
        public static let malformedPattern = Reason(explanation: "is no pattern")
    }

    /// Why there is no URL.
    public let reason: Reason

    /// The pattern or the type that was to be written.
    public let route: String

    /// The parameter or field; `nil` when the whole is meant.
    public let name: String?

    /// The value that could not be written.
    public let value: String?

    init(_ reason: Reason, route: String, name: String? = nil, value: String? = nil) {
        self.reason = reason
        self.route = route
        self.name = name
        self.value = value
    }
}

extension RouteURLError: CustomStringConvertible {
    /// Route, name, value and reason in one sentence.
    public var description: String {
        let field = name.map { ": “\($0)”" } ?? ""
        let shown = value.map { " (“\(String($0.unicodeScalars.prefix(100)))”)" } ?? ""
        return "There is no URL for “\(route)”\(field)\(shown) \(reason.explanation)."
    }
}
