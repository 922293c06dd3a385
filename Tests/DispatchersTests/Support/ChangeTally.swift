import Dispatchers

/// Checks changes as they come, without keeping them: a test may look at it while many come.
final class ChangeTally: Sendable {
    private struct State: Sendable {
        var count = 0
        var last: Int?
        var isUnbroken = true
    }

    private let state = Protected(State())

    var count: Int { state.withLock { $0.count } }
    var last: Int? { state.withLock { $0.last } }

    /// Whether each began with the value that the one before ended on.
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
