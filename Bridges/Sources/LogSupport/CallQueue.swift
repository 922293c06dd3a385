import Dispatch
import Synchronization

/// A serial queue for calls of a client library that block.
///
/// Such calls need a thread that is not one of the concurrency runtime.
package final class CallQueue: Sendable {
    private let queue: DispatchQueue

    /// Creates a queue.
    package init(_ label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs calls when those that were added before have ended.
    ///
    /// - Parameter body: Makes the calls. Long ones look at the cancellation again and again.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; `CancellationError` as soon as the task is cancelled. Then the body may still go on.
    package func run<Result: Sendable>(
        _ body: @escaping @Sendable (CallCancellation) throws -> Result
    ) async throws -> Result {
        let call = PendingCall<Result>()
        let cancellation = CallCancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                call.begin(continuation)
                if cancellation.isCancelled { return call.resume(with: .failure(CancellationError())) }
                queue.async {
                    if cancellation.isCancelled { return }
                    call.resume(with: Swift.Result { try body(cancellation) })
                }
            }
        } onCancel: {
            cancellation.cancel()
            call.resume(with: .failure(CancellationError()))
        }
    }
}

/// The cancellation of the task that waits for calls.
package final class CallCancellation: Sendable {
    private let state = Mutex<ContinuousClock.Instant?>(nil)

    /// Creates one that has not happened.
    package init() {}

    /// The time of the cancellation, after which no task waits for the calls; `nil` if it has not happened.
    package var moment: ContinuousClock.Instant? { state.withLock { $0 } }

    /// A Boolean value that indicates whether it has happened.
    package var isCancelled: Bool { moment != nil }

    fileprivate func cancel() { state.withLock { $0 = .now } }
}

/// The continuation of a task that waits for calls, which is resumed once.
private final class PendingCall<Result: Sendable>: Sendable {
    private let continuation = Mutex<CheckedContinuation<Result, any Error>?>(nil)

    func begin(_ new: CheckedContinuation<Result, any Error>) {
        continuation.withLock { $0 = new }
    }

    func resume(with result: Swift.Result<Result, any Error>) {
        let waiting = continuation.withLock { continuation in
            let waiting = continuation
            continuation = nil
            return waiting
        }
        waiting?.resume(with: result)
    }
}
