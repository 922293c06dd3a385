#if os(Linux) && compiler(>=6.3)
    import CExploring
    import SignalboxCore
    import Synchronization
    import Testing

    /// The counts of an exploration, and the shortest order that failed.
    struct ExplorationResult: Sendable {
        var counts = ExplorationCounts()
        var failure: ExplorationFailure?
        /// A number that depends on each step of each run, and is the same in each process.
        private(set) var digest: UInt64 = 0

        fileprivate mutating func count(_ run: RunResult) {
            counts.runs += 1
            if run.outsideCount > 0 { counts.outside += 1 }
            for step in run.steps {
                for number in [step.task, step.choice, step.candidates, Int(step.time)] {
                    var mixed = SplitMix64(seed: digest ^ UInt64(truncatingIfNeeded: number))
                    digest = mixed.next()
                }
            }
        }
    }

    /// Runs the orders that a search asks for, and shortens the first that fails.
    struct Explorer: Sendable {
        let settings: ExplorationSettings
        let trace: Trace?
        /// The place of the exploration, for the line that a trap leaves.
        let name: String
        let body: @Sendable () async throws -> Void

        /// Runs orders until one fails.
        func search(limit: Int, seed: UInt64) async throws -> ExplorationResult {
            var search = OrderSearch(limit: limit, seed: seed)
            var result = ExplorationResult()
            var orders: Set<[RunStep]> = []
            while let plan = search.next() {
                let observed = try await observe(plan)
                result.count(observed.run)
                orders.insert(observed.run.steps)
                result.counts.orders = orders.count
                if observed.fails {
                    let shortest = canGoOn(after: observed) ? try await shorten(observed) : observed
                    result.failure = ExplorationFailure(shortest, plan: plan, runs: result.counts.runs)
                    return result
                }
                try await checkRepeats(observed)
                if case .departures(let departures) = plan {
                    search.learn(departures, counts: observed.run.schedule.counts)
                }
            }
            return result
        }

        /// Runs one order.
        func replay(_ departures: Departures) async throws -> ExplorationResult {
            let observed = try await observe(.departures(departures))
            var result = ExplorationResult()
            result.count(observed.run)
            result.counts.orders = 1
            if observed.fails {
                result.failure = ExplorationFailure(observed, plan: .departures(departures), runs: 1)
            }
            return result
        }

        private func canGoOn(after observed: ObservedRun) -> Bool {
            settings.abandonsBodies || observed.run.isBodyEnded
        }

        private func shorten(_ failing: ObservedRun) async throws -> ObservedRun {
            var shortest = failing
            var shortening = Shortening(failing.run.schedule.made)
            while let departures = shortening.next() {
                let observed = try await observe(.departures(departures))
                shortening.learn(fails: observed.fails, made: observed.run.schedule.made)
                if observed.fails { shortest = observed }
            }
            return shortest
        }

        /// Throws if the order of a run is not the same a second time.
        private func checkRepeats(_ observed: ObservedRun) async throws {
            let again = try await observe(.departures(observed.run.schedule.made))
            if observed.run.outsideCount + again.run.outsideCount > 0 { return }
            guard again.run.steps != observed.run.steps else { return }
            throw ExplorationError(reason: .notRepeatable(Difference(observed.run, again.run).description))
        }

        /// Runs the body once, and keeps its failing issues to itself.
        private func observe(_ plan: Schedule.Plan) async throws -> ObservedRun {
            if World.isExploring { throw ExplorationError(reason: .nested) }
            let issues = Box<[Issue]>([])
            let lock = Mutex(())
            let handling = IssueHandlingTrait.compactMapIssues { issue in
                guard issue.isFailure else { return issue }
                lock.withLock { _ in issues.value.append(issue) }
                return nil
            }
            let run = Box<RunResult?>(nil)
            let trace = trace.flatMap { $0.isOn ? $0 : nil }
            let perform: @concurrent @Sendable () async throws -> Void = {
                run.value = await MainActor.run {
                    World.shared.perform(plan, settings: settings, name: name, tracing: trace, body)
                }
            }
            if let test = Test.current {
                try await handling.provideScope(for: test, testCase: Test.Case.current, performing: perform)
            } else {
                try await perform()
            }
            guard let run = run.value else {
                throw ExplorationError(reason: .unsupported("a trait of the test did not call it."))
            }
            return ObservedRun(run: run, issues: issues.value.map(\.placedDescription))
        }
    }

    extension Issue {
        /// The description, with the place of the expectation.
        fileprivate var placedDescription: String {
            let place = sourceLocation.map { " at \($0.fileID):\($0.line)" } ?? ""
            return "\(self)" + place
        }
    }

    /// A run with what was observed of it from outside.
    struct ObservedRun: Sendable {
        let run: RunResult
        let issues: [String]

        var fails: Bool { run.ending != .passed || run.error != nil || !issues.isEmpty }
    }

    /// The first step at which two runs of one order differ.
    private struct Difference: CustomStringConvertible {
        let description: String

        init(_ first: RunResult, _ second: RunResult) {
            let index = zip(first.steps, second.steps).enumerated().first { $1.0 != $1.1 }?.offset
            let step = index ?? min(first.steps.count, second.steps.count)
            description = """
                The order “\(first.schedule.made)” ran differently twice, from step \(step + 1) on, so that no failure could be repeated. \
                The body depends on something that is not explored, such as the real clock, random numbers, the order of a \
                dictionary, or state that it shares with earlier runs.
                """
        }
    }
#endif
