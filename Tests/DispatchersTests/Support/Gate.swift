import Foundation

/// Holds a thread inside of a handler until a test lets it go.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    /// Waits until it was opened, once for each time.
    func pass() { semaphore.wait() }
}

/// Lets others run until a condition holds, and answers whether it came to that: a bound, and no clock.
func eventually(_ bound: Int = 20_000_000, _ condition: () -> Bool) async -> Bool {
    for _ in 0..<bound {
        if condition() { return true }
        await Task.yield()
    }
    return condition()
}
