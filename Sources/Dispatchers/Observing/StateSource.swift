/// Where a path's values come from.
protocol StateSource<Value>: Sendable {
    associatedtype Value: Sendable

    func value(in center: ObserverCenter) -> Value

    /// Lets somebody observe.
    func attach(_ attachment: StateAttachment<Value>, to center: ObserverCenter) -> Registration?
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
    func topic(in center: ObserverCenter) -> ListenerTopic {
        let id = ObjectIdentifier(self)
        return center.listeners.topic(id) { ListenerTopic(id, channel: StateChannel(of: self)) }
    }
}

/// A part of what another source has.
struct StatePart<Root: Sendable, Value: Sendable>: StateSource {
    private let base: any StateSource<Root>
    private let part: @Sendable (Root) -> Value
    private let areEqual: (@Sendable (Value, Value) -> Bool)?

    init(
        of base: any StateSource<Root>, areEqual: (@Sendable (Value, Value) -> Bool)?,
        _ part: @escaping @Sendable (Root) -> Value
    ) {
        self.base = base
        self.part = part
        self.areEqual = areEqual
    }

    func value(in center: ObserverCenter) -> Value { part(base.value(in: center)) }

    func attach(_ attachment: StateAttachment<Value>, to center: ObserverCenter) -> Registration? {
        let call = attachment.call
        let whole = attachment.receiving(Root.self) { [part, areEqual] address in
            try lend(StateChange<Root>.self, at: address) { change in
                let old = change.old.map(part)
                let new = part(change.new)
                if let old, areEqual?(old, new) == true { return true }
                return try withUnsafePointer(to: StateChange(from: old, to: new)) { try call($0) }
            }
        }
        return base.attach(whole, to: center)
    }
}
