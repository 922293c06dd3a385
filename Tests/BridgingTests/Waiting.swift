import DispatchersTesting
import Synchronization
import Testing

/// Lets other tasks run until a condition holds, for a limited number of rounds.
///
/// - Parameters:
///   - clock: The clock whose time passes meanwhile, if a task sleeps by one.
///   - step: The time that passes in each round.
///   - location: The location of the issue that is recorded if the condition never holds.
///   - isTrue: The condition.
func wait(
    _ clock: ManualClock? = nil, step: Duration = .milliseconds(20),
    at location: Testing.SourceLocation = #_sourceLocation,
    until isTrue: () async throws -> Bool
) async rethrows {
    for _ in 1...500_000 {
        if try await isTrue() { return }
        if Task.isCancelled { break }
        await pass(clock, step)
    }
    Issue.record("it never happened", sourceLocation: location)
}

/// Lets time pass, and other tasks run.
func pass(_ clock: ManualClock?, _ step: Duration = .milliseconds(20)) async {
    clock?.pass(step)
    for _ in 0..<8 { await Task.yield() }
}

/// Cancels a task, and waits for its end.
func end(_ task: Task<Void, any Error>, at location: Testing.SourceLocation = #_sourceLocation) async throws {
    task.cancel()
    try await result(of: task, at: location)?.get()
}

/// Waits for the end of a task.
///
/// - Parameters:
///   - task: The task.
///   - clock: The clock whose time passes meanwhile.
///   - step: The time that passes in each round.
///   - location: The location of the issue that is recorded if the task does not end.
/// - Returns: Its result; `nil` if it does not end.
func result<Success, Failure>(
    of task: Task<Success, Failure>, _ clock: ManualClock? = nil, step: Duration = .milliseconds(20),
    at location: Testing.SourceLocation = #_sourceLocation
) async -> Result<Success, Failure>? {
    let results = Recording<Result<Success, Failure>>()
    _ = Task { results.append(await task.result) }
    await wait(clock, step: step, at: location) { !results.values.isEmpty }
    return results.values.first
}

/// A place at which calls wait while it is closed, also if their task is cancelled.
final class Gate: Sendable {
    private struct State: Sendable {
        var isClosed = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Lets no call pass from now on.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Lets all calls pass.
    func open() {
        let waiting = state.withLock { state in
            defer { state = State() }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits while it is closed.
    func pass() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if state.isClosed { state.waiting.append(continuation) }
                return state.isClosed
            }
            if !isClosed { continuation.resume() }
        }
    }
}

/// A manual clock that records for how long tasks want to sleep.
struct RecordingClock: Clock {
    let clock = ManualClock()
    let pauses = Recording<Duration>()

    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        pauses.append(now.duration(to: deadline))
        try await clock.sleep(until: deadline)
    }
}
