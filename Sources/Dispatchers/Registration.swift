import Synchronization

/// Something that was registered, and the right to end it.
///
/// What it stands for lives until `cancel()` is called or the last reference to the registration is released,
/// whichever comes first; keep it for as long as you want to be called.
///
/// ```swift
/// let registration = center.observe(ItemAdded.self) { added in print(added.name) }
/// registration.cancel()
/// ```
///
/// After `cancel()` has returned no new call starts, also none for what was accepted before. A call that another thread
/// has just begun may still be running; `cancel()` never waits for it, so a handler may cancel itself.
public final class Registration: Sendable {
    /// Where the registration was made.
    public let location: SourceLocation

    private let end: Protected<(@Sendable () -> Void)?>
    private let drain: (@Sendable () async -> Void)?

    package init(
        at location: SourceLocation, drain: (@Sendable () async -> Void)? = nil, end: @escaping @Sendable () -> Void
    ) {
        self.location = location
        self.drain = drain
        self.end = Protected(end)
    }

    deinit {
        cancel()
    }

    /// Ends what was registered.
    ///
    /// Harmless when repeated, from any thread, and from inside the handler that it ends.
    ///
    /// - Returns: Whether this call was the one that ended it. When another thread is ending it at this very moment,
    ///   `false` may come before that is done.
    @discardableResult
    public func cancel() -> Bool {
        let taken = end.withLock { end in
            defer { end = nil }
            return end
        }
        taken?()
        return taken != nil
    }

    /// Ends what was registered, and waits for calls of it that are running.
    ///
    /// When it returns none runs any more, on any thread, and what the handler captured may be torn down. It may have to
    /// wait for other handlers of the center that run at this moment. Asked by the very handler that it ends, it does not
    /// wait for that one. What registers no calls of messages has nothing to wait for.
    public func cancelAndDrain() async {
        cancel()
        await drain?()
    }
}
