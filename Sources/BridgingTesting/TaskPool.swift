import SignalboxCore
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The threads on which tasks run.
package enum TaskPool {
    private static let last = Protected<Task<Void, Never>?>(nil)

    /// The number of threads, as far as it is known.
    private static let width = Atomic(ProcessInfo.processInfo.activeProcessorCount)

    /// The time after which threads that do not come count as not there.
    private static let patience = Duration.seconds(2)

    /// Waits until each task that could run when this was called has run up to a suspension.
    ///
    /// For that, each thread of the pool has to run a job of this method, all at the same moment: then no thread is in the middle of
    /// another job. A number of yields does not do, since the system may have stopped a thread in its job for any time.
    package static func settle() async {
        // One after the other: two that have some of the threads each would wait for one another.
        let next = last.withLock { last in
            let previous = last
            let next = Task.detached(priority: Task.currentPriority) {
                await previous?.value
                await meet()
            }
            last = next
            return next
        }
        await next.value
    }

    private static func meet() async {
        let width = width.load(ordering: .relaxed)
        let arrivals = Arrivals()
        let end = ContinuousClock.now + patience
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<width {
                group.addTask {
                    arrivals.count.add(1, ordering: .relaxed)
                    while arrivals.count.load(ordering: .relaxed) < width {
                        guard ContinuousClock.now < end else { return arrivals.isLate.store(true, ordering: .relaxed) }
                    }
                }
            }
        }
        // The pool has fewer threads than the machine has processors.
        if arrivals.isLate.load(ordering: .relaxed) { Self.width.store(max(1, width - 1), ordering: .relaxed) }
    }

    private final class Arrivals: Sendable {
        let count = Atomic(0)
        let isLate = Atomic(false)
    }
}
