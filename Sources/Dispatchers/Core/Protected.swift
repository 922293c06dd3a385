import Synchronization

/// A value that is only reached while holding a lock.
///
/// It is `Mutex` and one atomic beside it. On Linux the library's lock is invisible to the thread sanitizer in programs
/// that were built with it, which then reports races that do not exist; the acquiring load on entry and the releasing
/// store on exit draw the same edge where it can be seen.
///
/// No foreign code may run inside `withLock`: no handler, no `==`, no `deinit`.
package struct Protected<Value: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let edge = Atomic(false)

    package init(_ value: Value) { mutex = Mutex(value) }

    package borrowing func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try mutex.withLock { value throws(Failure) -> Result in
            _ = edge.load(ordering: .acquiring)
            defer { edge.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}

/// A reference to an object that it does not keep alive.
final class WeakReference: Sendable {
    weak let object: (any AnyObject & Sendable)?

    init(_ object: any AnyObject & Sendable) { self.object = object }

    /// Whether the object is gone; may release it, so never ask under a lock.
    var isGone: Bool { object == nil }
}
