import Synchronization

/// A state in one center, whatever its type.
///
/// Why it may be shared: what it and its subclass hold is constant or atomic, or guarded by the lock of the subclass.
class StateTopic: Topic, @unchecked Sendable {
    final let gate = ThreadGate()

    /// How many observers there are, those of dead owners included.
    final let observers = Atomic(0)

    /// Why a set or an update is refused inside of an update.
    static let isRunning = "an update of it is running"

    /// Keeps a report until the update has ended that the current thread is in.
    func append(_ report: @escaping @Sendable () -> Void) {}

    /// One change for both: another, and a new one after it.
    func merging(_ new: PendingMessage, after old: PendingMessage) -> PendingMessage { new }
}

/// A state in one center: its value, and the changes that have not been delivered yet.
///
/// The changes of a state are delivered one after the other, by one thread at a time. What is set meanwhile, by a handler or
/// by another thread, waits for that thread, and so does the first value of an observer: one that receives it from the queue
/// has missed no change and receives none twice.
final class StateCell<Value: Sendable>: StateTopic, @unchecked Sendable {
    /// Kept alive, since the cell is found by its identity.
    let root: StateRoot<Value>
    let lock = Protected(())

    // What follows is guarded by the lock. It is no structure behind it, since each set would have to look its type up.
    var current: Value
    var source: StateSource
    var isUpdating = false
    /// What is reported when the update has ended.
    var reports: [@Sendable () -> Void] = []
    private var isDelivering = false
    private var waiting = WaitingChanges()
    /// Observers that begin when there is a value: after an update, and after the first value of the center above.
    private var newcomers: [(subscription: Subscription, origin: Origin)] = []
    private var changeCount = 0

    init(_ root: StateRoot<Value>, _ source: StateSource) {
        self.root = root
        self.source = source
        current = root.initial
        super.init(id: ObjectIdentifier(root), showing: Value.self, kind: .value)
    }

    override var key: String? { root.name }
    override func box(_ value: Lent) -> any Sendable { value.box(as: StateChange<Value>.self) }
    override var pendingWork: PendingWork {
        lock.withLock { _ in PendingWork(isBusy: isDelivering, count: changeCount) }
    }
    override func append(_ report: @escaping @Sendable () -> Void) { lock.withLock { _ in reports.append(report) } }

    /// The value; waits while another thread updates it, and is `nil` if the thread would wait for itself.
    func value(in center: ObserverCenter) -> Value? {
        // What the copy replaces here, under the lock, is not the last reference to the initial value.
        var value = root.initial
        while true {
            let found = lock.withLock { _ -> StateSource? in
                if isUpdating { return nil }
                if source == .own { value = current }
                return source
            }
            if let found { return found == .own ? value : center.inheritedValue(of: root) }
            if !gate.wait(on: CurrentThread.current.number) { return nil }
        }
    }

    /// Sets the value and delivers the change; `false` if that is refused.
    func set(_ new: Value, _ context: SetContext, in center: ObserverCenter) -> Bool {
        catchUp(in: center)
        while !change(to: new, .own, context, in: center) {
            if !gate.wait(on: CurrentThread.current.number) {
                center.refuse(context, of: self, because: Self.isRunning)
                return false
            }
        }
        return true
    }

    /// Changes the value; `false` if it is being updated here, or was set here and is to be that of the center above.
    func change(
        to new: Value, _ source: StateSource, _ context: SetContext, in center: ObserverCenter
    ) -> Bool {
        var (old, effects) = (new, StateEffects())
        let isMade = lock.withLock { _ in
            if source == .own ? isUpdating : self.source == .own { return false }
            swap(&current, &old)
            note(from: old, as: source, context, in: center, &effects)
            return true
        }
        if isMade { finish(effects, StateChange(old: old, new: new), context, in: center) }
        return isMade
    }

    /// Takes the value of the center above, if the first one has not come yet: a change that is made here begins with it.
    func catchUp(in center: ObserverCenter) {
        guard lock.withLock({ _ in source == .awaited }) else { return }
        // In the closure of an update of the center above it has no value.
        guard let value = center.inheritedValue(of: root) else { return }
        _ = change(to: value, .inherited, center.currentContext(), in: center)
    }

    /// Notes a change to the current value; under the lock.
    func note(
        from old: Value, as source: StateSource, _ context: SetContext, in center: ObserverCenter,
        _ effects: inout StateEffects
    ) {
        // If it was awaited, no observer has begun.
        effects.isChange = self.source != .awaited
        self.source = source
        changeCount &+= 1
        if effects.isChange, observers.load(ordering: .acquiring) > 0 || context.event != nil {
            // If nothing is delivered before it, it need not wait.
            effects.isDelivered = !isDelivering
            if isDelivering { enqueue(from: old, context, in: center, &effects) }
        }
        admit(&effects)
    }

