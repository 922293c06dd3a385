import Foundation

/// A gate that blocks a thread inside a handler until a test opens it.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    /// Blocks the thread until the gate is opened.
    ///
    /// Each call of `open()` lets one call return.
    func pass() { semaphore.wait() }
}

/// Yields the task until a condition holds, at most `bound` times.
///
/// - Returns: A Boolean value that indicates whether the condition held.
func eventually(_ bound: Int = 1_000_000_000, _ condition: () -> Bool) async -> Bool {
    for _ in 0..<bound {
        if condition() { return true }
        await Task.yield()
    }
    return condition()
}
