import Dispatchers
import Foundation

/// Runs the jobs of one actor on a thread of its own, so that a test may block that actor alone.
final class ThreadExecutor: SerialExecutor {
    private let jobs = Protected([UnownedJob]())
    private let arrivals = DispatchSemaphore(value: 0)

    init() {
        // It goes with its executor, which a test keeps for as long as it runs.
        Thread.detachNewThread { [weak self] in while self?.runOne() != nil {} }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrivals.signal()
    }

    private func runOne() {
        arrivals.wait()
        jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedSerialExecutor())
    }
}
