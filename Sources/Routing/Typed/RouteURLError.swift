/// A URL or a path that could not be written.
public struct RouteURLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The pattern, the type or the target that was to be written.
    public let route: String

    /// The parameter or field; `nil` when it is about the route as a whole.
    public let name: String?

    /// The value that could not be written.
    public let value: String?

    /// The value that could not be written and the reason, in one sentence.
    public let description: String

    /// The reasons, each as the end of a sentence.
    enum Reason: String {
        case missing = "has no value"
        case irreversible = "would not be read back"
        case unplaced = "does not fit into any path of the pattern"
        case unsupported = "is neither a single value nor a list of them"
        case unregistered = "is not registered with this router"
        case unnamed = "is not the name of a route of this router"
        case noPattern = "is not a pattern, which begins with a slash; the URL of a named route is `url(named:with:)`"
        case noOrigin = "needs an origin, and there is none"
        case wildcardOrigin = "stands for many hosts; pass the origin of one of them as `at:`"
    }

    /// Creates an error; the cause is a clause that follows the reason.
    init(_ reason: Reason, route: String, name: String? = nil, value: String? = nil, because cause: String? = nil) {
        self.route = route
        self.name = name
        self.value = value
        var what = name?.quoted ?? value?.quoted ?? "it"
        if name != nil, let value { what += ", which is \(value.quoted)," }
        description = "There is no URL for \(route.quoted): \(what) \(reason.rawValue)\(cause.map { ": " + $0 } ?? "")."
    }

    init(_ error: RoutePatternError) {
        route = error.pattern
        name = nil
        value = nil
        description = error.description
    }
}
