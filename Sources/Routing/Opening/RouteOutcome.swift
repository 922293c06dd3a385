/// What became of a URL that was to be opened.
public enum RouteOutcome: Sendable {
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

    /// A handler or a guard threw, or a guard's redirect led nowhere (``RedirectError``).
    case failed(any Error)

    /// It is no URL that can be opened.
    case invalid(URLTextError)

    /// Answered only to a caller that cannot wait: a guard or a handler would have to be awaited.
    ///
    /// No handler has dealt with the URL; those before that one were asked and declined. It is safe to open it again.
    case needsAwait

    /// Whether a handler dealt with the URL.
    public var isHandled: Bool {
        if case .handled = self { true } else { false }
    }
}
