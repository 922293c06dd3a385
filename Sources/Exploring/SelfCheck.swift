#if os(Linux) && compiler(>=6.3)
    import CExploring

    /// Tests, at the first exploration of the process, that the runtime lets itself be explored.
    enum SelfCheck {
        private actor Counter {
            var value = 0
            func add(_ amount: Int) { value += amount }
        }

        @MainActor private static var problem: String??

        static func passes() async throws {
            if World.isExploring { throw ExplorationError(reason: .nested) }
            if let problem = await MainActor.run(body: { findProblem() }) {
                throw ExplorationError(reason: .unsupported(problem))
            }
        }

        @MainActor private static func findProblem() -> String? {
            if let problem { return problem }
            let found = check()
            problem = .some(found)
            return found
        }

        @MainActor private static func check() -> String? {
            guard exploring_is_installed() else {
                return "another executor was installed, or the module is linked into a dynamic library."
            }
            let hops = World.shared.perform(
                .departures(Departures()), settings: ExplorationSettings(), name: "the self-check"
            ) {
                let counter = Counter()
                async let first: Void = counter.add(1)
                await counter.add(2)
                await first
            }
            guard hops.ending == .passed, hops.schedule.counts.count >= 2 else {
                return "two hops to an actor are not two choices: the runtime is another one than that of Swift 6.3."
            }
            let yields = World.shared.perform(
                .departures(Departures()), settings: ExplorationSettings(), name: "the self-check"
            ) {
                await Task.yield()
                await MainActor.run {}
            }
            guard yields.ending == .passed, yields.steps.count >= 3, yields.steps.contains(where: { $0.lane == .main })
            else {
                return
                    "a yield or a hop to the main actor is not seen: the runtime is another one than that of Swift 6.3."
            }
            return nil
        }
    }
#endif
