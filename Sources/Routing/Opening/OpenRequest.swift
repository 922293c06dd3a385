/// What is to be opened, and in whose place.
struct OpenRequest: Sendable {
    /// A whole URL, or a path that begins with a slash.
    var url: String
    var isPath = false
    var extras: [String: String] = [:]
    var payload: (any Sendable)?
    var redirects = RedirectPolicy.all
    /// The navigation that was parked for this one.
    var parked: ParkedNavigation?
    /// How many resumptions led here, this one included.
    var resumptionCount = 0
}
