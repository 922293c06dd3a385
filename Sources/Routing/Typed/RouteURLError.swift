/// A URL that could not be written.
public struct RouteURLError: Error, Sendable {
    /// Why there is no URL.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        private enum Kind {
            case missing, empty, unplaced, irreversible, wildcard, unsupported, unregistered, noOrigin, malformedPattern
        }

        private let kind: Kind

        /// A parameter without a value.
        public static let missing = Reason(kind: .missing)

        /// A parameter with an empty value, which no path has.
        public static let empty = Reason(kind: .empty)

        /// A value whose group is left out, since another value of it is missing.
        public static let unplaced = Reason(kind: .unplaced)

        /// A value that would be read back as another.
        public static let irreversible = Reason(kind: .irreversible)

        /// A `*` without a name, or a host that is not one: no value says what stands there.
        public static let wildcard = Reason(kind: .wildcard)

        /// A field that is neither a single value nor a list of them.
        public static let unsupported = Reason(kind: .unsupported)

        /// A type that was not registered with the router.
        public static let unregistered = Reason(kind: .unregistered)

        /// A router without origins, and none was named.
        public static let noOrigin = Reason(kind: .noOrigin)

        /// Text that is no pattern.
        public static let malformedPattern = Reason(kind: .malformedPattern)

        /// What is wrong, as the end of a sentence.
        public var explanation: String {
            switch kind {
            case .missing: "has no value"
            case .empty: "is empty, and no path has an empty value"
            case .unplaced: "has a value but no place, since another value of its group is missing"
            case .irreversible: "would be read back as something else"
            case .wildcard: "says no text for a wildcard"
            case .unsupported: "is neither a single value nor a list of them"
            case .unregistered: "is not registered with this router"
            case .noOrigin: "needs an origin, and the router has none"
            case .malformedPattern: "is no pattern"
            }
        }
    }

    /// All of it in one object, since whoever writes hands an error on.
    private final class Content: Sendable {
        let reason: Reason
        let route: String
        let name: String?
        let value: String?

        init(_ reason: Reason, _ route: String, _ name: String?, _ value: String?) {
            self.reason = reason
            self.route = route
            self.name = name
            self.value = value
        }
    }

    private let content: Content

    init(_ reason: Reason, route: String, name: String? = nil, value: String? = nil) {
        content = Content(reason, route, name, value)
    }

    /// Why there is no URL.
    public var reason: Reason { content.reason }

    /// The pattern or the type that was to be written.
    public var route: String { content.route }

    /// The parameter or field; `nil` when the whole is meant.
    public var name: String? { content.name }

    /// The value that could not be written.
    public var value: String? { content.value }
}

extension RouteURLError: Hashable {
    /// Whether both say the same.
    @inline(never)
    public static func == (left: Self, right: Self) -> Bool {
        left.reason == right.reason && left.route == right.route && left.name == right.name && left.value == right.value
    }

    /// Feeds reason and route to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(route)
    }
}

extension RouteURLError: CustomStringConvertible {
    /// Route, name, value and reason in one sentence.
    public var description: String {
        var sentence = "There is no URL for “{0}”"
        if name != nil { sentence += ": “{1}”" }
        if value != nil { sentence += " (“{2}”)" }
        return (sentence + " {3}.").filled([route, name ?? "", value?.shortened(to: 100) ?? "", reason.explanation])
    }
}
