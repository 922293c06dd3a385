#if !(os(Linux) && compiler(>=6.3))
    // The platforms whose runtime does not let itself be explored. A test that explores does not compile there: to run in one order
    // would be weaker without saying so.
    public import SignalboxCore

    #if canImport(Testing)
        public import Testing

        extension Trait where Self == ParallelizationTrait {
            /// Unavailable: orders are explored on Linux alone.
            @available(*, unavailable, message: "explore on Linux with Swift 6.3: put the test in #if os(Linux)")
            public static var explored: Self { fatalError() }

            /// Unavailable: orders are explored on Linux alone.
            ///
            /// - Parameters:
            ///   - seeds: The number of orders.
            ///   - timers: The time at which tasks that sleep are resumed.
            /// - Returns: The trait.
            @available(*, unavailable, message: "explore on Linux with Swift 6.3: put the test in #if os(Linux)")
            public static func explored(seeds: Int, timers: ExploredTimers = .inOrder) -> Self { fatalError() }
        }
    #endif

    /// Unavailable: orders are explored on Linux alone.
    ///
    /// - Parameters:
    ///   - seeds: The number of orders.
    ///   - seed: The first seed of the random orders.
    ///   - timers: The time at which tasks that sleep are resumed.
    ///   - patience: The real time to wait for a job from outside before a run counts as a deadlock.
    ///   - steps: The number of steps after which a run fails.
    ///   - trace: A trace whose events are printed below the steps that made them, if it is on.
    ///   - order: The one order to run, as the issue of a failure names it.
    ///   - body: The body. It is called once a run.
    /// - Throws: Nothing, since it is not called.
    @available(*, unavailable, message: "explore on Linux with Swift 6.3: put the test in #if os(Linux)")
    public func explore(
        seeds: Int = 200, startingAt seed: UInt64 = 0, timers: ExploredTimers = .inOrder,
        patience: Duration = .milliseconds(200), steps: Int = 20_000, trace: Trace = .shared,
        replaying order: String? = nil,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws { fatalError() }
#endif
