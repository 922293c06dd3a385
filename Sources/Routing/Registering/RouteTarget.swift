/// The target of a redirect: a string, or a value of a ``TypedRoute``.
///
/// ```swift
/// let signedIn = Guard("signed in") { _ in .park(redirect: SignInRoute()) }
/// ```
///
/// A string is a path of the router, beginning with a slash, or a whole URL. Write a path with values by
/// ``Router/path(for:with:tail:)``, so that a value cannot change the target.
///
/// A value of a route that is not registered with the router or its fallbacks, or that cannot be written as a URL, ends
/// the opening as failed, with a ``RouteURLError``.
public protocol RouteTarget: Sendable {
    /// Returns the target as a path of a router, beginning with a slash, or as a whole URL.
    func redirectTarget(in router: Router) throws -> String
}

extension String: RouteTarget {
    /// Returns the string.
    public func redirectTarget(in router: Router) -> String { self }
}

extension TypedRoute {
    /// Returns the path of the value, or its URL if a fallback with other origins has the route.
    public func redirectTarget(in router: Router) throws -> String {
        try router.redirectTarget(for: self)
    }
}

extension (any RouteTarget)? {
    /// Returns whether two targets are the same: none, the same text, or equal values of one type.
    ///
    /// Values that are not `Equatable` are never the same.
    func isSame(as other: (any RouteTarget)?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        guard let value = self as? any Equatable else { return false }
        return value.isEqual(to: other)
    }
}

extension Equatable {
    fileprivate func isEqual(to other: any RouteTarget) -> Bool { other as? Self == self }
}
