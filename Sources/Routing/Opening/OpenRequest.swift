/// What is to be opened, and in whose place.
struct OpenRequest: Sendable {
    /// The most redirects that one opening follows.
    static let maximumHops = 8

    var url: String
    var extras: [String: String] = [:]
    var payload: (any Sendable)?
    var parked: ParkedNavigation?
}
