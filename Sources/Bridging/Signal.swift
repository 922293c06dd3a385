import SignalboxCore

/// Wakes tasks that wait for something new.
///
/// A signal counts. A task that reads the count before it reads a value misses no change that is made afterwards.
final class Signal: Sendable {
    private struct State: Sendable {
        var count = 0
        var lastID = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Protected(State())

    /// The number of times that it was raised.
    var count: Int { state.withLock { $0.count } }

    /// Wakes all tasks that wait, in the order in which they began to.
    func raise() {
        let waiting = state.withLock { state in
            state.count += 1
            let waiting = state.waiting
            state.waiting = [:]
            return waiting
        }
        for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume() }
    }

    /// Waits until it was raised more often than `count` times, or the task is cancelled.
    func wait(after count: Int) async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    // Under the lock, so that a cancellation is seen here, or finds the continuation.
                    if state.count > count || Task.isCancelled { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }

    /// Waits until it was raised more often than `count` times, the time has passed, or the task is cancelled.
    func wait(after count: Int, atMost limit: Duration, by time: Timekeeper) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await time.sleep(limit) }
            group.addTask { await self.wait(after: count) }
            await group.next()
            group.cancelAll()
        }
    }
}

extension Task where Success == Never, Failure == Never {
    /// Waits until the current task is cancelled.
    static func untilCancelled() async {
        // Nothing raises this signal.
        await Signal().wait(after: 0)
    }
}

extension Task where Success == Void, Failure == Never {
    /// Waits for the end of the task, and cancels it after a time.
    ///
    /// Then it is not waited for any more: a log may never answer. This method waits also in a task that is cancelled.
    func finish(within limit: Duration, by time: Timekeeper) async {
        let hasEnded = Signal()
        _ = Task<Void, Never> {
            await value
            hasEnded.raise()
        }
        await Task<Void, Never> { await hasEnded.wait(after: 0, atMost: limit, by: time) }.value
        cancel()
    }
}

/// The time of a clock of any type.
struct Timekeeper: Sendable {
    /// Waits for a duration.
    ///
    /// Throws if the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    /// Returns the time that has passed since this was created.
    let now: @Sendable () -> Duration

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        sleep = { try await clock.sleep(for: $0) }
        now = { start.duration(to: clock.now) }
    }
}

/// Intervals that grow, each twice the one before.
struct Backoff: Sendable {
    private let range: ClosedRange<Duration>
    private var interval: Duration

    init(_ range: ClosedRange<Duration>) {
        self.range = range
        interval = range.lowerBound
    }

    /// Returns the next interval.
    mutating func next() -> Duration {
        defer { interval = min(interval * 2, range.upperBound) }
        return interval
    }

    /// Returns the next interval, shortened by up to a half at random, so that processes do not come back all at once.
    mutating func nextWithJitter() -> Duration { next() * Double.random(in: 0.5...1) }

    /// Begins again with the shortest interval.
    mutating func reset() {
        interval = range.lowerBound
    }
}
