import SignalboxCore
import Synchronization

/// A state in one center, without its type: it delivers changes as its `StateMachine` decides.
///
/// Soundness: the stored properties of this class and of its subclass are constant or atomic, or guarded by the lock of `machine` or
/// of the tree, as they say.
class StateTopic: StateNode, @unchecked Sendable {
    /// Guards the value of the subclass as well.
    final let machine: Protected<StateMachine>

    /// Held by the thread that changes the value in place.
    final let updateLock = RefusingLock()

    /// A Boolean value that indicates whether it is set or observed here, and not only in centers below.
    ///
    /// A hint: each set reads it, and asks for `hasName` only once.
    final let isUsed = Atomic(false)

    /// A Boolean value that indicates whether it is among the `StateNames` of the tree for this center; guarded by the lock of the
    /// tree.
    final var hasName = false

    /// The source location of the last set that was made while the trace was on; guarded by the lock of `machine`.
    private final var lastSet: SourceLocation?

    /// The keeper of its values in this center; guarded by the lock of `machine`.
    private final var ownKeeper: StateKeeper?

    /// The source location of the set by which it got a value of its own in a center below another one; guarded by the lock of `machine`.
    private final var firstSet: SourceLocation?

    init(id: ObjectIdentifier, showing type: any Any.Type, _ phase: StateMachine.Phase) {
        machine = Protected(StateMachine(phase: phase))
        super.init(id: id, showing: type)
    }

    override final var state: StateTopic? { self }

    /// The current value as the first change of an observer, under the lock.
    var firstChange: any Sendable { () }

    /// Returns the values of a change.
    func values(of change: ValueAddress) -> [any Sendable] { [] }

    override final var totalIfIdle: Int? { machine.withLock { $0.deliveriesIfIdle } }

    /// The number of changes that were merged because too many waited.
    final var mergedCount: Int { machine.withLock { $0.waiting.mergedCount } }

    /// Lets an observer receive the current value, and later changes.
    ///
    /// - Parameters:
    ///   - subscription: Its subscription.
    ///   - actor: The current actor.
    final func admit(_ subscription: Subscription, on actor: ObjectIdentifier?) {
        let cause = Cause(of: self, at: subscription.location, on: .current)
        admit(StateMachine.Newcomer(subscription: subscription, cause: cause), on: actor)
    }

    private func admit(_ newcomer: StateMachine.Newcomer, on actor: ObjectIdentifier?) {
        let hub = newcomer.subscription.hub
        let isDeliverer = machine.withLock { machine in
            if machine.mustNewcomersWait {
                machine.postpone(newcomer)
                return false
            }
            enqueue(newcomer, firstChange, in: hub, &machine)
            return machine.beginDelivery()
        }
        if isDeliverer { deliverWaiting(on: actor, in: hub) }
    }

    /// Lets the first value of an observer wait, under the lock.
    final func enqueue(
        _ newcomer: StateMachine.Newcomer, _ change: any Sendable, in hub: Hub, _ machine: inout StateMachine
    ) {
        let first = Envelope(change, of: self, in: hub, because: newcomer.cause)
        _ = machine.enqueue(WaitingChange(message: first, newcomer: newcomer.subscription), limit: .max)
    }

    /// The work that a change leaves to do, or to release, outside the lock.
    struct Aftermath: Sendable {
        var change: StateMachine.Change?

        /// This change and the one that it was merged with, and the number of merged changes by now.
        var merged: ChangeQueue.Merged?
        var mergedCount = 0

        /// A Boolean value that indicates whether the current thread delivers the first values of observers, without a change.
        var deliversFirstValues = false

        /// A Boolean value that indicates whether the state had the value of the parent before.
        var hidesParent = false
    }

    /// Delivers a change, and then the changes that wait.
    final func finish(_ aftermath: Aftermath, _ change: ValueAddress, _ context: SetContext, in hub: Hub) {
        if hub.trace.isOn, aftermath.change != nil, !context.isInherited { record(change, context, in: hub) }
        if case .deliver? = aftermath.change {
            let posting = Posting(value: change, topic: UnretainedReference(self), location: context.location)
            if let cause = context.knownCause {
                _ = hub.deliver(posting, because: cause, on: context.actor, .current)
            } else {
                _ = hub.deliver(posting, on: context.actor, .current)
            }
        }
        switch aftermath.change {
        case .deliver, .enqueueAndDeliver: deliverWaiting(on: context.actor, in: hub)
        case .enqueue, .waitForUpdate, .ignore, nil: break
        }
        if let merged = aftermath.merged {
            merged.end()
            reportMerge(aftermath.mergedCount, context, in: hub)
        }
        if aftermath.deliversFirstValues { deliverWaiting(on: context.actor, in: hub) }
        if aftermath.hidesParent { noteFirstSet(context, in: hub) }
    }

