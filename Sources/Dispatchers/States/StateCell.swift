/// A state in one center, whatever its type: the changes that have not been delivered yet.
///
/// The changes of a state are delivered one after the other, by one thread at a time. What is set meanwhile, by a handler or
/// by another thread, waits for that thread, and so does the first value of an observer: one that receives it from the queue
/// has missed no change and receives none twice.
///
/// Why it may be shared: what it and its subclass hold is constant, or guarded by the lock.
class StateTopic: Topic, @unchecked Sendable {
    typealias Deferred = @Sendable (_ actor: ObjectIdentifier?) -> Void

    final let gate = ThreadGate()

    /// Its lock guards the value as well, which the subclass has.
    final let state: Protected<State>

    struct State: Sendable {
        var source: StateSource
        var isUpdating = false
        var isDelivering = false
        var waiting = WaitingChanges()
        /// What is done when there is a value: after an update, and after the first value of the parent has come.
        var deferred: [Deferred] = []

        /// Notes a change of the value; returns what it has left to do.
        mutating func note(_ source: StateSource) -> StateEffects {
            var effects = StateEffects(isSet: source == .own, isDelivered: !isDelivering)
            (self.source, isDelivering) = (source, true)
            swap(&deferred, &effects.deferred)
            return effects
        }
    }

    init(id: ObjectIdentifier, showing type: any Any.Type, _ source: StateSource) {
        state = Protected(State(source: source))
        super.init(id: id, showing: type, kind: .value)
    }

    /// The current value as the first change of an observer; under the lock.
    var firstChange: any Sendable { () }

    /// The values of a change.
    func values(of change: Lent) -> [any Sendable] { [] }

    /// One change for both: another, and a new one after it.
    func merging(_ new: PendingMessage, after old: PendingMessage) -> PendingMessage { new }

    override final var pendingWork: Int? { state.withLock { $0.isDelivering } ? nil : 0 }

    /// Has something done when the update has ended that the current thread is in.
    final func `defer`(_ action: @escaping Deferred) { state.withLock { $0.deferred.append(action) } }

    /// Lets an observer receive the current value, and later changes.
    ///
    /// - Parameters:
    ///   - subscription: Its subscription.
    ///   - origin: What led to the observation; that of now unless given.
    ///   - actor: The actor that is current.
    final func begin(_ subscription: Subscription, from origin: Origin? = nil, on actor: ObjectIdentifier?) {
        let origin = origin ?? Origin(of: self, at: subscription.location, on: CurrentThread.current)
        let isDeliverer = state.withLock { state in
            if state.isUpdating || state.source == .awaited {
                state.deferred.append { [weak self, weak subscription] actor in
                    if let subscription { self?.begin(subscription, from: origin, on: actor) }
                }
                return false
            }
            let first = pending(firstChange, in: subscription.hub, from: origin)
            _ = state.waiting.append(WaitingChange(message: first, newcomer: subscription), limit: .max)
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        if isDeliverer { deliverWaiting(on: actor, in: subscription.hub) }
    }

    /// A change that waits; what waits for all that a message led to does not wait for it.
    final func pending(_ change: any Sendable, in hub: Hub, from origin: Origin) -> PendingMessage {
        let message = PendingMessage(change, of: self, in: hub, from: origin)
        message.endPart(isReceived: true)
        return message
    }

    /// Does what a change has left to do outside of the lock: delivers it, and then what waits.
    final func finish(_ effects: StateEffects, _ change: Lent, _ context: SetContext, in hub: Hub) {
        if effects.isSet, hub.trace.isOn { hub.trace.describe(hub.trace.cause, values(of: change)) }
        if effects.isDelivered {
            let posting = Posting(value: change, topic: Borrowed(self), location: context.location)
            _ = hub.deliver(posting, because: context.cause, on: context.actor, .current)
            deliverWaiting(on: context.actor, in: hub)
        }
        if effects.replaced != nil, let overflow = QueueOverflow(reporting: effects.merged) {
            hub.report(overflow, by: context, of: self)
        }
        for action in effects.deferred { action(context.actor) }
    }

    /// Delivers what waits: up to 1,024 changes here, and the rest in a task.
    private func deliverWaiting(on actor: ObjectIdentifier?, in hub: Hub) {
        for _ in 0..<1_024 {
            let next = state.withLock { state in
                state.isDelivering = state.waiting.count > 0
                return state.waiting.popFirst()
            }
            guard let next else { return }
            let message = next.message
            if let newcomer = next.newcomer {
                (newcomer.currentHandler as? StateHandler)?.begin(newcomer, with: message, on: actor)
            } else {
                hub.trace.within(message.event) {
                    message.lend {
                        let posting = Posting(value: $0, topic: Borrowed(self), location: message.location)
                        _ = hub.deliver(posting, because: message.origin, on: actor, .current)
                    }
                }
            }
        }
        Task.detached { self.deliverWaiting(on: nil, in: hub) }
    }
}

/// The value of a state in one center.
final class StateCell<Value: Sendable>: StateTopic, @unchecked Sendable {
    /// Kept alive, since the cell is found by its identity.
    let root: StateRoot<Value>

