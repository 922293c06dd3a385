/// What a route does with a match.
typealias RouteHandler = IsolatedHandler<RouteMatch, RouteReply>

/// The reply of a handler.
///
/// A handler that returns nothing, or any other value, has handled the URL; such a value is the value of the outcome. So has one
/// that returns `nil`: only ``declined`` declines.
public enum RouteReply: Sendable {
    /// The URL is handled.
    case handled

    /// The URL is handled, with a value. For handlers that may also decline.
    case value(any Sendable)

    /// The handler does not handle the URL: the next route that matches is asked.
    case declined

    /// Another place is opened instead, with the same extras and payload.
    ///
    /// The other place is a path of the router, beginning with a slash, or a whole URL. Write a path with values by
    /// ``Router/path(for:with:tail:keeping:)``, so that a value cannot change the target.
    case redirect(to: String)

    /// What the result of a handler means.
    init<Result: Sendable>(_ result: consuming Result?) {
        // The usual result comes first: a cast takes far longer.
        guard Result.self != Void.self, let value = consume result else {
            self = .handled
            return
        }
        self = value as? RouteReply ?? (value is Void ? .handled : .value(value))
    }
}

/// The replies in their short form, in a closure whose result may be anything.
///
/// A closure that is given to `on` returns an optional of any type. This is how the compiler finds the type of `.declined` in it.
extension RouteReply? {
    /// The URL is handled.
    public static var handled: RouteReply? { .some(RouteReply.handled) }

    /// The URL is handled with a value.
    public static func value(_ value: any Sendable) -> RouteReply? { .some(RouteReply.value(value)) }

    /// The handler does not handle the URL: the next route that matches is asked.
    public static var declined: RouteReply? { .some(RouteReply.declined) }

    /// Another place is opened instead, with the same extras and payload.
    public static func redirect(to place: String) -> RouteReply? { .some(RouteReply.redirect(to: place)) }
}

/// Decides whether a navigation may proceed, before a handler runs.
///
/// ```swift
/// let signedIn = Guard("signed in") { navigation in
///     await session.isSignedIn ? .proceed : .park(redirect: "/sign-in")
/// }
/// ```
///
/// Guards of an outer group are asked before those of an inner one, and those of one group in their order. They are asked
/// each time, also when a parked navigation is resumed. One that throws ends the opening as failed. A guard gets the match, so it
/// can read the metadata of the route.
public struct Guard: Sendable {
    /// What a guard decides.
    public enum Decision: Sendable, Equatable {
        /// The next guard is asked, or the handler runs.
        case proceed

        /// The URL is not opened, for this reason.
        case refuse(String)

        /// The URL is not opened now. It is parked, to be resumed later, and another place may be opened instead.
        ///
        /// The other place is a path of the router, beginning with a slash, or a whole URL.
        case park(redirect: String? = nil)

        /// Another place is opened instead, with the same extras and payload. The URL is not parked.
        ///
        /// The other place is a path of the router, beginning with a slash, or a whole URL.
        case redirect(to: String)
    }

    /// The name of the guard, which outcomes, parked navigations and explanations use.
    public let name: String

    let decide: @Sendable (RouteMatch) async throws -> Decision

    /// Creates a guard.
    ///
    /// It runs on the isolation that it is written in.
    public init(
        _ name: String,
        @_inheritActorContext decide: @escaping @isolated(any) @Sendable (RouteMatch) async throws -> Decision
    ) {
        self.name = name
        self.decide = { match in try await decide(match) }
    }
}
