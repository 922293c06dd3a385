/// What is to be opened, and in whose place.
struct OpenRequest: Sendable {
    /// The most redirects that one opening follows.
    static let maximumHops = 8

    /// A whole URL, or a path that begins with a slash.
    var url: String
    var isPath: Bool
    var extras: [String: String]
    var payload: (any Sendable)?
    var sticky: [String: String]
    var redirects: RedirectPolicy
    var parked: ParkedNavigation?

    init(
        _ url: String, _ extras: [String: String] = [:], _ payload: (any Sendable)? = nil,
        _ sticky: [String: String] = [:], _ redirects: RedirectPolicy = .all, isPath: Bool = false,
        parked: ParkedNavigation? = nil
    ) {
        self.url = url
        self.isPath = isPath
        self.extras = extras
        self.payload = payload
        self.sticky = sticky
        self.redirects = redirects
        self.parked = parked
    }

    /// A path, whose first slash may be missing.
    init(
        path: String, _ extras: [String: String], _ payload: (any Sendable)?, _ sticky: [String: String],
        _ redirects: RedirectPolicy
    ) {
        self.init(path.begins(with: "/") ? path : "/" + path, extras, payload, sticky, redirects, isPath: true)
    }
}

/// Whether an opening follows redirects.
public enum RedirectPolicy: Sendable, Hashable {
    /// Every redirect is followed.
    case all

    /// The first redirect ends the opening, as ``RouteOutcome/Result/redirected(to:)`` or as parked.
    case none
}
