#if os(Linux) && compiler(>=6.3)
    import CExploring
    import Glibc
    import SignalboxCore

    /// Runs the tasks of one run, one job at a time, on the thread that explores.
    ///
    /// The executors of the process offer each job. A job is taken if its task was created in the run. The lock is held while jobs
    /// are added and chosen, never while one runs. It is a lock of POSIX, since the thread sanitizer of Swift 6.3.1 reports races for
    /// `Mutex`.
    @safe final class World: @unchecked Sendable {
        static let shared = World()

        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        /// Guarded by `mutex`.
        private var run: Run?
        /// The tasks of bodies that have not ended, guarded by `mutex`.
        private var abandoned: Set<UInt64> = []

        private init() {
            unsafe pthread_mutex_init(mutex, nil)
            unsafe pthread_cond_init(condition, nil)
        }

        /// A Boolean value that indicates whether the current thread runs a job of a run.
        static var isExploring: Bool { exploring_is_owner() }

        /// Runs `body` in the order of a schedule, on the current thread, and returns once nothing of it is left to run.
        ///
        /// - Parameters:
        ///   - plan: The rule of the schedule.
        ///   - settings: The bounds of the run.
        ///   - name: The place of the exploration, for the line that a trap leaves.
        ///   - trace: The trace whose events are attributed to the steps.
        ///   - body: The body.
        /// - Returns: The facts of the run.
        func perform(
            _ plan: Schedule.Plan, settings: ExplorationSettings, name: String, tracing trace: Trace? = nil,
            _ body: @escaping @Sendable () async throws -> Void
        ) -> RunResult {
            exploring_seed_random(0)
            exploring_set_time(0)
            exploring_set_owner(true)
            unsafe exploring_set_last_words(
                "The process ended while it explored \(name). To run that order again: \(plan) { … }\n")
            withLock { run = Run(plan, settings, trace.map { StepEvents(of: $0) }) }
            let outcome = Box<(any Error)?>(nil)
            let task = Task.explored {
                do {
                    try await body()
                } catch {
                    outcome.value = error
                }
                self.endBody()
            }
            let ending = drive(patience: settings.patience)
            if ending != .passed {
                task.cancel()
                withLock { run?.abandon(ending) }
                _ = drive(patience: .zero)
            }
            exploring_set_last_words(nil)
            exploring_set_owner(false)
            return finish(ending, settings, error: outcome.value)
        }

        // MARK: Called by the executors

        /// Notes a task that was created in the run.
        func noteTask(_ id: UInt64, name: String?, reference: TaskReference) {
            withLock { run?.noteTask(id, name: name, reference: reference) }
        }

        /// Takes a job, if it belongs to the run.
        ///
        /// - Parameters:
        ///   - job: The job.
        ///   - delay: The time to wait, of a task that sleeps.
        ///   - isPreference: A Boolean value that indicates whether only tasks of a run prefer the executor.
        /// - Returns: `false` if the job is for the platform.
        func take(_ job: Job, after delay: Duration? = nil, isPreference: Bool = false) -> Bool {
            let isOwner = exploring_is_owner()
            // A task that begins on the main actor is enqueued there before its creation is noted.
            let isCreation = isOwner && exploring_end_creating()
            let isTaken = withLock {
                if let task = job.task, abandoned.contains(task) { return true }
                if delay != nil, isOwner { run?.noteTimer(job) }
                guard run?.owns(job, onOwnThread: isOwner, isChild: isPreference || isCreation) == true else {
                    return false
                }
                run?.add(job, after: delay, fromOutside: !isOwner)
                unsafe pthread_cond_signal(condition)
                return true
            }
            if isTaken, isOwner { interrupt() }
            return isTaken
        }

        // MARK: Running

        private func endBody() { withLock { run?.isBodyEnded = true } }

        private func drive(patience: Duration) -> Ending {
            while true {
                let step = withLock { run?.next() ?? .end(.passed) }
                exploring_set_time(withLock { run?.time ?? 0 })
                switch step {
                case .run(let job): job.run()
                case .end(let ending): return ending
                case .wait: if !awaitOutside(patience) { return .deadlock }
                }
            }
        }

        /// Lets other jobs run where a task leaves an actor that has more messages to handle.
        private func interrupt() {
            guard unsafe withUnsafeCurrentTask(body: { unsafe $0 == nil }) else { return }
            while let job = withLock({ run?.beginInterruption() }) {
                job.run()
                withLock { run?.endInterruption() }
            }
        }

        /// Waits for a job from another thread.
        ///
        /// - Returns: `false` if none came in time.
        private func awaitOutside(_ patience: Duration) -> Bool {
            var deadline = timespec()
            unsafe exploring_get_real_time(&deadline)
            let (seconds, attoseconds) = patience.components
            let nanoseconds = deadline.tv_nsec + Int(attoseconds / 1_000_000_000)
            deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
            deadline.tv_nsec = nanoseconds % 1_000_000_000
            return withLock {
                while run?.hasNothingReady == true {
                    if unsafe pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { break }
                }
                return run?.hasNothingReady == false
            }
        }

        private func finish(_ ending: Ending, _ settings: ExplorationSettings, error: (any Error)?) -> RunResult {
            let (result, left) = withLock {
                var ended = run ?? Run(.departures(Departures()), settings, nil)
                run = nil
                abandoned.formUnion(ended.abandonedTasks)
                return ended.finish(ending, error: error)
            }
            for job in left { job.leave() }
            return result
        }

        private func withLock<Result>(_ body: () -> Result) -> Result {
            unsafe pthread_mutex_lock(mutex)
            defer { unsafe pthread_mutex_unlock(mutex) }
            return body()
        }
    }

    /// A variable that one thread after the other uses.
    final class Box<Value>: @unchecked Sendable {
        var value: Value
        init(_ value: Value) { self.value = value }
    }
#endif
