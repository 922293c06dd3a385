/// A state, or a part of one, as a topic.
///
/// Soundness: `parts` is guarded by the lock of the hub. Other properties are constant, or guarded as the subclass
/// states.
class StateNode: Topic, @unchecked Sendable {
    /// The parts of it that are observed, or were looked up just now.
    ///
    /// A step can have two nodes for a short time: one that was looked up before the other lost its last observer.
    private var parts: [StatePartStep: [StatePartNode]] = [:]

    /// The state of which it is a part, or which it is.
    var state: StateTopic? { nil }

    /// Returns one change instead of two: a change, and a new one after it.
    func merge(_ new: PendingMessage, into old: PendingMessage) -> PendingMessage? { nil }

    /// Returns whether a change leaves the value as it was.
    func isUnchanged(_ change: PendingMessage) -> Bool { false }

    /// Returns a part of it, made if it is new.
    final func part(_ step: StatePartStep, in hub: Hub, _ make: () -> StatePartNode) -> StatePartNode {
        hub.tree.state.withLock { _ in
            if let known = parts[step]?.first { return known }
            let new = make()
            parts[step] = [new]
            return new
        }
    }

    /// Adds a part that was removed while nothing observed it, under the lock.
    final func attach(_ part: StatePartNode) {
        let known = parts[part.step] ?? []
        if known.contains(where: { $0 === part }) { return }
        parts[part.step] = known + [part]
    }

    /// Removes a part that nothing observes, under the lock.
    final func detach(_ part: StatePartNode) {
        let rest = (parts[part.step] ?? []).filter { $0 !== part }
        parts[part.step] = rest.isEmpty ? nil : rest
    }

    /// A Boolean value that indicates whether it or a part of it is observed, under the lock.
    final var isObserved: Bool { !subscriptions.isEmpty || !parts.isEmpty }

    override final var allSubscriptions: [Subscription] {
        if parts.isEmpty { return subscriptions.active }
        return subscriptions.active + parts.values.joined().flatMap(\.allSubscriptions)
    }

    override final func receivers(of value: any Sendable, in hub: Hub) -> Receivers {
        Receivers(subscriptions: allSubscriptions, keepsMessages: false)
    }
}
