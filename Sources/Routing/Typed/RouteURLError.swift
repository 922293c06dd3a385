/// A URL or a path that could not be written.
public struct RouteURLError: Error, Sendable, Hashable {
    /// The pattern, the type or the place that was to be written.
    public let route: String

    /// The parameter or field; `nil` when it is about the route as a whole.
    public let name: String?

    /// The value that could not be written.
    public let value: String?

    /// What is wrong with a pattern that is none.
    public let patternError: RoutePatternError?

    private let reason: Reason

    enum Reason {
        case missing, empty, unplaced, irreversible, wildcard, unsupported, unregistered, noOrigin, malformedPattern
    }

    init(_ reason: Reason, route: String, name: String? = nil, value: String? = nil) {
        self.reason = reason
        self.route = route
        self.name = name
        self.value = value
        patternError = nil
    }

    init(_ error: RoutePatternError) {
        reason = .malformedPattern
        route = error.pattern
        (name, value) = (nil, nil)
        patternError = error
    }
}

extension RouteURLError: CustomStringConvertible {
    /// What could not be written and why, in one sentence.
    public var description: String {
        patternError?.description ?? "There is no URL for \(route.quoted): \(explanation)."
    }

    private var explanation: String {
        let value = value?.quoted
        var what = name?.quoted ?? value ?? "it"
        if let name, let value { what = "\(name.quoted), which is \(value)," }
        return switch reason {
        case .missing: "\(what) has no value"
        case .empty: "\(name?.quoted ?? "a value") is empty, and no path has an empty value"
        case .unplaced where name == nil: "there is no place for the tail \(what)"
        case .unplaced: "\(what) has no place, since another value of its group is missing"
        case .irreversible: "\(what) would be read back as something else"
        case .wildcard: "no value says what the wildcard stands for"
        case .unsupported: "\(what) is neither a single value nor a list of them"
        case .unregistered: "the type is not registered with this router"
        case .noOrigin: "it needs an origin, and there is none"
        case .malformedPattern: "it is no pattern"
        }
    }
}
