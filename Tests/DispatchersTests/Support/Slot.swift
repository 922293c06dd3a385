import Dispatchers

/// Holds a value for the closures of a test, until they or the test empty it.
final class Slot<Value: Sendable>: Sendable {
    private let state: Protected<Value?>

    init(_ value: Value? = nil) { state = Protected(value) }

    var value: Value? {
        get { state.withLock { $0 } }
        set { _ = exchange(newValue) }
    }

    /// Puts a value in and answers the old one, which is released outside of the lock.
    func exchange(_ newValue: Value?) -> Value? {
        state.withLock { value in
            defer { value = newValue }
            return value
        }
    }
}
