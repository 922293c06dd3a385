import Synchronization

/// Lends a state's value to the closure of an update, one at a time, while others who read the state wait.
///
/// The only foreign code that runs while others wait is that closure. It holds no lock that anything else takes: sets and
/// observations go on. Whoever would wait for itself is stopped with a message.
final class StateLending: Sendable {
    private let gate = Mutex(())
    /// The thread that has the value, or 0.
    private let borrower = Atomic(0)

    /// Does something that changes a value in place; `nil` when another thread does so.
    func perform<Result: Sendable, Failure: Error>(
        on thread: Int, _ body: () throws(Failure) -> Result?
    ) throws(Failure) -> Result? {
        let result = try gate.withLockIfAvailable { _ throws(Failure) -> Result? in
            borrower.store(thread, ordering: .sequentiallyConsistent)
            defer { borrower.store(0, ordering: .sequentiallyConsistent) }
            return try body()
        }
        return result ?? nil
    }

    /// Whether a thread has the value.
    func isBorrower(_ thread: Int) -> Bool { borrower.load(ordering: .sequentiallyConsistent) == thread }

    /// Waits until whoever has the value has given it back.
    func wait(for channel: StateChannel) {
        let thread = CurrentThread.Key.shared.current.number
        precondition(
            !isBorrower(thread),
            "the closure that updates the state declared at \(channel.declaredAt) reads the state; its argument is the value"
        )
        let canWait = Self.waits.withLock { waits in
            var other: StateLending? = self
            while let borrower = other?.borrower.load(ordering: .sequentiallyConsistent), borrower != 0 {
                if borrower == thread { return false }
                other = waits[borrower]
            }
            waits[thread] = self
            return true
        }
        precondition(
            canWait,
            "closures that update states, among them that declared at \(channel.declaredAt), read one another's states"
        )
        gate.withLock { _ in }
        Self.waits.withLock { _ = $0.removeValue(forKey: thread) }
    }

    /// Which thread waits for whom, in the process.
    private static let waits = Protected([Int: StateLending]())
}