    /// Lets a change to the current value wait, under the lock; out of line, since it looks types up.
    @inline(never)
    private func enqueue(
        from old: Value, _ context: SetContext, in center: ObserverCenter, _ effects: inout StateEffects
    ) {
        let change = StateChange(old: old, new: current)
        let new = WaitingChange(message: pending(change, in: center.hub, from: context.origin(of: self)))
        effects.replaced = waiting.append(new, limit: center.hub.policy.queueLimit, of: self)
        if effects.replaced != nil { effects.merged = waiting.merged }
    }

    /// Lets an observer receive the current value, and later changes.
    func begin(
        _ subscription: Subscription, from origin: Origin, on actor: ObjectIdentifier?, in center: ObserverCenter
    ) {
        var effects = StateEffects()
        lock.withLock { _ in
            newcomers.append((subscription, origin))
            admit(&effects)
        }
        if effects.isDeliverer { deliverWaiting(on: actor, in: center) }
    }

    /// Lets the observers that begin wait for the current value, if there is one, and makes the current thread the one that
    /// delivers, if there is none and something to deliver; under the lock.
    func admit(_ effects: inout StateEffects) {
        if !isUpdating, source != .awaited, !newcomers.isEmpty { enqueueNewcomers() }
        effects.isDeliverer = !isDelivering && (effects.isDelivered || waiting.count > 0)
        isDelivering = isDelivering || effects.isDeliverer
    }

    @inline(never)
    private func enqueueNewcomers() {
        for (subscription, origin) in newcomers {
            let first = pending(StateChange(current: current), in: subscription.hub, from: origin)
            _ = waiting.append(WaitingChange(message: first, newcomer: subscription), limit: .max, of: self)
        }
        newcomers.removeAll(keepingCapacity: true)
    }

    /// A change that waits; what waits for all that a message led to does not wait for it.
    private func pending(_ change: StateChange<Value>, in hub: Hub, from origin: Origin) -> PendingMessage {
        let message = PendingMessage(change, of: self, in: hub, from: origin)
        message.endPart(isReceived: true)
        return message
    }

    override func merging(_ new: PendingMessage, after old: PendingMessage) -> PendingMessage {
        typealias Change = StateChange<Value>
        guard let change = new.message as? Change, let earlier = old.message as? Change else { return new }
        return pending(change.following(earlier), in: new.hub, from: new.origin)
    }

    /// Does what a change has left to do outside of the lock: delivers it, and then what waits.
    func finish(
        _ effects: StateEffects, _ change: @autoclosure () -> StateChange<Value>, _ context: SetContext,
        in center: ObserverCenter
    ) {
        if effects.isChange { center.trace.describe(context.event, change().values) }
        if effects.isDelivered {
            Lent.lend(change()) { deliver($0, context, in: center) }
        }
        if let overflow = effects.merged.flatMap(QueueOverflow.init(reporting:)) {
            center.report(overflow, by: context, of: self)
        }
        if effects.isDeliverer { deliverWaiting(on: context.actor, in: center) }
        for report in effects.reports { report() }
    }

    /// Delivers what waits, a share of it here and the rest in a task.
    private func deliverWaiting(on actor: ObjectIdentifier?, in center: ObserverCenter) {
        guard deliverShare(on: actor, in: center) else { return }
        Task.detached {
            while self.deliverShare(on: nil, in: center) { await Task.yield() }
        }
    }

    /// Delivers up to 1,024 changes; returns whether more may wait, and this thread is still the one that delivers.
    private func deliverShare(on actor: ObjectIdentifier?, in center: ObserverCenter) -> Bool {
        for _ in 0..<1_024 {
            let next = lock.withLock { _ in
                isDelivering = waiting.count > 0
                return waiting.popFirst()
            }
            guard let message = next?.message else { return false }
            if let newcomer = next?.newcomer {
                (newcomer.currentHandler as? StateHandler)?.begin(newcomer, with: message, on: actor)
            } else {
                let context = SetContext(
                    location: message.location, actor: actor, cause: message.origin, event: message.event)
                message.lend { deliver($0, context, in: center) }
            }
        }
        return true
    }

    /// Calls the observers that may be called here with a change, and leaves it to the others.
    private func deliver(_ value: Lent, _ context: SetContext, in center: ObserverCenter) {
        center.trace.within(context.event) {
            _ = center.hub.deliver(
                value, on: self, at: context.location, because: context.cause, actor: context.actor)
        }
    }
}

/// From where a state has its value.
enum StateSource {
    /// It was set in this center, or there is no other above.
    case own
    /// It will be that of the center above, which has not come yet.
    case awaited
    /// It is that of the center above, and follows it.
    case inherited
}
