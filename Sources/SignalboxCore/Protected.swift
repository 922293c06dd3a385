public import Synchronization

/// A value that is only reached while holding a lock.
///
/// The lock is a `Mutex` with an atomic flag beside it. On Linux, the thread sanitizer does not see the library's lock
/// and reports races that do not exist. The acquiring load on entry and the releasing store on exit show it the order
/// that the lock makes.
///
/// No foreign code may run inside `withLock`: no handler, no `==`, no `deinit`.
@frozen
@usableFromInline
package struct Protected<Value: Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    @usableFromInline let edge = Atomic(false)

    /// Creates a lock around a value.
    @inlinable
    package init(_ value: Value) {
        mutex = Mutex(value)
    }

    /// Calls a body with the value while holding the lock.
    ///
    /// This method is inlined, since generic code of another module looks up its types in each call: that doubled the
    /// cost of a set.
    @inlinable
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
