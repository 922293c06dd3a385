import SignalboxCore
import Synchronization

/// A lock under which foreign code may run: an update of a state, or the making of a service.
///
/// A thread that would wait for itself is refused, whether it holds the lock or waits by way of other threads and locks.
final class RefusingLock: Sendable {
    /// The lock that each waiting thread of the process waits for.
    private static let waits = Protected([(thread: Int, lock: RefusingLock)]())

    private let mutex = Mutex(())

    /// The number of the thread that holds the lock, or 0.
    private let holder = Atomic(0)

    /// Calls a body while holding the lock.
    ///
    /// - Returns: `false` if the thread would wait for itself. Then the body is not called.
    func withLock(_ body: () -> Void) -> Bool {
        let thread = ThreadNumber.current
        let isFree = mutex.withLockIfAvailable { _ in hold(by: thread, body) } != nil
        if isFree { return true }
        guard beginWait(of: thread) else { return false }
        mutex.withLock { _ in
            // In this order: a thread that holds the lock and is still noted as waiting would seem to wait for itself.
            Self.waits.withLock { $0.removeAll { $0.thread == thread } }
            hold(by: thread, body)
        }
        return true
    }

    private func hold(by thread: Int, _ body: () -> Void) {
        holder.store(thread, ordering: .sequentiallyConsistent)
        body()
        holder.store(0, ordering: .sequentiallyConsistent)
    }

    private func isHeld(by thread: Int) -> Bool { holder.load(ordering: .sequentiallyConsistent) == thread }

    /// Notes that a thread waits, unless the holder waits, by way of others, for that thread.
    private func beginWait(of thread: Int) -> Bool {
        Self.waits.withLock { waits in
            var next: RefusingLock? = self
            while let lock = next {
                if lock.isHeld(by: thread) { return false }
                next = waits.first { lock.isHeld(by: $0.thread) }?.lock
            }
            waits.append((thread, self))
            return true
        }
    }
}
