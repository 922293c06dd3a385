#if os(Linux) && compiler(>=6.3)
    import SignalboxCore
    public import Testing

    /// A trait that runs a test in many orders of its tasks, as `explore` does.
    ///
    /// ```swift
    /// @Test(.explored(seeds: 500)) func bothAreCounted() async { … }
    /// ```
    ///
    /// The events of `Trace.shared` are printed below the steps of a failure, if it is on.
    ///
    /// The test's suite is created anew for each run. A test that deadlocks, and does not end when its task is cancelled, ends the
    /// process once its issue was recorded: call `explore` in the test to go on.
    public struct ExploringTrait: TestTrait, SuiteTrait, TestScoping {
        private let seeds: Int
        private let timers: ExploredTimers

        /// A suite with the trait applies it to each of its tests.
        public var isRecursive: Bool { true }

        init(seeds: Int, timers: ExploredTimers) {
            self.seeds = seeds
            self.timers = timers
        }

        /// Runs a test in many orders.
        ///
        /// - Parameters:
        ///   - test: The test.
        ///   - testCase: The arguments of the test.
        ///   - function: The test's body, which is called once a run.
        /// - Throws: `ExplorationError` if the process cannot be explored.
        @concurrent public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
        ) async throws {
            try await SelfCheck.passes()
            let settings = ExplorationSettings(timers: timers, abandonsBodies: false)
            let failure = try await withoutActuallyEscaping(function) { body in
                let explorer = Explorer(settings: settings, trace: .shared, name: test.name, body: body)
                let failure = try await explorer.search(limit: seeds, seed: 0).failure
                if let failure, !failure.isBodyEnded { stop(failure, of: test) }
                return failure
            }
            if let failure { Issue.record(Comment(rawValue: failure.description), sourceLocation: test.sourceLocation) }
        }

        /// Ends the process: tasks that will never end use the test's body, which ends with its caller.
        private func stop(_ failure: ExplorationFailure, of test: Test) -> Never {
            fatalError(
                "\(test.sourceLocation): \(failure)\nCall explore in the test, to go on after a body that does not end."
            )
        }
    }

    extension Trait where Self == ExploringTrait {
        /// Runs the test in 200 orders of its tasks.
        public static var explored: Self { .explored(seeds: 200) }

        /// Runs the test in many orders of its tasks.
        ///
        /// - Parameters:
        ///   - seeds: The number of orders.
        ///   - timers: The time at which tasks that sleep are resumed.
        /// - Returns: The trait.
        public static func explored(seeds: Int, timers: ExploredTimers = .inOrder) -> Self {
            ExploringTrait(seeds: seeds, timers: timers)
        }
    }
#endif
