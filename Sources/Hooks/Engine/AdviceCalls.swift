import SignalboxCore
import Synchronization

/// The running calls of one hook's advice, for others to wait until they have ended.
///
/// A synchronous call costs two additions. An awaited call is known to its task, so that it does not wait for itself.
final class AdviceCalls: Sendable {
    /// The awaited calls.
    let awaited = RunningCalls()

    private let running = Atomic(0)
    private let waiters = Protected([CheckedContinuation<Void, Never>]())

    /// Counts a synchronous call that begins.
    ///
    /// The caller counts first and looks afterwards whether the hook has ended. Who ends the hook writes that first and looks at
    /// the count afterwards. Both are sequentially consistent, so one of them sees the other.
    func begin() { running.add(1, ordering: .sequentiallyConsistent) }

    /// Counts a synchronous call that has ended.
    ///
    /// - Returns: A Boolean value that indicates whether it was the last one.
    func end() -> Bool { running.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 }

    /// Resumes those who wait for synchronous calls.
    func resumeWaiters() {
        let ready = waiters.withLock { waiters in
            let ready = waiters
            waiters = []
            return ready
        }
        for waiter in ready { waiter.resume() }
    }

    /// Waits for all running calls, except for those that enclose the current task.
    ///
    /// No further call may begin.
    func wait() async {
        await withCheckedContinuation { waiter in
            waiters.withLock { $0.append(waiter) }
            if running.load(ordering: .sequentiallyConsistent) == 0 { resumeWaiters() }
        }
        await awaited.wait()
    }
}
