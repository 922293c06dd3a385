import Foundation

/// Keeps the thread busy, and with it the actor that runs on it, until something holds; gives up after many looks.
///
/// - Returns: Whether it held.
@discardableResult
func spin(until condition: () -> Bool) -> Bool {
    for _ in 0..<2_000_000 {
        if condition() { return true }
        sched_yield()
    }
    return false
}

/// Lets other threads run for a while, so that what is on its way to the actor of this thread arrives there.
func spinForAWhile() {
    for _ in 0..<50 { sched_yield() }
}

/// Lets tasks run until something holds; gives up after many times.
///
/// - Returns: Whether it held.
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
