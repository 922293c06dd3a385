extension ObserverCenter {
    /// Sets a state, and tells its observers.
    ///
    /// Those that run on no actor, or on the one that this is called on, have been told when it returns, unless a handler
    /// or another thread is telling an earlier change at that time. The other actors are told in their turn.
    ///
    /// - Parameters:
    ///   - key: The state.
    ///   - value: What is true from now on.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where it is set; leave it to the compiler.
    ///   - line: Where it is set; leave it to the compiler.
    /// - Returns: Whether it was set; `false` in a center that is closed.
    @discardableResult
    public func set<Value>(
        _ key: StateKey<Value>,
        to value: Value,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> Bool {
        let location = SourceLocation(fileID: fileID, line: line)
        let topic = listeners[ObjectIdentifier(key.root)] ?? .passUnretained(key.root.topic(in: self))
        return topic._withUnsafeGuaranteedRef { topic in
            set(topic, replacing: nil, on: isolation.map { ObjectIdentifier($0) }, at: location) { memory in
                memory.initializeMemory(as: Value.self, to: value)
            }
        } ?? false
    }

    /// Changes a state in place, and tells its observers as `set` does.
    ///
    /// When another thread sets the state while the closure runs, the closure runs again, on the newer value: no change is
    /// lost. So it should do nothing but change the value; to set the same state in it is a mistake, and stops the
    /// program.
    ///
    /// ```swift
    /// center.update(.cart) { $0.items.append("lamp") }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The state.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where it is set; leave it to the compiler.
    ///   - line: Where it is set; leave it to the compiler.
    ///   - change: Changes the value. What it throws is thrown on, and nothing is set.
    /// - Returns: Whether it was set; `false` in a center that is closed.
    /// - Throws: What the closure throws.
    @discardableResult
    public func update<Value, Failure>(
        _ key: StateKey<Value>,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ change: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let location = SourceLocation(fileID: fileID, line: line)
        let topic = key.root.topic(in: self)
        let actor = isolation.map { ObjectIdentifier($0) }
        for _ in 0..<1_000_000 {
            let current = topic.channel?.current
            var value = current?.value(as: Value.self) ?? key.root.initial
            try change(&value)
            let isSet = set(topic, replacing: current, on: actor, at: location) { memory in
                memory.initializeMemory(as: Value.self, to: value)
            }
            if let isSet { return isSet }
        }
        preconditionFailure("the closure that updates the state declared at \(key.root.location) sets it, too")
    }

    /// Sets the value, if it still is the expected one; `nil` when it does not, `false` when the center is closed.
    ///
    /// The common case, which allocates nothing: nobody is told an earlier change, and all may be called here.
    private func set(
        _ topic: Topic, replacing expected: StateBox?, on actor: ObjectIdentifier?, at location: SourceLocation,
        _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> Bool? {
        guard !listeners.isClosed, let channel = topic.channel else { return false }
        if trace.isOn {
            return trace.record(Trace.Subject(.set, of: channel.type, at: location)) {
                change(channel, at: topic, replacing: expected, on: actor, from: location, fill)
            }
        }
        return change(channel, at: topic, replacing: expected, on: actor, from: nil, fill)
    }

    /// Sets the value and tells it; the location is given while that is traced.
    private func change(
        _ channel: StateChannel, at topic: Topic, replacing expected: StateBox?, on actor: ObjectIdentifier?,
        from location: SourceLocation?, _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> Bool? {
        let reading = listeners.readers.begin(on: listeners.readers.currentThread)
        var isSet: Bool? = true
        let origin = location.map { StateOrigin(location: $0, cause: trace.cause) }
        switch channel.set(replacing: expected, at: topic, from: origin, fill) {
        case .outdated: isSet = nil
        case .waiting: break
        case .delivering(let old, let new, let view):
            if let view {
                tell(LentStateChange(old: old, new: new), view, at: topic, on: actor, from: origin)
            }
            channel.recycle(old)
            while let next = channel.next() { tell(next, at: topic, on: actor) }
        }
        listeners.readers.end(reading)
        return isSet
    }

    /// Tells a change of which the current thread is the one that delivers, and then all that came in meanwhile.
    func deliver(_ delivery: StateDelivery, at topic: Topic, on actor: ObjectIdentifier?) {
        listeners.readers.read {
            var current: StateDelivery? = delivery
            while let delivery = current {
                tell(delivery, at: topic, on: actor)
                current = topic.channel?.next()
            }
        }
    }

    /// Tells a change that has waited.
    private func tell(_ delivery: StateDelivery, at topic: Topic, on actor: ObjectIdentifier?) {
        let change = delivery.change
        withExtendedLifetime(change) {
            let lent = LentStateChange(old: change.old.map { .passUnretained($0) }, new: .passUnretained(change.new))
            switch delivery.receivers {
            case .all(let snapshot?): tell(lent, snapshot.view, at: topic, on: actor, from: delivery.origin)
            case .all(nil): break
            case .one(let listener):
                var round = StateRound(change: lent, topic: topic, actor: actor, origin: delivery.origin)
                withUnsafePointer(to: lent) { tellWithCare(listener, &round, $0) }
                round.here?.end()
            }
        }
    }

    private func tell(
        _ change: LentStateChange, _ view: ListView<Listener>, at topic: Topic, on actor: ObjectIdentifier?,
        from origin: StateOrigin?
    ) {
        var round = StateRound(change: change, topic: topic, actor: actor, origin: origin)
        withUnsafePointer(to: change) { address in
            for index in 0..<view.count {
                guard let listener = view[index] else { continue }
                guard origin == nil, listener._withUnsafeGuaranteedRef({ $0.isPlain }) else {
                    tellWithCare(listener.takeUnretainedValue(), &round, address)
                    continue
                }
                // Handlers of states do not throw.
                let isAlive = (try? listener._withUnsafeGuaranteedRef { try $0.call(address) }) ?? true
                if !isAlive { listeners.purge(topic.id, view.key(at: index)) }
            }
        }
        round.here?.end()
    }

    /// Calls a listener that runs on an actor, is told later, or is traced.
    @inline(never)
    private func tellWithCare(_ listener: Listener, _ round: inout StateRound, _ address: UnsafeRawPointer) {
        guard listener.isActive else { return }
        let isHere = listener.queue.map { $0.actorID == round.actor } ?? true
        if listener.changes?.coalesces != true, isHere, round.begin(listener.queue) {
            receive(listener, address, from: round.origin)
        } else {
            leave(round.change.kept, to: listener, isCurrent: isHere, from: round.origin)
        }
    }

    /// Calls a listener, where it may be called, and ends it when its owner is gone.
    private func receive(_ listener: Listener, _ address: UnsafeRawPointer, from origin: StateOrigin?) {
        var isAlive = true
        if let origin, listener.isActive {
            let subject = Trace.Subject(.delivery, of: listener.type, at: origin.location, to: listener.location)
            trace.record(subject, because: origin.cause) { isAlive = (try? listener.receive(address)) ?? true }
        } else {
            isAlive = (try? listener.receive(address)) ?? true
        }
        if !isAlive { listeners.purge(listener) }
    }

    /// Leaves a change to be told later, on the listener's actor.
    private func leave(_ change: AnyStateChange, to listener: Listener, isCurrent: Bool, from origin: StateOrigin?) {
        guard let changes = listener.changes, changes.append(change) else { return }
        let job = { @Sendable [weak self] in
            guard let self, let change = changes.next() else { return }
            withUnsafePointer(to: change) { receive(listener, $0, from: origin) }
        }
        if !changes.coalesces {
            listener.queue?.append(isCurrent: isCurrent, job)
        } else if let queue = listener.queue {
            queue.callLater(job)
        } else {
            Task.detached { job() }
        }
    }
}

/// One change on its way to its listeners.
private struct StateRound {
    let change: LentStateChange
    let topic: Topic
    let actor: ObjectIdentifier?
    let origin: StateOrigin?

    /// The queue of the actor that is current, which nothing else may use meanwhile.
    private(set) var here: ActorQueue?

    init(change: LentStateChange, topic: Topic, actor: ObjectIdentifier?, origin: StateOrigin?) {
        self.change = change
        self.topic = topic
        self.actor = actor
        self.origin = origin
    }

    /// Whether a listener with this queue may be called at once on the actor that is current.
    mutating func begin(_ queue: ActorQueue?) -> Bool {
        guard let queue else { return true }
        if queue === here { return true }
        guard here == nil, queue.begin() else { return false }
        here = queue
        return true
    }
}

/// Where a change was made, while that is traced.
struct StateOrigin: Sendable {
    let location: SourceLocation
    let cause: Trace.Cause?
}
