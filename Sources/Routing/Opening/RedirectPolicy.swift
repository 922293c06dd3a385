/// The handling of redirects while a URL is opened.
public enum RedirectPolicy: Sendable, Hashable {
    /// Every redirect is followed.
    case all

    /// The first redirect ends the opening, as ``RouteOutcome/Result/redirected(to:)`` or as parked.
    case none
}
