/// The times at which a storage writes, decided without a clock, a thread or a lock.
///
/// Changes are written after a pause that begins with the first of them. Those that are made meanwhile are written with it. A state
/// that could not be written is written again with the next change.
struct WriteSchedule<Waiter: Sendable>: Sendable {
    /// The next thing that the storage does.
    enum Step: Sendable {
        /// Nothing.
        case rest
        /// Begins a pause, and reports its end with its number.
        case pause(Int)
        /// Writes some states, and reports the end.
        case write(Set<String>)
        /// Closes the medium.
        case end
    }

    private enum Phase {
        case resting
        case pausing
        case writing
        case ended
    }

    private var phase = Phase.resting

    /// The number of pauses that have begun.
    private var pauseCount = 0

    /// The states that were changed since they were last read.
    private var changed: Set<String> = []

    /// The states that are being written.
    private var running: Set<String> = []

    /// The states that could not be written.
    private var failed: Set<String> = []

    /// The callers of `flush` that wait for what is being written now, and those that wait for the next time.
    private var served: [Waiter] = []
    private var waiting: [Waiter] = []

    /// A Boolean value that indicates whether the storage ends after the next time it writes.
    private(set) var isClosing = false

    /// A Boolean value that indicates whether the storage has ended, and released its medium.
    var isEnded: Bool { phase == .ended }

    /// Returns whether the stored value of a state may be older than its last change.
    func isPending(_ name: String) -> Bool {
        changed.contains(name) || running.contains(name) || failed.contains(name)
    }

    /// Notes a change of a state.
    mutating func change(_ name: String) -> Step {
        if phase == .ended { return .rest }
        changed.insert(name)
        return phase == .resting ? pause() : .rest
    }

    /// Ends a pause, unless something else has ended it.
    mutating func endPause(_ number: Int) -> Step {
        guard phase == .pausing, number == pauseCount else { return .rest }
        return write()
    }

    /// Writes at once, or when what is being written now is written.
    ///
    /// - Parameters:
    ///   - names: States to write beside those that are known to have changed.
    ///   - waiter: Returned by `endWriting` when they are written; `nil` if no caller waits.
    ///   - isLast: `true` if the storage ends after this write.
    /// - Returns: The next step.
    mutating func flush(_ names: Set<String> = [], for waiter: Waiter?, isLast: Bool = false) -> Step {
        if phase == .ended { return .rest }
        changed.formUnion(names)
        if let waiter { waiting.append(waiter) }
        if isLast { isClosing = true }
        return phase == .writing ? .rest : write()
    }

    /// Notes that states were written.
    ///
    /// - Parameter failures: Those that could not be written.
    /// - Returns: The next step, and the callers whose states have been written.
    mutating func endWriting(failures: Set<String>) -> (next: Step, served: [Waiter]) {
        failed = failures
        running = []
        let done = served
        served = []
        return (nextStep(), done)
    }

    private mutating func nextStep() -> Step {
        phase = .resting
        if !waiting.isEmpty { return write() }
        if isClosing {
            if !changed.isEmpty { return write() }
            phase = .ended
            return .end
        }
        return changed.isEmpty ? .rest : pause()
    }

    private mutating func pause() -> Step {
        phase = .pausing
        pauseCount += 1
        return .pause(pauseCount)
    }

    private mutating func write() -> Step {
        phase = .writing
        running = changed.union(failed)
        changed = []
        served = waiting
        waiting = []
        return .write(running)
    }
}
