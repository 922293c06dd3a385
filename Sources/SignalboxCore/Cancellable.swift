/// A record that a `Registration` ends.
package protocol Cancellable: AnyObject, Sendable {
    /// The source location of the registration.
    var location: SourceLocation { get }

    /// Ends the record. Repeated calls do nothing.
    func cancel()

    /// Waits for running calls.
    func drain() async
}

/// A record that calls an action once when it is cancelled, and then releases it.
final class CancellableAction: Cancellable {
    let location: SourceLocation
    private let end: Protected<(@Sendable () -> Void)?>
    private let wait: @Sendable () async -> Void

    init(
        at location: SourceLocation, _ end: @escaping @Sendable () -> Void,
        draining wait: @escaping @Sendable () async -> Void
    ) {
        self.location = location
        self.end = Protected(end)
        self.wait = wait
    }

    func cancel() {
        let action = end.withLock { $0.take() }
        action?()
    }

    func drain() async { await wait() }
}
