#if os(Linux) && compiler(>=6.3)
    import SignalboxCore

    /// The shortest order that fails, for people to read.
    struct ExplorationFailure: Sendable, CustomStringConvertible {
        let departures: Departures
        let description: String
        /// A Boolean value that indicates whether the body has ended.
        let isBodyEnded: Bool

        init(_ observed: ObservedRun, plan: Schedule.Plan, runs: Int) {
            departures = observed.run.schedule.made
            isBodyEnded = observed.run.isBodyEnded
            let lines = [
                Self.cause(of: observed),
                Self.origin(of: plan, runs: runs, departures: departures),
                Self.steps(of: observed),
                "To run this order again: explore(replaying: \"\(departures)\") { … }",
            ]
            description = lines.joined(separator: "\n")
        }

        private static func cause(of observed: ObservedRun) -> String {
            let run = observed.run
            switch run.ending {
            case .deadlock:
                let names = run.waiting.map { "“\(run.tasks[$0])”" }.joined(separator: ", ")
                return "A deadlock: the body has not ended, and nothing can run. These tasks wait: \(names)."
            case .stepLimit:
                return "The body has not ended after \(run.steps.count) steps, the limit."
            case .passed:
                let error = run.error.map { ["The body threw: \($0)"] } ?? []
                return (error + observed.issues).joined(separator: "\n")
            }
        }

        private static func origin(of plan: Schedule.Plan, runs: Int, departures: Departures) -> String {
            let found =
                switch plan {
                case .departures: "run \(runs)"
                case .random(let seed): "run \(runs), seed \(seed)"
                }
            let count = departures.count
            if count == 0 { return "Found by \(found), which is the baseline:" }
            return
                "Found by \(found); it needs \(count) departure\(count == 1 ? "" : "s") from the baseline, marked by *:"
        }

        private static func steps(of observed: ObservedRun) -> String {
            let run = observed.run
            let shown = ShownSteps(of: run.steps)
            let lines = run.steps.indices.flatMap { index -> [String] in
                if let count = shown.skipped[index] { return ["  … \(count) more steps"] }
                guard shown.contains(index) else { return [] }
                return [line(of: index, in: run)] + (run.events[index] ?? []).map { "       \($0.line)" }
            }
            return lines.joined(separator: "\n")
        }

        private static func line(of index: Int, in run: RunResult) -> String {
            let step = run.steps[index]
            let place =
                switch step.lane {
                case .main: " on the main actor"
                case .actor: " on an actor"
                case .global: ""
                }
            let choice = step.candidates > 1 ? " (of \(step.candidates))" : ""
            let nested = step.isNested ? ", while an actor handles another message" : ""
            let time = step.time > 0 ? " at \(Duration.nanoseconds(step.time))" : ""
            let mark = step.choice > 0 ? "*" : " "
            return "\(mark) \(index + 1). “\(run.tasks[step.task])”\(place)\(time)\(choice)\(nested)"
        }
    }

    /// The steps of a long run that are shown: the first and the last ones, and those beside a departure.
    private struct ShownSteps {
        /// The number of steps that are left out, by the index of the first of them.
        private(set) var skipped: [Int: Int] = [:]
        private var shown: Set<Int>

        init(of steps: [RunStep]) {
            shown = Set(steps.indices)
            guard steps.count > 100 else { return }
            let departures = steps.indices.filter { steps[$0].choice > 0 }
            let places = [0, steps.count - 1] + departures.prefix(20)
            shown = Set(places.flatMap { max(0, $0 - 10)..<min(steps.count, $0 + 10) })
            var first: Int?
            for index in steps.indices where !shown.contains(index) {
                if first == nil || shown.contains(index - 1) { first = index }
                if let first { skipped[first, default: 0] += 1 }
            }
        }

        func contains(_ index: Int) -> Bool { shown.contains(index) }
    }
#endif
