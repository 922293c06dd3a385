import Dispatch

/// An actor with an executor of its own, which no exploration controls.
actor OutsideExecutorActor {
    private final class QueueExecutor: SerialExecutor {
        private let queue = DispatchQueue(label: "outside")

        func enqueue(_ job: consuming ExecutorJob) {
            let unowned = UnownedJob(job)
            queue.async { unowned.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private let executor = QueueExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func work() {}
}
