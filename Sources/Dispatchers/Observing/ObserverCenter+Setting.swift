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
        let topic = listeners[ObjectIdentifier(key.root)] ?? .passUnretained(key.root.topic(in: self))
        let actor = isolation.map { ObjectIdentifier($0) }
        return topic._withUnsafeGuaranteedRef { topic in
            func fill(_ memory: UnsafeMutableRawPointer) { memory.initializeMemory(as: Value.self, to: value) }
            guard !trace.isOn, !listeners.isClosed, setAtOnce(topic, on: actor, fill) else {
                return setWithCare(
                    topic, replacing: nil, on: actor, at: SourceLocation(fileID: fileID, line: line), fill) ?? false
            }
            return true
        }
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
            let isSet = setWithCare(topic, replacing: current, on: actor, at: location) { memory in
                memory.initializeMemory(as: Value.self, to: value)
            }
            if let isSet { return isSet }
        }
        preconditionFailure("the closure that updates the state declared at \(key.root.location) sets it, too")
    }

    /// Sets the value and tells it, unless somebody is telling an earlier one.
    private func setAtOnce(
        _ topic: Topic, on actor: ObjectIdentifier?, _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> Bool {
        guard let channel = topic.lentChannel else { return false }
        return Unmanaged.passUnretained(listeners.readers)._withUnsafeGuaranteedRef { readers in
            let reading = readers.begin(on: readers.currentThread)
            let acceptance = channel._withUnsafeGuaranteedRef { $0.setAtOnce(at: topic, fill) }
            guard case .delivering(let change, let old, let view) = acceptance else {
                readers.end(reading)
                return false
            }
            if let view { tellAtOnce(change, view, at: topic, on: actor) }
            channel._withUnsafeGuaranteedRef { $0.recycle(old) }
            if !channel._withUnsafeGuaranteedRef({ $0.finish() }) { tellWaiting(at: topic, on: actor) }
            readers.end(reading)
            return true
        }
    }

    /// Sets the value where that is traced, on which others deliver, or that has to be the expected one.
    ///
    /// - Returns: `nil` when it is not the expected one, `false` when the center is closed.
    @inline(never)
    private func setWithCare(
        _ topic: Topic, replacing expected: StateBox?, on actor: ObjectIdentifier?, at location: SourceLocation,
        _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> Bool? {
        guard !listeners.isClosed, let channel = topic.channel else { return false }
        guard trace.isOn else { return change(channel, at: topic, replacing: expected, on: actor, from: nil, fill) }
        return trace.record(Trace.Subject(.set, of: channel.type, at: location)) {
            let origin = StateOrigin(location: location, cause: trace.cause)
            return change(channel, at: topic, replacing: expected, on: actor, from: origin, fill)
        }
    }

    /// Sets the value and tells it; the origin is given while that is traced.
    private func change(
        _ channel: StateChannel, at topic: Topic, replacing expected: StateBox?, on actor: ObjectIdentifier?,
        from origin: StateOrigin?, _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> Bool? {
        listeners.readers.read {
            switch channel.set(replacing: expected, at: topic, from: origin, fill) {
            case .outdated: return nil
            case .waiting: break
            case .delivering(let change, let old, let view):
                if let view { tell(change, view, from: 0, at: topic, on: actor, from: origin) }
                channel.recycle(old)
                tellWaiting(at: topic, on: actor)
            }
            return true
        }
    }
}
