/// A request to open a URL or a path, perhaps instead of a parked navigation.
struct OpenRequest: Sendable {
    /// A whole URL, or a path that begins with a slash.
    var url: String
    var isPath = false
    var extras: [String: String] = [:]
    var payload: (any Sendable)?
    var redirects = RedirectPolicy.all
    /// The navigation that was parked for this one.
    var parked: ParkedNavigation?
    /// The number of nested resumptions, this one included.
    var resumptionCount = 0
}
