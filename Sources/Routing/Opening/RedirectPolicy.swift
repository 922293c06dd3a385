/// A Boolean value that indicates whether an opening follows redirects.
public enum RedirectPolicy: Sendable, Hashable {
    /// Every redirect is followed.
    case all

    /// The first redirect ends the opening, as ``RouteOutcome/Result/redirected(to:)`` or as parked.
    case none
}
