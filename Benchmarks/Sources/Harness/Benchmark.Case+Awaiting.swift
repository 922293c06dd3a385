extension Benchmark.Case {
    /// Takes a closure that awaits the work so many times, on the measured thread: what it awaits must not leave it.
    public init(_ name: String, awaiting run: @escaping @Sendable (_ times: Int) async -> Void) {
        self.init(name) { times in
            Task(executorPreference: InlineExecutor()) { await run(times) }
        }
    }
}

/// Runs a task where and when it is made.
private final class InlineExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}
