import Synchronization

/// Lets one thread at a time update a state in place, while others that need the value wait.
///
/// The update is the only foreign code that runs while others wait. A thread that would wait for itself does not wait.
final class StateGate: Sendable {
    /// Which thread waits at which gate, in the process.
    private static let waits = Protected([Int: StateGate]())

    private let gate = Mutex(())
    /// The thread that updates the state, or 0.
    private let updater = Atomic(0)

    func isHeld(by thread: Int) -> Bool { updater.load(ordering: .sequentiallyConsistent) == thread }

    /// Runs an update when no other thread runs one; `nil` if the thread would wait for itself.
    func pass<Result: Sendable, Failure: Error>(
        on thread: Int, _ update: () throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        let result = try gate.withLockIfAvailable { _ throws(Failure) in try hold(on: thread, update) }
        if let result { return result }
        guard beginWait(on: thread) else { return nil }
        return try gate.withLock { _ throws(Failure) in
            Self.waits.withLock { _ = $0.removeValue(forKey: thread) }
            return try hold(on: thread, update)
        }
    }

    /// Waits until no update runs; `false` if the thread would wait for itself.
    func wait(on thread: Int) -> Bool { pass(on: thread) {} != nil }

    private func hold<Result, Failure: Error>(
        on thread: Int, _ update: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        updater.store(thread, ordering: .sequentiallyConsistent)
        defer { updater.store(0, ordering: .sequentiallyConsistent) }
        return try update()
    }

    /// Notes that a thread waits, unless the updater waits, by way of others, for that thread.
    private func beginWait(on thread: Int) -> Bool {
        Self.waits.withLock { waits in
            var next: StateGate? = self
            while let gate = next {
                if gate.isHeld(by: thread) { return false }
                next = waits[gate.updater.load(ordering: .sequentiallyConsistent)]
            }
            waits[thread] = self
            return true
        }
    }
}
