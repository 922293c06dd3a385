import LogSupport

/// The end of the patience with a server: a moment, or the cancellation of the task that waits.
///
/// The limits of the server itself do not end a call if its machine or the network is gone.
struct CallLimit {
    /// The interval in which a call that waits looks at its limit, in milliseconds.
    static let interval: Int32 = 50

    /// The time for which a call continues after its task has stopped waiting, so that its connection can be used again.
    private static let grace = Duration.milliseconds(500)

    let end: ContinuousClock.Instant
    let cancellation: CallCancellation

    /// Throws if a call has to end.
    func check() throws {
        let now = ContinuousClock.now
        if let moment = cancellation.moment, now >= moment + Self.grace { throw CancellationError() }
        if now >= end { throw PostgresError(text: "the server does not answer") }
    }
}
