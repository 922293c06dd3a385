import SignalboxCore

/// A clock whose time passes only when a test says so.
///
/// ```swift
/// let clock = ManualClock()
/// let center = MessageCenter(clock: clock)
/// let price = Task { try await center.request(PriceOf(item: "lamp"), timeout: .seconds(2)) }
/// await clock.advance(by: .seconds(2))
/// await #expect(throws: RequestError.self) { try await price.value }
/// ```
///
/// All of it can be used from any thread.
public final class ManualClock: Clock {
    /// A point in time, as the time since the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var offset: Duration

        /// Creates an instant.
        ///
        /// - Parameter offset: The time since the clock was made.
        public init(offset: Duration = .zero) {
            self.offset = offset
        }

        /// Returns the instant after a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the duration from this instant to another one.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns a Boolean value that indicates whether the first instant is earlier.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// A task that sleeps.
    private struct Sleeper: Sendable {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var now = Instant()
        var sleepers: [Sleeper] = []
        var lastID = 0

        /// The tests that wait for a sleeper.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Protected(State())

    /// Creates a clock.
    public init() {}

    /// The current time.
    public var now: Instant { state.withLock { $0.now } }

    /// Zero: any duration can be slept.
    public var minimumResolution: Duration { .zero }

    /// Waits until time has passed a deadline.
    ///
    /// - Parameters:
    ///   - deadline: The end of the wait.
    ///   - tolerance: Ignored.
    /// - Throws: `CancellationError` if the task is canceled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            remove(id)?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until a task sleeps, and then lets time pass.
    ///
    /// Tasks whose deadline is reached continue, those with an earlier one first.
    public func advance(by duration: Duration) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.sleepers.isEmpty { state.waiting.append(continuation) }
                return !state.sleepers.isEmpty
            }
            if isReady { continuation.resume() }
        }
        pass(duration)
    }

    /// Lets time pass, also if no task sleeps.
    public func pass(_ duration: Duration) {
        let awake = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let awake = state.sleepers.filter { $0.deadline <= state.now }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return awake.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in awake { sleeper.continuation.resume() }
    }

    /// Adds a sleeper, unless its deadline has passed or its task is canceled.
    private func add(_ sleeper: Sleeper) {
        var waiting: [CheckedContinuation<Void, Never>] = []
        let refusal = state.withLock { state -> Result<Void, any Error>? in
            // Under the lock, so that a cancellation is seen here, or finds the sleeper.
            if Task.isCancelled { return .failure(CancellationError()) }
            if state.now >= sleeper.deadline { return .success(()) }
            state.sleepers.append(sleeper)
            swap(&state.waiting, &waiting)
            return nil
        }
        if let refusal { sleeper.continuation.resume(with: refusal) }
        for continuation in waiting { continuation.resume() }
    }

    private func remove(_ id: Int) -> Sleeper? {
        state.withLock { state in
            state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
        }
    }
}
