/// A URL that could not be written.
public struct RouteURLError: Error, Sendable, Hashable {
    /// Why there is no URL.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        fileprivate enum Kind {
            case missing, empty, unplaced, irreversible, wildcard, unsupported, unregistered, noOrigin, malformedPattern
        }

        fileprivate let kind: Kind

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
    }

    /// Why there is no URL.
    public let reason: Reason

    /// The pattern, the type or the place that was to be written.
    public let route: String

    /// The parameter or field; `nil` when it is about the route as a whole.
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
    public var description: String { "There is no URL for \(route.quoted): \(explanation)." }

    private var explanation: String {
        let value = value?.quoted
        var what = name?.quoted ?? value ?? "it"
        if let name, let value { what = "\(name.quoted), which is \(value)," }
        return switch reason.kind {
        case .missing: "\(what) has no value"
        case .empty: "\(name?.quoted ?? "a value") is empty, and no path has an empty value"
        case .unplaced where name == nil: "there is no place for the tail \(what)"
        case .unplaced: "\(what) has no place, since another value of its group is missing"
        case .irreversible: "\(what) would be read back as something else"
        case .wildcard: "no value says what the wildcard stands for"
        case .unsupported: "\(what) is neither a single value nor a list of them"
        case .unregistered: "the type is not registered with this router"
        case .noOrigin: "the router has no origin, and none was given"
        case .malformedPattern: "it is no pattern"
        }
    }
}
