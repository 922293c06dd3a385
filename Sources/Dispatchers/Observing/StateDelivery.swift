/// A change that waits to be delivered, and who is to be told.
struct StateDelivery: Sendable {
    enum Receivers: Sendable {
        case all(ListSnapshot<Listener>?)
        case one(Listener)

        /// Whether they are all observers of a moment.
        func isAll(of snapshot: ListSnapshot<Listener>?) -> Bool {
            switch (self, snapshot) {
            case (.all(let own?), let snapshot?): own.isSame(as: snapshot)
            case (.all(nil), nil): true
            default: false
            }
        }
    }

    let change: AnyStateChange
    let receivers: Receivers
    let occasion: StateOccasion

    /// The same as one change with the one before it.
    func following(_ other: StateDelivery) -> StateDelivery {
        StateDelivery(
            change: AnyStateChange(old: other.change.old, new: change.new), receivers: receivers, occasion: occasion)
    }
}

/// Who set a state, where, and because of what.
struct StateOccasion: Sendable {
    let step: StateStep
    /// Whether it is a set, and not the beginning of an observation.
    var isSet = true
    let thread: Int
    /// Where it was set, while that is traced.
    var origin: StateOrigin?

    /// What a thread is marked with that delivers it.
    var mark: StateMark { isSet ? StateMark(step) : StateMark(because: step.cause) }
}

/// The changes that wait for an observer: on another actor, or to become one.
final class PendingChanges: Sendable {
    /// How many may wait for an observer on another actor, unless it says otherwise.
    static let defaultLimit = 64

    /// Whether all that wait become one.
    let coalesces: Bool
    private let limit: Int
    private let state = Protected(State())

    typealias Pending = (change: AnyStateChange, occasion: StateOccasion)

    private struct State: Sendable {
        var waiting = Waiting<Pending>()
        /// Whether somebody is on the way to tell what waits.
        var isUnderWay = false
        var merged = 0
    }

    init(coalesces: Bool, limit: Int) {
        self.coalesces = coalesces
        self.limit = coalesces ? 1 : limit
    }

    /// How many changes have become one with an earlier one.
    var merged: Int { state.withLock { $0.merged } }

    /// Lets a change wait, and answers whether somebody has to come for it.
    func append(_ change: AnyStateChange, _ occasion: StateOccasion) -> Bool {
        // What the merged change held is released here, outside of the lock.
        var replaced: Pending?
        defer { withExtendedLifetime(replaced) {} }
        return state.withLock { state in
            if state.waiting.count >= limit, let last = state.waiting.last {
                let both = AnyStateChange(old: last.change.old, new: change.new)
                replaced = state.waiting.replaceLast(with: (both, occasion))
                state.merged += 1
                return false
            }
            state.waiting.append((change, occasion))
            defer { state.isUnderWay = true }
            return !coalesces || !state.isUnderWay
        }
    }

    /// Takes what waited longest.
    func next() -> Pending? { state.withLock { $0.waiting.popFirst() } }

    /// Whether, after one who came has told a change, nobody needs to come again, of changes that become one.
    func finish() -> Bool {
        state.withLock { state in
            state.isUnderWay = !state.waiting.isEmpty
            return !state.isUnderWay
        }
    }
}
