import Dispatchers
import Foundation

/// A serial executor with its own thread, so that a test can block one actor alone.
final class ThreadExecutor: SerialExecutor {
    private let jobs = Protected([UnownedJob]())
    private let arrivals = DispatchSemaphore(value: 0)

    init() {
        // The thread ends with its executor, which a test keeps as long as it runs.
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
