import Dispatch
import Dispatchers

/// A gate that tasks wait at until it is open.
///
/// Cancelling the task does not end the wait, as in a guard that ignores it.
final class Gate: Sendable {
    private let state = Protected(State())

    private struct State: Sendable {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// An executor that can hold the jobs of an actor back.
final class HeldExecutor: SerialExecutor {
    /// Opens when a job is held back.
    let isHolding = Gate()

    private let queue = DispatchQueue(label: "held")
    private let state = Protected(State())

    private struct State: Sendable {
        var isHeld = false
        var jobs: [UnownedJob] = []
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isHeld = state.withLock { state in
            if state.isHeld { state.jobs.append(job) }
            return state.isHeld
        }
        if isHeld { isHolding.open() } else { run(job) }
    }

    /// Holds back the jobs from now on.
    func hold() { state.withLock { $0.isHeld = true } }

    /// Runs the jobs that were held back, and all later ones.
    func release() {
        let jobs = state.withLock { state in
            state.isHeld = false
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { run(job) }
    }

    private func run(_ job: UnownedJob) {
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// Notes what happened, in the order in which it happened.
final class Recorder<Event: Sendable>: Sendable {
    private let events = Protected<[Event]>([])

    var all: [Event] { events.withLock { $0 } }

    func add(_ event: Event) {
        events.withLock { $0.append(event) }
    }
}
