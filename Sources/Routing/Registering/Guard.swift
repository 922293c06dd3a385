public import SignalboxCore

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

    /// The source location at which the guard was made.
    public let location: SourceLocation

    let decide: @Sendable (RouteMatch) async throws -> Decision

    /// Creates a guard.
    ///
    /// The closure runs on the isolation that it is written in.
    public init(
        _ name: String, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext decide: @escaping @isolated(any) @Sendable (RouteMatch) async throws -> Decision
    ) {
        self.name = name
        location = SourceLocation(fileID: fileID, line: line)
        self.decide = { match in
            guard match.isSupersedable else { return try await decide(match) }
            return try await match.begin(on: decide.isolation) { try await decide(match) }
        }
    }

    /// Creates a guard with an owner.
    ///
    /// It runs on the isolation that it is written in. The guard does not retain the owner, except while it runs. Once
    /// the owner is released, the guard refuses every navigation: what it guards does not open without it.
    public init<Owner: AnyObject & Sendable>(
        _ name: String, by owner: Owner, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext decide: @escaping @isolated(any) @Sendable (Owner, RouteMatch) async throws -> Decision
    ) {
        self.name = name
        location = SourceLocation(fileID: fileID, line: line)
        self.decide = { [weak owner] match in
            guard let owner else { return .refuse("The owner of the guard \(name.quoted) was released.") }
            guard match.isSupersedable else { return try await decide(owner, match) }
            return try await match.begin(on: decide.isolation) { try await decide(owner, match) }
        }
    }
}
