/// A navigation that a guard put aside, to be resumed later; it can be stored until the next launch.
///
/// Resuming opens the URL afresh: all guards are asked again. Nothing but text is kept, so that what was stored can do no
/// more than any URL that is opened.
public struct ParkedNavigation: Sendable, Hashable, Codable {
    /// The URL that was to be opened.
    public let url: String

    /// What the caller of `open` had added.
    public let extras: [String: String]

    /// The name of the guard that parked it.
    public let guardName: String

    /// The navigation that was parked before, and that this one was opened in place of; at most one.
    private let waiting: [ParkedNavigation]

    init(url: String, extras: [String: String], guardName: String, waiting: ParkedNavigation?) {
        self.url = url
        self.extras = extras
        self.guardName = guardName
        self.waiting = waiting.map { [$0] } ?? []
    }

    /// The navigation that this one was opened in place of, when it was a redirect itself.
    public var parked: ParkedNavigation? { waiting.first }
}
