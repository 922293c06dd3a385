/// Where a path's values come from.
protocol StateSource<Value>: Sendable {
    associatedtype Value: Sendable

    func value(in center: ObserverCenter) -> Value

    /// Lets somebody observe.
    func attach(_ attachment: StateAttachment<Value>, to center: ObserverCenter) -> Registration?
}

/// Somebody who is about to observe a path.
struct StateAttachment<Value: Sendable>: Sendable {
    let location: SourceLocation
    let options: StateOptions<Void>
    let priority: Int
    /// The actor that it is told on.
    let actor: (any Actor)?
    /// The actor that is current.
    let standingOn: ObjectIdentifier?
    var owner: ObjectIdentifier?
    var isOwnerAlive: (@Sendable () -> Bool)?
    var onEnd: (@Sendable () -> Void)?
    /// What is told of changes: a handler of them, or a call that takes their addresses.
    ///
    /// Handlers do not throw; that a call could is the price of calling them by way of `unchecked`.
    let target: Listener.Target

    /// The same for another source, whose changes are given on as changes of this one.
    func receiving<Other: Sendable>(_ type: Other.Type, _ call: @escaping Listener.Call) -> StateAttachment<Other> {
        StateAttachment<Other>(
            location: location, options: options, priority: priority, actor: actor, standingOn: standingOn,
            owner: owner, isOwnerAlive: isOwnerAlive, onEnd: onEnd, target: .call(call))
    }

    /// Takes a `StateChange<Value>` at an address; `false` when there is no owner any more.
    var call: Listener.Call {
        switch target {
        case .call(let call): call
        case .handler(let handler):
            { address in
                lend(LentStateChange.self, at: address) { handler($0) }
                return true
            }
        default: { _ in true }
        }
    }

    /// The same, but for changes to equal values.
    func skipping(_ areEqual: (@Sendable (Value, Value) -> Bool)?) -> Self {
        guard let areEqual else { return self }
        return receiving(Value.self) { [call] address in
            try lend(StateChange<Value>.self, at: address) { change in
                if let old = change.old, areEqual(old, change.new) { return true }
                return try call(address)
            }
        }
    }
}

/// A whole state, which has its own place in each center.
final class StateRoot<Value: Sendable>: StateSource {
    let initial: Value
    let layout = StateBox.Layout(of: Value.self)
    let location: SourceLocation

    init(default initial: Value, at location: SourceLocation) {
        self.initial = initial
        self.location = location
    }

    func value(in center: ObserverCenter) -> Value {
        guard let topic = center.listeners[ObjectIdentifier(self)] else { return initial }
        // It is copied under the lock, where what it replaces here, a copy of the initial value, is not the last one.
        var value = initial
        topic._withUnsafeGuaranteedRef { topic in
            topic.channel?.read { value = $0.assumingMemoryBound(to: Value.self).pointee }
        }
        return value
    }

    func attach(_ attachment: StateAttachment<Value>, to center: ObserverCenter) -> Registration? {
        center.attach(attachment, to: topic(in: center))
    }

    /// The state's place in a center, made now if it was not before.
    func topic(in center: ObserverCenter) -> Topic {
        let id = ObjectIdentifier(self)
        return center.listeners.topic(id) { Topic(id, channel: StateChannel(of: self)) }
    }
}

/// A part of what another source has.
struct StatePart<Root: Sendable, Value: Sendable>: StateSource {
    private let base: any StateSource<Root>
    private let path: any KeyPath<Root, Value> & Sendable
    private let areEqual: (@Sendable (Value, Value) -> Bool)?

    init(
        of base: any StateSource<Root>, at path: any KeyPath<Root, Value> & Sendable,
        areEqual: (@Sendable (Value, Value) -> Bool)?
    ) {
        self.base = base
        self.path = path
        self.areEqual = areEqual
    }

    func value(in center: ObserverCenter) -> Value { base.value(in: center)[keyPath: path] }

    func attach(_ attachment: StateAttachment<Value>, to center: ObserverCenter) -> Registration? {
        let call = attachment.call
        let whole = attachment.receiving(Root.self) { [path, areEqual] address in
            try lend(StateChange<Root>.self, at: address) { change in
                let old = change.old.map { $0[keyPath: path] }
                let new = change.new[keyPath: path]
                if let old, areEqual?(old, new) == true { return true }
                return try withUnsafePointer(to: StateChange(from: old, to: new)) { try call($0) }
            }
        }
        return base.attach(whole, to: center)
    }
}
