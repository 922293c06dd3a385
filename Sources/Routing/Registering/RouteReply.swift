/// What a handler says after it was asked.
///
/// One that returns anything else has handled the URL, and what it returned is the value of the outcome.
public enum RouteReply: Sendable {
    /// The URL is dealt with.
    case handled

    /// The URL is dealt with, and this came of it: for a handler that may also decline.
    case value(any Sendable)

    /// Not mine: the next route that fits is asked.
    case declined

    /// Another place is opened instead, with the same extras and payload.
    ///
    /// The other place is a path of the router, beginning with a slash, or a whole URL.
    case redirect(to: String)

    /// What the answer of a handler means.
    init(_ answer: some Sendable) {
        self = answer as? RouteReply ?? (answer is Void ? .handled : .value(answer))
    }
}
