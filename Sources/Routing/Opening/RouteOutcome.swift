/// What became of a URL that was to be opened.
///
/// ```swift
/// let outcome = await router.open("shop://cart/total")
/// let total = outcome.value(as: Int.self)  // what the handler returned
/// ```
public struct RouteOutcome: Sendable {
    /// How an opening can end.
    public enum Result: Sendable {
        /// A handler dealt with it.
        case handled

        /// Routes fit, but all their handlers declined.
        case declined

        /// No route fits, or the URL begins with none of the router's origins.
        case notFound

        /// A guard put it aside; if it named another place, that was opened, and may have gone on to this one meanwhile.
        case parked(ParkedNavigation)

        /// A guard refused it, for this reason.
        case refused(String)

        /// A handler or a guard threw, a redirect led nowhere (``RedirectError``), or the task was cancelled.
        case failed(any Error)

        /// It is no URL that can be opened.
        case invalid(URLTextError)

        /// Answered only to a caller that cannot wait: a guard or a handler would have to be awaited.
        ///
        /// No handler has dealt with the URL; those before that one were asked and declined. It is safe to open it
        /// again.
        case needsAwait
    }

    /// How it ended.
    public let result: Result

    /// The URLs that were opened in place of the first one, in their order; empty when nobody redirected.
    public let redirects: [String]

    private let returned: (any Sendable)?

    init(_ result: Result, redirects: [String], returned: (any Sendable)? = nil) {
        self.result = result
        self.redirects = redirects
        self.returned = returned
    }

    /// Whether a handler dealt with the URL.
    public var isHandled: Bool {
        if case .handled = result { true } else { false }
    }

    /// What the handler returned, or `nil` when it returned nothing or something else.
    public func value<Value>(as type: Value.Type = Value.self) -> Value? { returned as? Value }
}

extension RouteOutcome: CustomStringConvertible {
    /// The end, and behind it the redirects.
    public var description: String {
        let value = returned.map { ", returning \($0)" } ?? ""
        return (["\(result)" + value] + redirects).joined(separator: " via ")
    }
}
