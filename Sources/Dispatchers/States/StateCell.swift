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
        super.init(
            id: ObjectIdentifier(root), showing: Value.self, kind: .value, kept: PendingValue<StateChange<Value>>.self)
    }

    override var pendingWork: PendingWork {
        lock.withLock { _ in PendingWork(isBusy: isDelivering, count: Int(truncatingIfNeeded: lastChange)) }
    }

    override var key: String? { root.name }

    override func append(_ report: @escaping @Sendable () -> Void) { lock.withLock { _ in reports.append(report) } }

    /// The value; waits while another thread updates it.
    func value(in center: ObserverCenter) -> Value {
        // What the copy replaces here, under the lock, is not the last reference to the initial value.
        var value = root.initial
        while true {
            let found = lock.withLock { _ -> StateSource? in
                if isUpdating { return nil }
                if source == .own { value = current }
                return source
            }
            if found == .own { return value }
            if found != nil { return center.parent?.value(of: root) ?? root.initial }
            precondition(
                gate.wait(on: CurrentThread.Key.shared.current.number),
                "the closure that updates the state “\(root.name)” reads it, or waits for one that does")
        }
    }

    /// Sets the value and delivers the change; `false` if that is refused.
    func set(_ new: Value, _ context: SetContext, in center: ObserverCenter) -> Bool {
        while true {
            var (old, effects) = (new, StateEffects())
            let isSet = lock.withLock { _ in
                if isUpdating { return false }
                swap(&current, &old)
                effects.isDirect = true
                note(from: old, as: .own, context, center.queueLimit, &effects)
                return true
            }
            if isSet {
                if let version = effects.version {
                    // Nothing waits before it: it need not wait itself.
                    let change = StateChange(from: old, to: new)
                    deliver(WaitingChange(change: change, version: version, context: context), in: center)
                }
                finish(effects, context, in: center)
                return true
            }
            if !gate.wait(on: CurrentThread.Key.shared.current.number) {
                center.refuse(context, of: self)
                return false
            }
        }
    }

    /// Takes the value that the center above has now; `false` once the state was set here.
    func inherit(_ new: Value, _ context: SetContext, in center: ObserverCenter) -> Bool {
        var (old, effects) = (new, StateEffects())
        let isInherited = lock.withLock { _ in
            if source == .own { return false }
            swap(&current, &old)
            note(from: old, as: .inherited, context, center.queueLimit, &effects)
            return true
        }
        finish(effects, context, in: center)
        return isInherited
    }

    /// Whether the caller has to let it follow the center above.
    func beginFollowing() -> Bool {
        lock.withLock { _ in
            guard source == .unset else { return false }
            source = .awaited
            return true
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
        if effects.isDirect, !isDelivering {
            isDelivering = true
            (effects.isDeliverer, effects.version) = (true, lastChange)
            return
        }
        let change = StateChange(from: old, to: current)
        append(WaitingChange(change: change, version: lastChange, context: context), limit, &effects)
    }

    /// Lets a change wait for the thread that delivers; under the lock.
    ///
    /// Of more changes than may wait the newest become one, if they are for the same observers.
    private func append(_ new: WaitingChange<Value>, _ limit: Int, _ effects: inout StateEffects) {
        if new.newcomer == nil, waiting.count >= limit, let last = waiting.last, last.newcomer == nil,
            last.version > lastBeginning
        {
            merged += 1
            (effects.merged, effects.replaced) = (merged, waiting.replaceLast(with: new.following(last)))
        } else {
            waiting.append(new)
        }
        if isDelivering { return }
        isDelivering = true
        effects.isDeliverer = true
    }

    /// Lets an observer receive the current value, and later changes; after an update, if one is running.
    func begin(_ new: StateNewcomer, in center: ObserverCenter) {
        var effects = StateEffects()
        lock.withLock { _ in
            newcomers.append(new)
            admit(&effects)
        }
        finish(effects, new.context, in: center)
    }

    /// Lets observers begin that have waited, unless they still have to; under the lock.
    func admit(_ effects: inout StateEffects) {
        if isUpdating || source == .awaited || newcomers.isEmpty { return }
        swap(&newcomers, &effects.newcomers)
        lastBeginning = lastChange
        for new in effects.newcomers {
            new.handler.begin(after: lastChange)
            if new.skipsCurrent { continue }
            let first = WaitingChange(
                change: StateChange(current: current), context: new.context, newcomer: new.subscription)
            append(first, .max, &effects)
        }
    }

    /// Does what a change has left to do: delivers what waits, a share of it here and the rest in a task.
    func finish(_ effects: StateEffects, _ context: SetContext, in center: ObserverCenter) {
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

    /// Delivers up to 1,024 changes, since other threads could go on setting for ever.
    ///
    /// - Returns: Whether more may wait; if not, the current thread is no longer the one that delivers.
    private func deliverShare(on actor: ObjectIdentifier?, in center: ObserverCenter) -> Bool {
        for _ in 0..<1_024 {
            let next = lock.withLock { _ in
                if waiting.isEmpty { isDelivering = false }
                return waiting.popFirst()
            }
            guard var next else { return false }
            next.context.actor = actor
            deliver(next, in: center)
        }
        return true
    }

    /// Calls the observers that may be called here with a change, and leaves it to the others.
    private func deliver(_ next: WaitingChange<Value>, in center: ObserverCenter) {
        let context = next.context
        withUnsafePointer(to: next.change) { address in
            let address = UnsafeRawPointer(address)
            if let newcomer = next.newcomer {
                (newcomer.currentHandler as? StateHandler)?.begin(with: address, of: newcomer, context)
                return
            }
            center.trace.describe(context.event, next.change.values)
            version.store(next.version, ordering: .relaxed)
            center.trace.within(context.event) {
                _ = center.hub.deliver(
                    address, on: .passUnretained(self), at: context.location, because: context.cause,
                    actor: context.actor)
            }
        }
    }

    /// Lets each observer on another actor merge what waits for it.
    override func leave(_ subscriptions: [Subscription], to queue: ActorQueue, _ delivery: inout Delivery) {
        for subscription in subscriptions {
            (subscription.currentHandler as? StateHandler)?.leave(delivery, for: subscription)
        }
    }
}

/// From where a state has its value.
enum StateSource {
    /// It was set in this center, or there is no other above.
    case own
    /// It is that of the center above, and is not observed here.
    case unset
    /// It will be that of the center above, which has not come yet.
    case awaited
    /// It is that of the center above, and follows it.
    case inherited
}
