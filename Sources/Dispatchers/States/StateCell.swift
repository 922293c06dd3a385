import Synchronization

/// A state in one center, whatever its type.
///
/// Why it may be shared: what it and its subclass hold is constant or atomic, or guarded by the lock of the subclass.
class StateTopic: Topic, @unchecked Sendable {
    final let gate = UpdateGate()

    /// The number of the change that is being delivered, by the one thread that delivers.
    final let version = Atomic<UInt64>(0)

    /// How many observers there are, those of dead owners included.
    final let observers = Atomic(0)

    /// Keeps a report until the update has ended that the current thread is in.
    func append(_ report: @escaping @Sendable () -> Void) {}
}

/// A state in one center: its value, and the changes that have not been delivered yet.
///
/// The changes of a state are delivered one after the other, by one thread at a time. What is set meanwhile, by a handler or
/// by another thread, waits for that thread.
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
    private var waiting = Waiting<WaitingChange<Value>>()
    /// Whether something waits: to ask it, the type of what waits need not be looked up.
    private var hasWaiting = false
    private var merged = 0
    /// The number of the last change, and of the last one when an observer last began.
    private var lastChange: UInt64 = 0
    private var lastBeginning: UInt64 = 0
    /// Observers that begin when the update ends, or when the first value of the center above has come.
    private var newcomers: [StateNewcomer] = []

    init(_ root: StateRoot<Value>, _ source: StateSource) {
        self.root = root
        self.source = source
        current = root.initial
        super.init(id: ObjectIdentifier(root), showing: Value.self, kind: .value)
    }

    override var pendingWork: PendingWork {
        lock.withLock { _ in PendingWork(isBusy: isDelivering, count: Int(truncatingIfNeeded: lastChange)) }
    }

    override var key: String? { root.name }
    override func box(_ value: Lent) -> any Sendable { value.box(as: StateChange<Value>.self) }
    override func append(_ report: @escaping @Sendable () -> Void) { lock.withLock { _ in reports.append(report) } }

    /// The value; waits while another thread updates it.
    func value(in center: ObserverCenter) -> Value {
        guard let value = availableValue(in: center) else {
            preconditionFailure(
                "the closure that updates the state “\(root.name)” reads it, or waits for one that does")
        }
        return value
    }

    /// The value; waits while another thread updates it, and is `nil` if the thread would wait for itself.
    func availableValue(in center: ObserverCenter) -> Value? {
        // What the copy replaces here, under the lock, is not the last reference to the initial value.
        var value = root.initial
        while true {
            let found = lock.withLock { _ -> StateSource? in
                if isUpdating { return nil }
                if source == .own { value = current }
                return source
            }
            if found == .own { return value }
            if found != nil {
                guard let parent = center.parent else { return root.initial }
                return parent.availableValue(of: root)
            }
            if !gate.wait(on: CurrentThread.current.number) { return nil }
        }
    }

    /// Sets the value and delivers the change; `false` if that is refused.
    func set(_ new: Value, _ context: SetContext, in center: ObserverCenter) -> Bool {
        catchUp(in: center)
        while true {
            var (old, effects) = (new, StateEffects())
            let isSet = lock.withLock { _ in
                if isUpdating { return false }
                swap(&current, &old)
                note(from: old, as: .own, context, center.queueLimit, &effects)
                return true
            }
            if isSet {
                finish(effects, StateChange(from: old, to: new), context, in: center)
                return true
            }
            if !gate.wait(on: CurrentThread.current.number) {
                center.refuse(context, of: self)
                return false
            }
        }
    }

    /// Notes a change to the current value; under the lock.
    func note(
        from old: Value, as source: StateSource, _ context: SetContext, _ limit: Int, _ effects: inout StateEffects
    ) {
        let wasAwaited = self.source == .awaited
        self.source = source
        lastChange += 1
        // If it was awaited, no observer has received a value yet.
        if wasAwaited { return admit(&effects) }
        guard observers.load(ordering: .acquiring) > 0 || context.event != nil else { return }
        // Nothing waits before it: it need not wait itself.
        if beginDelivering(&effects) {
            effects.version = lastChange
            return
        }
        let change = StateChange(from: old, to: current)
        append(WaitingChange(change: change, version: lastChange, context: context), limit, &effects)
    }

    /// Lets a change wait; of more than may wait the newest become one, if they are for the same observers; under the lock.
    private func append(_ new: WaitingChange<Value>, _ limit: Int, _ effects: inout StateEffects) {
        if new.newcomer == nil, waiting.count >= limit, let last = waiting.last, last.newcomer == nil,
            last.version > lastBeginning
        {
            merged += 1
            (effects.merged, effects.replaced) = (merged, waiting.replaceLast(with: new.following(last)))
        } else {
            waiting.append(new)
            hasWaiting = true
        }
        _ = beginDelivering(&effects)
    }

    /// Makes the current thread the one that delivers, if there is none; under the lock.
    private func beginDelivering(_ effects: inout StateEffects) -> Bool {
        if isDelivering { return false }
        isDelivering = true
        effects.isDeliverer = true
        return true
    }

    /// Lets an observer receive the current value, and later changes; after an update, if one is running.
    func begin(_ new: StateNewcomer, in center: ObserverCenter) {
        var (effects, value, isFirst) = (StateEffects(), root.initial, false)
        lock.withLock { _ in
            newcomers.append(new)
            if isUpdating || source == .awaited { return }
            isFirst = !new.skipsCurrent && beginDelivering(&effects)
            if isFirst { value = current }
            admit(&effects, isFirst: isFirst)
        }
        if isFirst { deliver(StateChange(current: value), new.context, to: new.subscription, in: center) }
        finish(effects, StateChange(current: value), new.context, in: center)
    }

    /// Lets observers begin that have waited, unless they still have to; under the lock.
    ///
    /// - Parameters:
    ///   - effects: Gets those that begin, to be released outside of the lock.
    ///   - isFirst: Whether the caller delivers the current value to the only one.
    func admit(_ effects: inout StateEffects, isFirst: Bool = false) {
        if isUpdating || source == .awaited || newcomers.isEmpty { return }
        swap(&newcomers, &effects.newcomers)
        lastBeginning = lastChange
        for new in effects.newcomers {
            new.handler.begin(after: lastChange)
            if new.skipsCurrent || isFirst { continue }
            let first = WaitingChange(
                change: StateChange(current: current), context: new.context, newcomer: new.subscription)
            append(first, .max, &effects)
        }
    }

    /// Does what a change has left to do: delivers what waits, a share of it here and the rest in a task.
    func finish(
        _ effects: StateEffects, _ change: @autoclosure () -> StateChange<Value>, _ context: SetContext,
        in center: ObserverCenter
    ) {
        if let version = effects.version { deliver(change(), version, context, in: center) }
        if let overflow = effects.merged.flatMap(QueueOverflow.init(reporting:)) {
            center.report(overflow, by: context, of: self)
        }
        if effects.isDeliverer, deliverShare(on: context.actor, in: center) {
            Task.detached {
                while self.deliverShare(on: nil, in: center) { await Task.yield() }
            }
        }
        for report in effects.reports { report() }
    }

    /// Delivers up to 1,024 changes; returns whether more may wait, and this thread is still the one that delivers.
    private func deliverShare(on actor: ObjectIdentifier?, in center: ObserverCenter) -> Bool {
        for _ in 0..<1_024 {
            let goesOn = lock.withLock { _ in
                if !hasWaiting { isDelivering = false }
                return hasWaiting
            }
            guard goesOn, let next = popWaiting() else { return false }
            var context = next.context
            context.actor = actor
            if let newcomer = next.newcomer {
                deliver(next.change, context, to: newcomer, in: center)
            } else {
                deliver(next.change, next.version, context, in: center)
            }
        }
        return true
    }

    private func popWaiting() -> WaitingChange<Value>? {
        lock.withLock { _ in
            defer { hasWaiting = !waiting.isEmpty }
            return waiting.popFirst()
        }
    }

    /// Calls the observers that may be called here with a change, and leaves it to the others.
    private func deliver(
        _ change: StateChange<Value>, _ number: UInt64, _ context: SetContext, in center: ObserverCenter
    ) {
        center.trace.describe(context.event, change.values)
        version.store(number, ordering: .relaxed)
        Lent.lend(change) { value in
            center.trace.within(context.event) {
                _ = center.hub.deliver(
                    value, on: self, at: context.location, because: context.cause, actor: context.actor)
            }
        }
    }

    /// Lets a new observer have the current value.
    private func deliver(
        _ change: StateChange<Value>, _ context: SetContext, to new: Subscription, in center: ObserverCenter
    ) {
        guard let handler = new.currentHandler as? StateHandler else { return }
        Lent.lend(change) { handler.begin(with: $0, of: new, context) }
    }

    /// Lets each observer on another actor merge what waits for it.
    override func leave(_ subscriptions: [Subscription], to queue: ActorQueue, _ delivery: inout Delivery) {
        for subscription in subscriptions {
            (subscription.currentHandler as? StateHandler)?.leave(delivery, for: subscription)
        }
    }
}
