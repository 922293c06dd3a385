import Synchronization

/// The token of an observation or a registration, with which you end it.
///
/// The observation ends when `cancel()` is called or when the last reference to the token is released. Keep the token as long as
/// the handler is to be called.
///
/// ```swift
/// let registration = center.observe(ItemAdded.self) { added in print(added.name) }
/// registration.cancel()
/// ```
///
/// After `cancel()` has returned, no new call starts, not even for values that were accepted before. A call that another thread
/// has just begun may still be running. `cancel()` never waits for it, so a handler may cancel itself.
///
/// A registration that is released where it was made, as `_ = center.observe(…)` does, is reported in builds for debugging: to the
/// `onError` of the center, or for a hook as a `SkippedHook`.
public final class Registration: Sendable {
    private let target: any Cancellable
    private let hasEnded = Atomic(false)
    private let watch: ReleaseWatch?

    /// Creates the token of a record that can be cancelled.
    ///
    /// - Parameters:
    ///   - target: The record.
    ///   - isWatched: `true` if releasing it at once is a mistake.
    package init(of target: any Cancellable, watched isWatched: Bool = true) {
        self.target = target
        watch = isWatched ? ReleaseWatch(target) : nil
    }

    /// Creates a token that calls an action, at most once.
    ///
    /// - Parameters:
    ///   - location: The source location of the registration.
    ///   - end: Ends the registration.
    ///   - drain: Waits for running calls. It must not keep them alive.
    ///   - report: Reports that it was released where it was made, unless it has ended. By default, a line is written to the log.
    ///   - countActivity: Returns the number of uses by now of that to which it belongs.
    package convenience init(
        at location: SourceLocation, _ end: @escaping @Sendable () -> Void,
        draining drain: @escaping @Sendable () async -> Void = {},
        reportingRelease report: (@Sendable () -> Void)? = nil,
        countingActivity countActivity: @escaping @Sendable () -> UInt64 = { 0 }
    ) {
        self.init(
            of: CancellableAction(
                at: location, end, draining: drain, reportingRelease: report, countingActivity: countActivity))
    }

    deinit {
        if !hasEnded.load(ordering: .relaxed) { watch?.check(target) }
        cancel()
    }

    /// The source location of the registration.
    public var location: SourceLocation { target.location }

    /// Ends the registration.
    ///
    /// Call it from any thread, as often as you like, and from inside the handler that it ends.
    ///
    /// - Returns: `true` if this call was the first. If another thread is ending the registration at the same time,
    ///   `false` may be returned before that is done.
    @discardableResult
    public func cancel() -> Bool {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        target.cancel()
        return true
    }

    /// Ends the observation, and waits for its running calls.
    ///
    /// When it returns, no call runs on any thread, and the objects that the handler captured may be torn down. It may have to wait
    /// for other handlers of the center that run at the same time. If the handler itself calls it, it does not wait for that call.
    public func cancelAndDrain() async {
        cancel()
        await target.drain()
    }
}
