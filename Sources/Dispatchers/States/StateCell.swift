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
    /// The number of the last change.
    var lastChange: UInt64 = 0
    var isUpdating = false
    var isDelivering = false
    var waiting = Waiting<WaitingChange<Value>>()
    var merged = 0
    /// Observers that begin when the update ends, or when the first value of the center above has come.
    var newcomers: [StateNewcomer] = []
    /// The number of the last change when an observer last began.
    var lastBeginning: UInt64 = 0
    /// What is reported when the update has ended.
    var reports: [@Sendable () -> Void] = []
    var source: StateSource

    init(_ root: StateRoot<Value>, _ source: StateSource) {
        self.root = root
        self.source = source
        current = root.initial
        super.init(
            id: ObjectIdentifier(root), showing: Value.self, kind: .value, kept: PendingValue<StateChange<Value>>.self)
    }

    override var key: String? { root.name }

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
        var admitted: [StateNewcomer] = []
        while true {
            var old = new
            let outcome = lock.withLock { _ -> SetOutcome in
                if isUpdating { return .updating }
                swap(&current, &old)
                return note(from: old, context, center.queueLimit, &admitted)
            }
            if case .updating = outcome {
                if gate.wait(on: CurrentThread.Key.shared.current.number) { continue }
                center.refuse(context, of: self)
                return false
            }
            finish(outcome, StateChange(from: old, to: new), context, in: center)
            return true
        }
    }

    /// Takes the value that the center above has now; `false` once the state was set here.
    func inherit(_ new: Value, _ context: SetContext, in center: ObserverCenter) -> Bool {
        var (old, admitted) = (new, [StateNewcomer]())
        let outcome = lock.withLock { _ -> SetOutcome? in
            if source == .own { return nil }
            swap(&current, &old)
            if source == .awaited {
                source = .inherited
                return admit(&admitted) ? .draining : .waiting
            }
            return change(from: old, context, center.queueLimit)
        }
        if let outcome { finish(outcome, StateChange(from: old, to: new), context, in: center) }
        return outcome != nil
    }

    /// Whether the caller has to let it follow the center above.
    func beginFollowing() -> Bool {
        lock.withLock { _ in
            guard source == .unset else { return false }
            source = .awaited
            return true
        }
    }

    /// Notes that the current value is one of this center; under the lock.
    func note(
        from old: Value, _ context: SetContext, _ limit: Int, _ admitted: inout [StateNewcomer]
    ) -> SetOutcome {
        let wasAwaited = source == .awaited
        source = .own
        // If it was awaited, no observer has received a value yet.
        guard wasAwaited else { return change(from: old, context, limit) }
        return admit(&admitted) ? .draining : .waiting
    }

    /// Notes a change to the current value; under the lock.
    ///
    /// Of more changes than may wait the newest become one, if they are for the same observers. What that replaces is handed
    /// out, since it may hold the last reference to a value, or to a message that led to it.
    private func change(from old: Value, _ context: SetContext, _ limit: Int) -> SetOutcome {
        lastChange += 1
        guard isDelivering else {
            isDelivering = true
            return .delivering(lastChange)
        }
        let new = WaitingChange(change: StateChange(from: old, to: current), version: lastChange, context: context)
        guard waiting.count >= limit, let last = waiting.last, last.newcomer == nil, last.version > lastBeginning else {
            waiting.append(new)
            return .waiting
        }
        merged += 1
        return .merged(merged, replaced: waiting.replaceLast(with: new.following(last)))
    }

    override func append(_ report: @escaping @Sendable () -> Void) { lock.withLock { _ in reports.append(report) } }

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

/// Where a state was set, and what led to it.
struct SetContext: Sendable {
    let location: SourceLocation

    /// The actor that is current.
    var actor: ObjectIdentifier?

    /// The set as the cause of others, if something led to it.
    var cause: Origin?

    /// The set as an event, while that is traced.
    var event: Trace.Cause?
}

/// What became of a set.
enum SetOutcome {
    /// An update has the value.
    case updating
    /// The change waits for the thread that delivers.
    case waiting
    /// It waits, and has become one with the change before it; so many have by now. What it replaces is released with this.
    indirect case merged(Int, replaced: any Sendable)
    /// The current thread delivers: the change with this number, and then what waits.
    case delivering(UInt64)
    /// The current thread delivers what waits.
    case draining
}

/// A change that waits to be delivered.
struct WaitingChange<Value: Sendable>: Sendable {
    var change: StateChange<Value>
    var version: UInt64 = 0
    var context: SetContext

    /// Who receives it as its first; `nil` if it is for all observers.
    var newcomer: StateNewcomer?

    /// One change for both: another, and this one after it.
    func following(_ other: Self) -> Self {
        var both = self
        both.change = change.following(other.change)
        return both
    }
}

/// An observer that begins.
struct StateNewcomer: Sendable {
    let handler: StateHandler
    let subscription: Subscription
    let skipsCurrent: Bool
    let context: SetContext
}
