import Synchronization

// The files of this module, beside the trace in its folder:
//
// - `Registration`: how an observation ends. `ReleaseWatch`: which one ended at once by mistake.
// - `Isolation`: how a function is called on its actor. `CurrentIsolation`: which actor is current.
// - `RunningCalls`: how to wait for running handlers. `HandlerContext`: which task-local values handlers get.
// - `SourceLocation`, `ObservationInfo`: how registrations are listed. `DefaultLog`, `StandardError`: how reports are written.
// - `Protected`: a value behind a lock. `WeakReference`: an object that may be released. `Platform`: threads and clocks.

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
    package convenience init(
        at location: SourceLocation, _ end: @escaping @Sendable () -> Void,
        draining drain: @escaping @Sendable () async -> Void = {}
    ) {
        self.init(of: CancellableAction(at: location, end, draining: drain))
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

/// A record that a `Registration` ends.
package protocol Cancellable: AnyObject, Sendable {
    /// The source location of the registration.
    var location: SourceLocation { get }

    /// The number of uses by now of that to which it belongs, such as deliveries of a center; always 0 if they are not counted.
    var activity: UInt64 { get }

    /// Reports that its registration was released where it was made, so that it ended at once, unless it has ended before.
    func reportRelease()

    /// Ends the record. Repeated calls do nothing.
    func cancel()

    /// Waits for running calls.
    func drain() async
}

extension Cancellable {
    package var activity: UInt64 { 0 }

    package func reportRelease() {
        DefaultLog.write("Registration", at: location) { ReleasedRegistration(location).description }
    }
}

/// The sentence about a registration that was released where it was made.
package struct ReleasedRegistration: Hashable, CustomStringConvertible, Sendable {
    private let subject: String
    private let location: SourceLocation

    /// Creates a sentence.
    ///
    /// - Parameters:
    ///   - location: The source location of the registration.
    ///   - subject: What has ended.
    package init(_ location: SourceLocation, of subject: String = "what was registered") {
        self.location = location
        self.subject = subject
    }

    package var description: String {
        "\(subject) at \(location) ended at once, since its registration was released: store the registration"
    }
}

/// A record that calls an action once when it is cancelled, and then releases it.
private final class CancellableAction: Cancellable {
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
