import Dispatchers

/// A mutable optional value that a test shares with its closures.
final class Slot<Value: Sendable>: Sendable {
    private let state: Protected<Value?>

    init(_ value: Value? = nil) { state = Protected(value) }

    var value: Value? {
        get { state.withLock { $0 } }
        set { _ = exchange(newValue) }
    }

    /// Replaces the value and returns the old one, which is released outside the lock.
    func exchange(_ newValue: Value?) -> Value? {
        state.withLock { value in
            defer { value = newValue }
            return value
        }
    }
}
