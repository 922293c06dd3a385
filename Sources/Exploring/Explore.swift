/// The time at which tasks that sleep are resumed in an exploration.
public enum ExploredTimers: Sendable {
    /// When nothing else can run, in the order of their deadlines: as if each step took no time.
    case inOrder
    /// At any step, in the order of their deadlines: as if steps could take long.
    case anyOrder
}

/// The bounds and rules of an exploration.
struct ExplorationSettings: Sendable {
    var timers = ExploredTimers.inOrder
    var patience = Duration.milliseconds(200)
    var steps = 20_000
    /// A Boolean value that indicates whether a body that does not end can be left as it is.
    var abandonsBodies = true
}

#if os(Linux) && compiler(>=6.3)
    public import SignalboxCore
    import Testing

    /// Runs a test's body in many orders of its tasks, and records an issue with the shortest order that fails.
    ///
    /// ```swift
    /// @Test func bothAreCounted() async throws {
    ///     try await explore {
    ///         let counter = Counter()
    ///         async let first: Void = counter.addOne()
    ///         async let second: Void = counter.addOne()
    ///         _ = await (first, second)
    ///         #expect(await counter.value == 2)
    ///     }
    /// }
    /// ```
    ///
    /// Each `await` at which a task suspends, or changes its actor, is a choice among all tasks that can run. The first run takes the
    /// baseline: a task runs on while it can. The others depart from it, one half in one or two places, the other half at random. The
    /// first order that fails is shortened to few departures, and ends the exploration. An order fails if the body throws, if an
    /// expectation in it fails, if nothing can run before the body has ended (a deadlock), or at the limit of steps.
    ///
    /// Time is virtual, for all clocks: a task that sleeps is resumed when nothing else can run. Random numbers are the same in each
    /// run.
    ///
    /// **What is explored**: the tasks that the body starts, on the main actor, on actors, and on the executor of the process. Each run
    /// starts anew, so `body` must create what it uses. Not explored: the inside of synchronous code (data races are found by the thread
    /// sanitizer), threads, actors with executors of their own, callbacks of Dispatch, priorities. A run that a job of another thread
    /// reached counts as *outside*: it may not be repeatable.
    ///
    /// The body runs on the main actor's thread, which serves nothing else during a run. Other tests go on. Explorations run one after
    /// the other.
    ///
    /// - Parameters:
    ///   - seeds: The number of orders.
    ///   - seed: The first seed of the random orders.
    ///   - timers: The time at which tasks that sleep are resumed.
    ///   - patience: The real time to wait for a job from outside before a run counts as a deadlock.
    ///   - steps: The number of steps after which a run fails.
    ///   - trace: A trace whose events are printed below the steps that made them, if it is on.
    ///   - order: The one order to run, as the issue of a failure names it.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of the file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - body: The body. It is called once a run.
    /// - Returns: The counts of runs.
    /// - Throws: `ExplorationError` if the process cannot be explored.
    @discardableResult
    public func explore(
        seeds: Int = 200, startingAt seed: UInt64 = 0, timers: ExploredTimers = .inOrder,
        patience: Duration = .milliseconds(200), steps: Int = 20_000, trace: Trace = .shared,
        replaying order: String? = nil,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> ExplorationCounts {
        let location = Testing.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        let settings = ExplorationSettings(timers: timers, patience: patience, steps: steps)
        let explorer = Explorer(settings: settings, trace: trace, name: "\(fileID):\(line)", body: body)
        try await SelfCheck.passes()
        let result: ExplorationResult
        if let order {
            guard let departures = Departures(order) else { throw ExplorationError(reason: .unreadableOrder(order)) }
            result = try await explorer.replay(departures)
        } else {
            result = try await explorer.search(limit: seeds, seed: seed)
        }
        if let failure = result.failure {
            Issue.record(Comment(rawValue: failure.description), sourceLocation: location)
        }
        return result.counts
    }

    /// The counts of an exploration.
    public struct ExplorationCounts: Sendable, Hashable {
        /// The runs of the body, without those that shortened a failing order.
        public internal(set) var runs = 0
        /// The different orders among them.
        public internal(set) var orders = 0
        /// The runs that a job of another thread reached, which may not be repeatable.
        public internal(set) var outside = 0
    }
#endif

/// An error of an exploration that cannot begin, or whose orders cannot be repeated.
public struct ExplorationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// The platform, the compiler or the way of linking does not allow it.
        case unsupported(String)
        /// The body of an exploration explores.
        case nested
        /// The text of an order is none.
        case unreadableOrder(String)
        /// One order ran differently twice.
        case notRepeatable(String)
    }

    /// The kind of the error.
    public let reason: Reason

    /// The reason, and the remedy.
    public var description: String {
        switch reason {
        case .unsupported(let explanation): "Orders cannot be explored here: \(explanation)"
        case .nested: "The body of an exploration cannot explore: call explore once, around both."
        case .unreadableOrder(let text):
            "“\(text)” is no order: it has the form 3:1,17:2, as the issue of a failure prints it."
        case .notRepeatable(let explanation): explanation
        }
    }
}
