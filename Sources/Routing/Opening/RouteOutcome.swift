public import SignalboxCore

/// The result of opening a URL.
///
/// ```swift
/// let outcome = await router.open("shop://cart/total")
/// let total = outcome.value(as: Int.self)  // what the handler returned
/// ```
public struct RouteOutcome: Sendable {
    /// The ways in which an opening can end.
    public enum Result: Sendable {
        /// A handler handled it.
        case handled

        /// Routes match, but all their handlers declined; these are the routes, in the order in which they were asked.
        case declined(by: [RegisteredRoute])

        /// No route matches, or the URL begins with none of the router's origins.
        case notFound

        /// A guard parked it; if it named a target, that was opened, and may have resumed this one meanwhile.
        case parked(ParkedNavigation)

        /// The router has not begun: it opens the URL in its ``Router/begin(_:)``.
        case held

        /// A redirect to this target, which was not opened because the caller follows no redirects.
        ///
        /// The target is a whole URL, or a path where only a path was opened.
        case redirected(to: String)

        /// A guard refused it, for this reason.
        case refused(String)

        /// A block did not let it leave what is shown; the source location is that of the block.
        case blocked(by: SourceLocation)

        /// An opening of this URL began before this one ended, and cancelled it; see ``PendingPolicy/cancelsOlder``. Or both
        /// were held, and the newest one was opened; see ``BeginPolicy/newest``.
        case superseded(by: String)

        /// A handler or a guard threw, a redirect led nowhere (``RedirectError``), or the task was cancelled.
        case failed(any Error)

        /// The string is not a valid URL.
        case invalid(URLTextError)

        /// A block, a guard or a handler must be awaited. Only `openNow` has this result.
        ///
        /// No handler has handled the URL; those before that one were called and declined. It is safe to open it
        /// again.
        case needsAwait
    }

    /// The way in which the opening ended.
    public internal(set) var result: Result

    /// The route that handled the URL, or whose guard, handler or redirect ended the opening.
    ///
    /// `nil` when no route matches, when all that match declined, and when the opening was blocked or superseded. Of a
    /// navigation that was parked for another target, it is the route of that target.
    public internal(set) var route: RegisteredRoute?

    /// The targets of the redirects that were followed, in order.
    public internal(set) var redirects: [String] = []

    var returned: (any Sendable)?

    /// A Boolean value that indicates whether a handler handled the URL.
    public var isHandled: Bool { if case .handled = result { true } else { false } }

    /// Returns the value of the handler, or `nil` if it returned nothing or a value of another type.
    ///
    /// Of a navigation that was parked, it is what the handler of the target that was opened instead returned.
    public func value<Value>(as type: Value.Type = Value.self) -> Value? { returned as? Value }
}

extension RouteOutcome: CustomStringConvertible {
    /// The result, followed by the redirects.
    public var description: String {
        var text = "\(result)"
        if case .declined(let routes) = result {
            text = "declined by " + routes.map(\.description).joined(separator: ", ")
        }
        if let returned { text += ", returning \(returned)" }
        if case .blocked(let location) = result { text = "blocked by \(location)" }
        for redirect in redirects { text += " via " + redirect }
        return text.printed
    }
}
