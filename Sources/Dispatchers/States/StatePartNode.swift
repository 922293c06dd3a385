/// A part of a state as a topic.
///
/// It is found by its step in the node of the whole. The whole retains it while something observes it or a part of it. Its
/// subscriptions are in the list of the state. A change of the state is converted to one of the part once, for all of them.
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

    override final func listedTopic(in hub: Hub) -> Topic? { whole.listedTopic(in: hub) }

    override final func add(_ subscription: Subscription) {
        super.add(subscription)
        attach()
    }

    override final func noteEnd() {
        super.noteEnd()
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

/// A part of a state whose types are known.
final class StatePart<Whole: Sendable, Part: Sendable & Equatable>: StatePartNode, @unchecked Sendable {
    private let part: @Sendable (Whole) -> Part

    init(_ step: StatePartStep, of whole: StateNode, _ part: @escaping @Sendable (Whole) -> Part) {
        self.part = part
        super.init(step, of: whole, showing: Part.self)
    }

    override func box(_ value: Lent) -> any Sendable { value.box(as: StateChange<Part>.self) }

    override func convert(_ posting: Posting, in scope: DeliveryScope) -> Conversion? {
        var change: StateChange<Part>?
        func convert(_ whole: Lent) -> Bool {
            change = partialChange(whole.read(as: StateChange<Whole>.self))
            return true
        }
        if posting.topic.with({ $0.id }) == whole.id {
            _ = convert(posting.value)
        } else {
            _ = scope.conversion(to: whole)?.lend(to: convert)
        }
        return change.map { TypedConversion($0, to: self) }
    }

    /// Returns the change of the part; `nil` if the part did not change.
    private func partialChange(_ whole: StateChange<Whole>) -> StateChange<Part>? {
        let new = part(whole.new)
        guard whole.hasBefore else { return StateChange(before: new, hasBefore: false, new: new) }
        let before = part(whole.before)
        return before == new ? nil : StateChange(before: before, hasBefore: true, new: new)
    }

    override func merge(_ new: PendingMessage, into old: PendingMessage) -> PendingMessage? {
        StateChange<Part>.merge(new, into: old)
    }

    override func isUnchanged(_ change: PendingMessage) -> Bool {
        guard let change = change.message as? StateChange<Part> else { return false }
        return change.hasBefore && change.before == change.new
    }
}