    /// Records the source location and the values of a change, while the trace is on.
    private func record(_ change: ValueAddress, _ context: SetContext, in hub: Hub) {
        machine.withLock { _ in lastSet = context.location }
        hub.trace.describe(hub.trace.cause, values(of: change))
    }

    override final func close(in hub: Hub) {
        hub.tree.state.withLock { state in
            if hasName { state.stateNames.end(name, id) }
            hasName = false
        }
    }

    /// Returns the value; `nil` while a thread changes it in place.
    func currentValue(in hub: Hub) -> (any Sendable)? { nil }

    /// Returns a snapshot of the state.
    final func info(in hub: Hub, observerCount: Int) -> StateInfo {
        let isInherited = machine.withLock { $0.isInherited }
        return StateInfo(
            name: name, type: "\(type)", value: currentValue(in: hub), isInherited: isInherited,
            observerCount: observerCount, lastSet: lastSet(in: hub))
    }

    /// Returns the source location of the last set that was recorded, of an inherited value in the center that has it.
    private func lastSet(in hub: Hub) -> SourceLocation? {
        var state: StateTopic? = self
        var next: Hub? = hub
        while let topic = state {
            let (isInherited, place) = topic.machine.withLock { ($0.isInherited, topic.lastSet) }
            if !isInherited { return place }
            next = next?.parent
            state = next?.topics[id]?.object as? StateTopic
        }
        return nil
    }

    /// Notes the set by which the state got a value of its own, and reports it to a keeper that does not get the value.
    private func noteFirstSet(_ context: SetContext, in hub: Hub) {
        machine.withLock { _ in firstSet = context.location }
        guard keeper == nil, let keeper = keeper(above: hub) else { return }
        let lost = StateKeeper.LostValue(center: hub.name, setAt: context.location)
        hub.reporting(context.cause(of: self)) { keeper.report(lost) }
    }

    private func reportMerge(_ count: Int, _ context: SetContext, in hub: Hub) {
        guard let overflow = QueueOverflow(reporting: Loss(number: count, isMerge: true)) else { return }
        let failure = DeliveryFailure(overflow, of: name, from: context.location)
        hub.report(failure, because: context.cause(of: self))
    }

    /// Delivers the changes that wait: up to 1,024 here, and the rest in a task.
    private func deliverWaiting(on actor: ObjectIdentifier?, in hub: Hub) {
        for _ in 0..<1_024 {
            guard let next = machine.withLock({ $0.nextWaiting() }) else { return }
            deliver(next, on: actor, in: hub)
            next.message.endDelivery(isReceived: true)
        }
        Task.detached(name: "changes of a state") { self.deliverWaiting(on: nil, in: hub) }
    }

    private func deliver(_ next: WaitingChange, on actor: ObjectIdentifier?, in hub: Hub) {
        let message = next.message
        if let newcomer = next.newcomer {
            (newcomer.currentHandler as? StateHandler)?.receiveFirst(newcomer, with: message, on: actor)
            return
        }
        hub.trace.within(message.event) {
            CarriedValues.with(message.cause.carried) {
                message.lend { change in
                    let posting = Posting(value: change, topic: UnretainedReference(self), location: message.location)
                    _ = hub.deliver(posting, because: message.cause, on: actor, .current)
                }
            }
        }
    }
}

extension StateTopic {
    /// The keeper of its values in this center.
    final var keeper: StateKeeper? { machine.withLock { _ in ownKeeper } }

    /// The source location of the set by which it got a value of its own in a center below another one.
    final var ownSince: SourceLocation? { machine.withLock { _ in firstSet } }

    /// Replaces the keeper, if it is the one that is expected.
    ///
    /// - Returns: The keeper from now on.
    final func replaceKeeper(_ expected: StateKeeper?, by new: StateKeeper?) -> StateKeeper? {
        machine.withLock { _ in
            if ownKeeper === expected { ownKeeper = new }
            return ownKeeper
        }
    }

    /// Returns the keeper of the nearest center above a hub that has one.
    final func keeper(above hub: Hub) -> StateKeeper? {
        var next = hub.parent
        while let above = next {
            if let keeper = (above.topics[id]?.object as? StateTopic)?.keeper { return keeper }
            next = above.parent
        }
        return nil
    }
}

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
    func merge(_ new: Envelope, into old: Envelope) -> Envelope? { nil }

    /// Returns whether a change leaves the value as it was.
    func isUnchanged(_ change: Envelope) -> Bool { false }

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
