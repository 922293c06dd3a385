/// A guard, which decides whether a navigation may proceed before a handler runs.
///
/// ```swift
/// let signedIn = Guard("signed in") { navigation in
///     await session.isSignedIn ? .proceed : .park(redirect: "/sign-in")
/// }
/// ```
///
/// Guards of an outer group are asked before those of an inner one, and those of one group in their order. They are
/// asked each time, also when a parked navigation is resumed. One that throws ends the opening as failed. A guard gets
/// the match, so it can read the metadata of the route.
public struct Guard: Sendable {
    /// A decision of a guard.
    public enum Decision: Sendable, Equatable {
        /// The next guard is asked, or the handler runs.
        case proceed

        /// The URL is not opened, for this reason.
        case refuse(String)

        /// The navigation is parked, to be resumed later, and another URL may be opened instead.
        ///
        /// The target is a path of the router, beginning with a slash, or a whole URL.
        case park(redirect: String? = nil)

        /// Another URL is opened instead, with the same extras and payload. The navigation is not parked.
        ///
        /// The target is a path of the router, beginning with a slash, or a whole URL.
        case redirect(to: String)
    }

    /// The name of the guard, which outcomes, parked navigations and explanations use.
    public let name: String

    let decide: @Sendable (RouteMatch) async throws -> Decision

    /// Creates a guard.
    ///
    /// The closure runs on the isolation that it is written in.
    public init(
        _ name: String,
        @_inheritActorContext decide: @escaping @isolated(any) @Sendable (RouteMatch) async throws -> Decision
    ) {
        self.name = name
        self.decide = { match in try await decide(match) }
    }
}
