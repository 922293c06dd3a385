import Dispatchers

/// A check of a series of state changes that stores only their count and the last value.
final class ChangeTally: Sendable {
    private struct State: Sendable {
        var count = 0
        var last: Int?
        var isUnbroken = true
    }

    private let state = Protected(State())

    var count: Int { state.withLock { $0.count } }
    var last: Int? { state.withLock { $0.last } }

    /// A Boolean value that indicates whether the old value of each change is the new value of the change before it.
    var isUnbroken: Bool { state.withLock { $0.isUnbroken } }

    func report(_ change: StateChange<Int>) {
        let (old, new) = (change.old, change.new)
        state.withLock { state in
            if state.last != nil, state.last != old { state.isUnbroken = false }
            state.last = new
            state.count += 1
        }
    }
}
