/// What is to be opened, and in whose place.
struct OpenRequest: Sendable {
    /// The most redirects that one opening follows.
    static let maximumHops = 8

    /// A whole URL, or a path that begins with a slash.
    var url: String
    var isPath = false
    var extras: [String: String] = [:]
    var payload: (any Sendable)?
    var sticky: [String: String] = [:]
    var redirects = RedirectPolicy.all
    var parked: ParkedNavigation?
}

/// Whether an opening follows redirects.
public enum RedirectPolicy: Sendable, Hashable {
    /// Every redirect is followed.
    case all

    /// The first redirect ends the opening, as ``RouteOutcome/Result/redirected(to:)`` or as parked.
    case none
}
