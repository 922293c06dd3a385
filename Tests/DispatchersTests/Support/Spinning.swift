import Foundation

/// Blocks the current thread and its actor until a condition holds, for at most 100,000,000 rounds.
///
/// - Returns: A Boolean value that indicates whether the condition held.
@discardableResult
func spin(until condition: () -> Bool) -> Bool {
    for _ in 0..<100_000_000 {
        if condition() { return true }
        sched_yield()
    }
    return false
}

/// Yields the thread 50 times, so that jobs for the actor of this thread reach its queue.
func spinForAWhile() {
    for _ in 0..<50 { sched_yield() }
}

/// Yields the task until a condition holds, at most 20,000 times.
///
/// - Returns: A Boolean value that indicates whether the condition held.
@discardableResult
func yield(
    isolation: isolated (any Actor)? = #isolation, until condition: () -> Bool
) async -> Bool {
    for _ in 0..<20_000 {
        if condition() { return true }
        await Task.yield()
    }
    return condition()
}
