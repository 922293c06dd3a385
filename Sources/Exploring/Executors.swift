#if os(Linux) && compiler(>=6.3)
    // Everything that needs an interface of the standard library that is not stable. Tried with Swift 6.3.1 on Linux; 6.2 has other
    // names, and `SelfCheck` refuses a later one that behaves otherwise.
    @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

    import CExploring

    /// The executors of the process: those of the platform, except for the jobs that an exploration takes.
    private struct ExploringExecutors: ExecutorFactory {
        static var mainExecutor: any MainExecutor { main }
        static var defaultExecutor: any TaskExecutor { global }

        static let main = ExploringMainExecutor()
        static let global = ExploringGlobalExecutor(isPreference: false)
        /// The executor that the tasks of a run prefer, and by which their children are known.
        static let preferred = ExploringGlobalExecutor(isPreference: true)
    }

    /// Installs the executors, before `main`.
    @c(signalbox_exploring_install)
    func installExecutors() {
        _createExecutors(factory: ExploringExecutors.self)
        let preference = unsafe unsafeBitCast(
            ExploringExecutors.preferred.asUnownedTaskExecutor(), to: (UnsafeRawPointer, UnsafeRawPointer).self)
        unsafe exploring_set_executor(preference.0, preference.1)
    }

    /// Notes a task that the exploring thread created.
    @c(signalbox_exploring_created)
    func noteCreatedTask(_ task: UnsafeMutableRawPointer, _ name: UnsafePointer<CChar>?) {
        let job = unsafe unsafeBitCast(task, to: UnownedJob.self)
        let reference = TaskReference(unsafe Unmanaged<AnyObject>.fromOpaque(task).takeUnretainedValue())
        World.shared.noteTask(
            identifier(ofTaskOf: job), name: unsafe name.map { unsafe String(cString: $0) }, reference: reference)
    }

    @_silgen_name("swift_retainCount")
    private func retainCount(of object: UnsafeMutableRawPointer) -> UInt

    /// A reference to a task's object, to ask whether the task has ended.
    ///
    /// The runtime keeps the object of a task until then.
    struct TaskReference: @unchecked Sendable {
        private let task: AnyObject

        init(_ task: AnyObject) { self.task = task }

        /// A Boolean value that indicates whether anything else keeps the task: it has not ended, or has a handle.
        var isKeptElsewhere: Bool { unsafe retainCount(of: Unmanaged.passUnretained(task).toOpaque()) > 1 }
    }

    @_silgen_name("swift_task_getJobTaskId")
    private func identifier(ofTaskOf job: UnownedJob) -> UInt64

    /// The main actor's executor: gives its jobs to the exploration, or to the platform.
    private final class ExploringMainExecutor: MainExecutor {
        private let platform = PlatformExecutorFactory.mainExecutor

        var isMainExecutor: Bool { true }

        func run() throws { try platform.run() }
        func stop() { platform.stop() }

        func enqueue(_ job: consuming ExecutorJob) {
            let unowned = UnownedJob(job)
            if World.shared.take(Job(unowned, .main)) { return }
            platform.enqueue(ExecutorJob(unowned))
        }

        func checkIsolated() {
            if exploring_is_owner() { return }
            platform.checkIsolated()
        }
    }

    /// The executor of all other tasks, and of those that sleep.
    private final class ExploringGlobalExecutor: TaskExecutor, SchedulingExecutor {
        private let isPreference: Bool
        private let platform = PlatformExecutorFactory.defaultExecutor

        init(isPreference: Bool) { self.isPreference = isPreference }

        func enqueue(_ job: consuming ExecutorJob) {
            let kind = job.kind.rawValue
            let unowned = UnownedJob(job)
            let job = Job(unowned, Job.actorKinds.contains(kind) ? .actor : .global)
            if World.shared.take(job, isPreference: isPreference) { return }
            platform.enqueue(ExecutorJob(unowned))
        }

        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
        ) {
            let unowned = UnownedJob(job)
            if let delay = delay as? Duration, World.shared.take(Job(unowned, .global), after: delay) { return }
            guard let scheduling = platform as? any SchedulingExecutor else {
                return platform.enqueue(ExecutorJob(unowned))
            }
            scheduling.enqueue(ExecutorJob(unowned), after: delay, tolerance: tolerance, clock: clock)
        }

        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
        ) {
            enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
        }
    }

    /// A job that waits, with the executor that runs it.
    struct Job: @unchecked Sendable {
        /// The kind of a job, which decides how it is run and which jobs may go before it.
        enum Lane: Sendable {
            /// A task, or an actor's messages, that runs on no actor of the main thread.
            case global
            /// The messages of a default actor, all in one step.
            case actor
            /// A task on the main actor.
            case main
        }

        /// The kinds of a job that handles the messages of a default actor: `DefaultActorInline` and `DefaultActorSeparate`.
        static let actorKinds = 192...193 as ClosedRange<UInt8>

        let lane: Lane
        /// The task's identifier in the process, or `nil` for a job that is no task.
        let task: UInt64?
        private let unowned: UnownedJob

        init(_ unowned: UnownedJob, _ lane: Lane) {
            self.unowned = unowned
            self.lane = lane
            let isTask = ExecutorJob(unowned).kind == .task
            task = isTask ? identifier(ofTaskOf: unowned) : nil
        }

        /// The task's object, or `nil` for a job that is no task.
        var reference: TaskReference? {
            guard task != nil else { return nil }
            let pointer = unsafe unsafeBitCast(unowned, to: UnsafeRawPointer.self)
            return TaskReference(unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue())
        }

        /// Runs the job on the current thread until it suspends.
        func run() {
            let global = unsafe ExploringExecutors.preferred.asUnownedTaskExecutor()
            if lane == .main {
                unsafe unowned.runSynchronously(
                    isolatedTo: ExploringExecutors.main.asUnownedSerialExecutor(), taskExecutor: global)
            } else {
                unsafe unowned.runSynchronously(on: global)
            }
        }

        /// Gives the job to the platform.
        func leave() {
            if lane == .main {
                PlatformExecutorFactory.mainExecutor.enqueue(ExecutorJob(unowned))
            } else {
                PlatformExecutorFactory.defaultExecutor.enqueue(ExecutorJob(unowned))
            }
        }
    }

    extension Task where Success == Void, Failure == Never {
        /// Starts the body of a run on the executor of the exploration, with the task-local values of the caller.
        static func explored(_ body: sending @escaping () async -> Void) -> Task {
            Task(name: "body", executorPreference: ExploringExecutors.preferred, operation: body)
        }
    }
#endif
