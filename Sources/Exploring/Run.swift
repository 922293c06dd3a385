#if os(Linux) && compiler(>=6.3)
    import SignalboxCore

    /// The way in which a run ended.
    enum Ending: Sendable, Hashable {
        case passed
        case deadlock
        case stepLimit
    }

    /// One job that ran, for people to read and for runs to be compared.
    struct RunStep: Sendable, Hashable {
        let task: Int
        let lane: Job.Lane
        /// The position of the job in the baseline's order, and the number of candidates.
        let choice: Int
        let candidates: Int
        /// The virtual time since the run began, in nanoseconds.
        let time: Int64
        /// A Boolean value that indicates whether the job ran while an actor handled another message.
        let isNested: Bool
    }

    /// The facts of a run that has ended.
    struct RunResult: Sendable {
        let ending: Ending
        /// A Boolean value that indicates whether the body has ended, if need be because it was cancelled.
        let isBodyEnded: Bool
        let error: (any Error)?
        let schedule: Schedule
        let steps: [RunStep]
        /// The names of the tasks, by number.
        let tasks: [String]
        /// The tasks that waited when the run ended, by number.
        let waiting: [Int]
        /// The events of the trace at each step, by its index.
        let events: [Int: [TraceEvent]]
        /// The number of jobs that came from threads outside of the run.
        let outsideCount: Int
    }

    /// The jobs, timers and choices of one run: decides what runs next.
    struct Run: Sendable {
        enum Step: Sendable {
            case run(Job)
            /// Wait for a job from outside.
            case wait
            case end(Ending)
        }

        private struct Timer: Sendable {
            let entry: ReadyJobs.Entry
            let deadline: Int64
        }

        var isBodyEnded = false
        /// The way in which the run ended, while its tasks are given the time to end after a cancellation.
        private var decided: (ending: Ending, steps: [RunStep], waiting: [Int])?
        private let settings: ExplorationSettings
        private var schedule: Schedule
        private var ready = ReadyJobs()
        private var timers: [Timer] = []
        /// The virtual time since the run began, in nanoseconds.
        private(set) var time: Int64 = 0
        private var tasks: [UInt64: Int] = [:]
        private var names: [String] = []
        private var references: [TaskReference] = []
        private var steps: [RunStep] = []
        private var outsideCount = 0
        private var stepsAfterBody = 0
        /// The jobs that run, each inside the one before it, with their steps.
        private var running: [(entry: ReadyJobs.Entry, step: Int)] = []
        private var events: StepEvents?

        init(_ plan: Schedule.Plan, _ settings: ExplorationSettings, _ events: StepEvents?) {
            schedule = Schedule(plan)
            self.settings = settings
            self.events = events
        }

        /// The tasks of a run whose body has not ended, which never run again.
        var abandonedTasks: [UInt64] { isBodyEnded ? [] : Array(tasks.keys) }

        var hasNothingReady: Bool { ready.isEmpty && timers.isEmpty }

        // MARK: Jobs that arrive

        mutating func noteTask(_ id: UInt64, name: String?, reference: TaskReference) {
            if let number = tasks[id] {
                if let name { names[number] = name }
                return
            }
            tasks[id] = names.count
            names.append(name ?? "task \(names.count)")
            references.append(reference)
        }

        /// Notes the task that resumes a sleeping one, which counts as the same.
        mutating func noteTimer(_ job: Job) {
            if let id = job.task, tasks[id] == nil { tasks[id] = running.last?.entry.task ?? 0 }
        }

        /// Returns whether a job belongs to this run, and notes the task of one that does: a child is first seen here.
        mutating func owns(_ job: Job, onOwnThread isOwner: Bool, isChild: Bool) -> Bool {
            guard let task = job.task else { return isOwner }
            if tasks[task] != nil { return true }
            guard isOwner, isChild, let reference = job.reference else { return false }
            noteTask(task, name: nil, reference: reference)
            return true
        }

        mutating func add(_ job: Job, after delay: Duration?, fromOutside: Bool) {
            if fromOutside { outsideCount += 1 }
            let task = job.task.flatMap { tasks[$0] } ?? running.last?.entry.task ?? 0
            let entry = ReadyJobs.Entry(job: job, task: task)
            guard let delay, delay > .zero else {
                ready.append(entry)
                return
            }
            timers.append(Timer(entry: entry, deadline: time + delay.nanoseconds))
        }

        // MARK: What runs next

        mutating func next() -> Step {
            if isBodyEnded || decided != nil {
                if hasNothingReady || stepsAfterBody >= 1_000 { return .end(.passed) }
                stepsAfterBody += 1
            } else if steps.count >= settings.steps {
                return .end(.stepLimit)
            }
            if ready.isEmpty, !advance() { return .wait }
            let mayFire = settings.timers == .anyOrder && !timers.isEmpty && decided == nil
            if mayFire, schedule.choose(among: 2) == 1 { fireFirstTimer() }
            running = []
            let count = ready.count
            let choice = decided == nil ? schedule.choose(among: count) : 0
            return .run(take(at: choice, of: count, choice: choice))
        }

        /// The job that runs while an actor handles another message, or `nil` if none does.
        mutating func beginInterruption() -> Job? {
            let isInActor = running.last?.entry.job.lane == .actor && running.count <= 3
            guard isInActor, !ready.isEmpty, decided == nil else { return nil }
            let choice = schedule.choose(among: ready.count + 1)
            guard choice > 0 else { return nil }
            return take(at: choice - 1, of: ready.count + 1, choice: choice)
        }

        mutating func endInterruption() {
            running.removeLast()
            if let step = running.last?.step { events?.go(on: step) }
        }

        private mutating func take(at index: Int, of count: Int, choice: Int) -> Job {
            let entry = ready.take(at: index)
            let step = RunStep(
                task: entry.task, lane: entry.job.lane, choice: choice, candidates: count, time: time,
                isNested: !running.isEmpty)
            running.append((entry, steps.count))
            events?.go(on: steps.count)
            steps.append(step)
            return entry.job
        }

        /// Moves the time to the first timer.
        private mutating func advance() -> Bool {
            guard let first = timers.map(\.deadline).min() else { return false }
            time = max(time, first)
            let due = timers.filter { $0.deadline <= time }
            timers.removeAll { $0.deadline <= time }
            for timer in due { ready.append(timer.entry) }
            return true
        }

        private mutating func fireFirstTimer() {
            guard let index = timers.indices.min(by: { timers[$0].deadline < timers[$1].deadline }) else { return }
            ready.append(timers.remove(at: index).entry)
        }

        // MARK: The end

        /// Decides how the run ended.
        ///
        /// The steps that follow a cancellation of the body are no part of it.
        mutating func abandon(_ ending: Ending) { decided = (ending, steps, waiting) }

        private var waiting: [Int] { references.indices.filter { references[$0].isKeptElsewhere } }

        /// Ends the run.
        ///
        /// - Parameters:
        ///   - ending: The way in which it ended.
        ///   - error: The error of the body.
        /// - Returns: The facts of the run, and the jobs that are left to the platform: none if the body has not ended, since what
        ///   the body uses may end with its caller.
        mutating func finish(_ ending: Ending, error: (any Error)?) -> (RunResult, left: [Job]) {
            let left = isBodyEnded ? ready.takeAll() + timers.map(\.entry.job) : []
            let result = RunResult(
                ending: decided?.ending ?? ending, isBodyEnded: isBodyEnded, error: error, schedule: schedule,
                steps: decided?.steps ?? steps, tasks: names, waiting: decided?.waiting ?? [],
                events: events?.bySteps ?? [:], outsideCount: outsideCount)
            return (result, left)
        }
    }

    extension Duration {
        fileprivate var nanoseconds: Int64 {
            let (seconds, attoseconds) = components
            let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            // The next century will do for a task that sleeps longer.
            return overflows ? .max / 4 : min(product + attoseconds / 1_000_000_000, .max / 4)
        }
    }
#endif
