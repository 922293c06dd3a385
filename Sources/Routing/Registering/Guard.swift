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
    public enum Decision: Sendable {
        /// The next guard is asked, or the handler runs.
        case proceed

        /// The URL is not opened, for this reason.
        case refuse(String)

        /// The URL is not opened now. It is parked, to be resumed later, and a target may be opened instead.
        case park(redirect: (any RouteTarget)? = nil)

        /// A target is opened instead, with the same extras and payload. The URL is not parked.
        case redirect(to: any RouteTarget)
    }

    /// The name of the guard, which outcomes, parked navigations and explanations use.
    public let name: String

    /// The source location at which the guard was made.
    public let location: SourceLocation

    let decide: IsolatedHandler<RouteMatch, Decision>

    /// Creates a guard.
    ///
    /// The closure runs on the isolation that it is written in.
    public init(
        _ name: String, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext decide: @escaping @isolated(any) @Sendable (RouteMatch) async throws -> Decision
    ) {
        self.name = name
        location = SourceLocation(fileID: fileID, line: line)
        self.decide = .asynchronous(on: decide.isolation) { match in try await decide(match) }
    }

    /// Creates a guard with an owner.
    ///
    /// The closure runs on the isolation that it is written in. The guard does not retain the owner, except while it
    /// runs. Once the owner is released, the guard refuses every navigation: what it guards does not open without it.
    public init<Owner: AnyObject & Sendable>(
        _ name: String, by owner: Owner, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext decide: @escaping @isolated(any) @Sendable (Owner, RouteMatch) async throws -> Decision
    ) {
        self.name = name
        location = SourceLocation(fileID: fileID, line: line)
        self.decide = .asynchronous(on: decide.isolation) { [weak owner] match in
            guard let owner else { return .refuse("The owner of the guard \(name.quoted) was released.") }
            return try await decide(owner, match)
        }
    }
}

extension Guard.Decision: Equatable {
    /// Returns whether both are the same decision, with the same reason or target.
    ///
    /// Two values of a typed route are the same target if their type is `Equatable` and they are equal.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.proceed, .proceed): true
        case (.refuse(let reason), .refuse(let other)): reason == other
        case (.park(let target), .park(let other)): target.isSame(as: other)
        case (.redirect(let target), .redirect(let other)): Optional(target).isSame(as: other)
        default: false
        }
    }
}
