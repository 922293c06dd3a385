#if os(Linux) && compiler(>=6.3)
    /// The jobs that may run next, in the order of the baseline.
    ///
    /// The baseline lets the last task run on, at most 64 times, and else takes the job that waits longest. Of the main actor's jobs,
    /// only the oldest may run. A job is known by the number of its task in the run.
    struct ReadyJobs: Sendable {
        struct Entry: Sendable {
            let job: Job
            /// The task that is said to run: for an actor's messages, the one that sent the first.
            let task: Int
        }

        /// One of the jobs that run anywhere, or the first of the main actor's.
        private enum Slot: Sendable {
            case anywhere(Entry)
            case main
        }

        private var slots: [Slot] = []
        private var mainJobs: [Entry] = []
        private var lastTask: Int?
        private var streak = 0

        var count: Int { slots.count }
        var isEmpty: Bool { slots.isEmpty }

        mutating func append(_ entry: Entry) {
            if entry.job.lane != .main {
                slots.append(.anywhere(entry))
                return
            }
            if mainJobs.isEmpty { slots.append(.main) }
            mainJobs.append(entry)
        }

        /// Removes the candidate at a position of the baseline's order.
        ///
        /// Those before it go behind all others.
        mutating func take(at choice: Int) -> Entry {
            let favored = favoredIndex
            if let favored { slots.insert(slots.remove(at: favored), at: 0) }
            let slot = slots.remove(at: choice)
            slots.append(contentsOf: slots[..<choice])
            slots.removeFirst(choice)
            let entry: Entry
            switch slot {
            case .anywhere(let taken):
                entry = taken
            case .main:
                entry = mainJobs.removeFirst()
                if !mainJobs.isEmpty { slots.append(.main) }
            }
            streak = entry.task == lastTask ? streak + 1 : 0
            lastTask = entry.task
            return entry
        }

        /// Removes all jobs, in the order in which they wait.
        mutating func takeAll() -> [Job] {
            let jobs = slots.compactMap { slot in
                if case .anywhere(let entry) = slot { entry.job } else { nil }
            }
            let all = jobs + mainJobs.map(\.job)
            slots = []
            mainJobs = []
            return all
        }

        /// The slot of the task that ran last.
        private var favoredIndex: Int? {
            guard streak < 64 else { return nil }
            return slots.firstIndex { slot in
                switch slot {
                case .anywhere(let entry): entry.task == lastTask
                case .main: mainJobs.first?.task == lastTask
                }
            }
        }
    }
#endif
