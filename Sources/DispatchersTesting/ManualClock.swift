import Dispatchers

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

        /// The sleepers that have resumed and do not run yet.
        var resuming: Set<Int> = []

        /// The tasks that have run since they resumed, and do not sleep again yet.
        var awake: Set<Int> = []

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }

        /// Lets time pass.
        ///
        /// - Returns: The sleepers whose deadline is reached, in the order in which they resume.
        mutating func pass(_ duration: Duration) -> [Sleeper] {
            now = now.advanced(by: duration)
            let awake = sleepers.filter { $0.deadline <= now }
            sleepers.removeAll { $0.deadline <= now }
            resuming.formUnion(awake.map(\.id))
            return awake.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        }

        /// Lets time pass until the next deadline, or for the limit if that is shorter.
        ///
        /// - Returns: The time that passed, and the sleepers whose deadline is reached.
        mutating func passToNextDeadline(atMost limit: Duration) -> (Duration, [Sleeper]) {
            let next = sleepers.map(\.deadline).min()
            let step = min(limit, next.map { now.duration(to: $0) } ?? limit)
            return (step, pass(step))
        }
    }

    private let state = WatchedValue(State())
    private let patience: Patience

    /// Creates a clock.
    public convenience init() {
        self.init(waitingWith: .usual)
    }

    package init(waitingWith patience: Patience) {
        self.patience = patience
    }

    /// The current time.
    public var now: Instant { state.withLock { $0.now } }

    /// The number of tasks that sleep now.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Zero: any duration can be slept.
    public var minimumResolution: Duration { .zero }

    /// Waits until time has passed a deadline.
    ///
    /// - Parameters:
    ///   - deadline: The end of the wait.
    ///   - tolerance: Ignored.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let task = unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
        let id = state.withLock { state in
            if let task { state.awake.remove(task) }
            return state.makeID()
        }
        defer {
            state.withLock { state in
                if state.resuming.remove(id) != nil, let task { state.awake.insert(task) }
            }
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            remove(id)?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until a number of tasks sleep.
    ///
    /// Call it before ``pass(_:)`` or ``advance(by:fileID:line:)`` if several tasks must have begun to sleep. If the current task is
    /// cancelled, this method returns at once. After ten seconds, a warning of the test says what it waits for.
    ///
    /// - Parameters:
    ///   - count: The least number of tasks.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    public func waitForSleepers(_ count: Int, fileID: StaticString = #fileID, line: Int = #line) async {
        let location = SourceLocation(fileID: fileID, line: line)
        await waitForSleepers(count, "waitForSleepers(\(count))", at: location)
    }

    private func waitForSleepers(_ count: Int, _ call: String, at location: SourceLocation) async {
        if state.withLock({ $0.sleepers.count >= count }) { return }
        let sentence: @Sendable () -> String = { [state] in
            let asleep = state.withLock { $0.sleepers.count }
            return """
                \(call) of a ManualClock waits until \(count == 1 ? "a task sleeps" : "\(count) tasks sleep") on this clock; \
                \(asleep) do now. Give the clock to the code that is tested, or let time pass without sleepers with pass(_:).
                """
        }
        await patience.wait(at: location, for: sentence) { await state.wait { $0.sleepers.count >= count } }
    }

    /// Waits until a task sleeps, and then lets time pass, from one deadline to the next.
    ///
    /// Tasks whose deadline is reached continue, those with an earlier one first. Each may sleep again until a time before the end: a loop
    /// that sleeps a second makes five rounds in ten seconds. This holds for tasks that sleep again soon. It cannot for those that wait
    /// for other work first: let time pass for them in several calls.
    ///
    /// If the current task is cancelled, this method does not wait for a task that sleeps. If none sleeps after ten seconds, a warning
    /// of the test says so.
    ///
    /// - Parameters:
    ///   - duration: The time that passes, which is not negative.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    public func advance(by duration: Duration, fileID: StaticString = #fileID, line: Int = #line) async {
        precondition(duration >= .zero, "time does not pass by \(duration)")
        let location = SourceLocation(fileID: fileID, line: line)
        await waitForSleepers(1, "advance(by: \(duration))", at: location)
        // Other tasks may be about to sleep as well.
        await letTasksRun()
        var rest = duration
        while rest > .zero {
            let limit = rest
            let (step, awake) = state.withLock { $0.passToNextDeadline(atMost: limit) }
            rest -= step
            for sleeper in awake { sleeper.continuation.resume() }
            await letTasksRun()
        }
    }

    /// Lets time pass at once, also if no task sleeps.
    ///
    /// - Parameter duration: The time that passes, which is not negative.
    public func pass(_ duration: Duration) {
        precondition(duration >= .zero, "time does not pass by \(duration)")
        let awake = state.withLock { $0.pass(duration) }
        for sleeper in awake { sleeper.continuation.resume() }
    }

    /// Waits until the tasks that have resumed run, and gives them time to sleep again.
    ///
    /// A child task of low priority runs when no other task is ready. On a busy machine, a thread that runs one of the resumed tasks may
    /// stand still meanwhile: those that have not slept again get more time.
    private func letTasksRun() async {
        // Limited, as a task's executor may be one that runs nothing for now.
        let limit = ContinuousClock.now + .seconds(5)
        while state.withLock({ !$0.resuming.isEmpty }), ContinuousClock.now < limit { await Task.yield() }
        var rounds = 0
        while rounds < 20 || rounds < 200 && state.withLock({ !$0.awake.isEmpty }) {
            rounds += 1
            await withTaskGroup(of: Void.self) { group in
                group.addTask(priority: .background) { await Task.yield() }
            }
        }
        state.withLock { $0.awake = [] }
    }

    /// Adds a sleeper, unless its deadline has passed or its task is cancelled.
    private func add(_ sleeper: Sleeper) {
        let refusal = state.withLock { state -> Result<Void, any Error>? in
            // Under the lock, so that a cancellation is seen here, or finds the sleeper.
            if Task.isCancelled { return .failure(CancellationError()) }
            if state.now >= sleeper.deadline { return .success(()) }
            state.sleepers.append(sleeper)
            return nil
        }
        if let refusal { sleeper.continuation.resume(with: refusal) }
    }

    private func remove(_ id: Int) -> Sleeper? {
        state.withLock { state in
            state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
        }
    }
}