    /// Guarded by the lock.
    ///
    /// It is not in the structure behind the lock, whose type each set would have to look up.
    /// Accesses never overlap, since no foreign code runs under the lock: checking that would cost a sixth of a set.
    @exclusivity(unchecked) var current: Value

    init(_ root: StateRoot<Value>, _ source: StateSource) {
        (self.root, current) = (root, root.initial)
        super.init(id: ObjectIdentifier(root), showing: Value.self, source)
    }

    override var key: String? { root.name }
    override func box(_ value: Lent) -> any Sendable { value.box(as: StateChange<Value>.self) }
    override var firstChange: any Sendable { StateChange(before: current, hasBefore: false, new: current) }
    override func values(of change: Lent) -> [any Sendable] { change.read(as: StateChange<Value>.self).values }

    override func merging(_ new: PendingMessage, after old: PendingMessage) -> PendingMessage {
        typealias Change = StateChange<Value>
        guard let change = new.message as? Change, var both = old.message as? Change else { return new }
        both.new = change.new
        return pending(both, in: new.hub, from: new.origin)
    }

    /// Reads the value; waits while another thread updates it, and returns `false` if the thread would wait for itself.
    func read(into value: inout Value, in center: ObserverCenter) -> Bool {
        repeat {
            let source = state.withLock { state -> StateSource? in
                if state.isUpdating { return nil }
                // What the copy replaces here, under the lock, is not the last reference to the initial value.
                if state.source == .own { value = current }
                return state.source
            }
            if let source { return source == .own || center.parent?.read(root, into: &value) ?? true }
        } while gate.pass {}
        return false
    }

    /// Sets the value and delivers the change; `false` in the closure of an update that the thread would wait for.
    func set(_ new: Value, _ context: SetContext, in center: ObserverCenter) -> Bool {
        catchUp(context, in: center)
        while !change(to: new, as: .own, context, in: center.hub) { if !gate.pass({}) { return false } }
        return true
    }

    /// Changes the value; `false` if it is being updated here, or was set here and is to be that of the parent.
    func change(to new: Value, as source: StateSource, _ context: SetContext, in hub: Hub) -> Bool {
        var (old, effects) = (new, StateEffects())
        let isMade = state.withLock { state in
            if source == .own ? state.isUpdating : state.source == .own { return false }
            swap(&current, &old)
            effects = state.note(source)
            if !effects.isDelivered { enqueue(from: old, context, in: hub, &state, &effects) }
            return true
        }
        guard isMade else { return false }
        Lent.lend(StateChange(before: old, hasBefore: true, new: new)) { finish(effects, $0, context, in: hub) }
        return true
    }

    /// Takes the value of the parent, if the first one has not come yet: a change that is made here begins with it.
    func catchUp(_ context: SetContext, in center: ObserverCenter) {
        guard let parent = center.parent, state.withLock({ $0.source == .awaited }) else { return }
        var value = root.initial
        // In the closure of an update of the parent's state there is none.
        if parent.read(root, into: &value) { _ = change(to: value, as: .inherited, context, in: center.hub) }
    }

    /// Lets a change to the current value wait, under the lock; out of line, since it looks types up.
    @inline(never)
    func enqueue(
        from old: Value, _ context: SetContext, in hub: Hub, _ state: inout State, _ effects: inout StateEffects
    ) {
        let change = StateChange(before: old, hasBefore: true, new: current)
        let message = pending(change, in: hub, from: context.origin(of: self))
        effects.replaced = state.waiting.append(WaitingChange(message: message), limit: hub.policy.queueLimit)
        effects.merged = state.waiting.merged
    }
}

/// What a change has left to do, or to release, outside of the lock.
struct StateEffects: Sendable {
    /// Whether the value was set, and not taken from the parent.
    var isSet = false
    /// Whether the current thread delivers the change, and then what waits.
    var isDelivered = false
    /// The change that became one with this one, and how many have done so by now.
    var replaced: PendingMessage?
    var merged = 0
    var deferred: [StateTopic.Deferred] = []
}

/// From where a state has its value.
enum StateSource {
    /// It was set in this center, or there is no parent.
    case own
    /// It will be that of the parent, which has not come yet.
    case awaited
    /// It is that of the parent, and follows it.
    case inherited
}
