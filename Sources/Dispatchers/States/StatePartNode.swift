/// A part of a state as a topic.
///
/// A part is found by its step in the node of the whole. The whole retains it while something observes it or a part of
/// it. Its subscriptions are in the `SubscriptionList` of the state, in the order of all its observers. A change of the
/// state is converted to one of the part once, for all of them.
class StatePartNode: StateNode, @unchecked Sendable {
    private final class Identity {}

    let step: StatePartStep
    let whole: StateNode

    /// Retained, since its identity is that of the topic.
    private let identity = Identity()

    init(_ step: StatePartStep, of whole: StateNode, showing type: any Any.Type) {
        self.step = step
        self.whole = whole
        super.init(id: ObjectIdentifier(identity), showing: type)
    }

    override final var state: StateTopic? { whole.state }

    override final var key: String? { whole.name + step.name }

    override final func soleListTopic(in hub: Hub) -> Topic? { whole.soleListTopic(in: hub) }

    override final func add(_ subscription: Subscription) {
        super.add(subscription)
        attach()
    }

    override final func countEnded() {
        super.countEnded()
        detachIfUnobserved()
    }

    /// Makes sure that the whole retains it, under the lock.
    private func attach() {
        whole.attach(self)
        (whole as? StatePartNode)?.attach()
    }

    /// Lets the whole release it if nothing observes it, under the lock.
    private func detachIfUnobserved() {
        if isObserved { return }
        whole.detach(self)
        (whole as? StatePartNode)?.detachIfUnobserved()
    }
}
