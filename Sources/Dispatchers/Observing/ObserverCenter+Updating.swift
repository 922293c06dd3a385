extension ObserverCenter {
    /// Changes a state, and tells its observers as `set` does.
    ///
    /// The closure should do nothing but change the value. As long as nobody observes the state or keeps a change of it, a
    /// value that is not bits alone is changed in place: appending to an array costs what appending costs. Then other threads that read the state wait for
    /// the closure, and what is set and observed meanwhile comes after it; to read the same state in the closure is a mistake,
    /// and stops the program, and to set it there is refused and reported. A closure that may throw, and one whose change is
    /// to be told, get a copy; when the state is set while the closure runs, it runs again, on the newer value, so that no
    /// change is lost. Where it is the closure itself that sets the state, that ends at the center's cycle limit.
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
    /// - Returns: Whether it was set; `false` in a center that is closed, when too many sets led to this one, or inside of
    ///   an update that changes the same state in place.
    /// - Throws: What the closure throws.
    @discardableResult
    public func update<Value, Failure>(
        _ key: StateKey<Value>,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ change: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let topic = key.root.topic(in: self)
        guard let channel = topic.channel else { return false }
        let actor = isolation.map { ObjectIdentifier($0) }
        let location = SourceLocation(fileID: fileID, line: line)
        let thread = listeners.readers.currentThread
        var step = channel.step(at: location, because: thread.mark.cause)
        if channel.lending.isBorrower(thread.number) {
            refuse(step)
            return false
        }
        // A closure that throws must leave the value as it was.
        if Failure.self == Never.self, !_isPOD(Value.self), !trace.isOn {
            let isSet = try updateInPlace(channel, at: topic, on: actor, by: step, change)
            if let isSet { return isSet }
        }
        while true {
            guard !listeners.isClosed, allows(step) else { return false }
            let current = channel.current
            var value = current.value(as: Value.self)
            try thread.marked(by: step) { () throws(Failure) in try change(&value) }
            let result = setWithCare(channel, at: topic, replacing: current, on: actor, by: step) { memory in
                memory.initializeMemory(as: Value.self, to: value)
            }
            guard case .outdated(let own) = result else { return result.isSet }
            if let own { step = channel.step(at: location, because: StateCause(own)) }
        }
    }

    /// Changes the value where it lies, if nobody else has it; `nil` when somebody does.
    private func updateInPlace<Value, Failure>(
        _ channel: StateChannel, at topic: ListenerTopic, on actor: ObjectIdentifier?, by step: StateStep,
        _ change: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool? {
        let readers = listeners.readers
        let thread = readers.currentThread
        guard !listeners.isClosed, allows(step) else { return false }
        let isDone = try channel.lending.perform(on: thread.number) { () throws(Failure) -> Bool? in
            guard let box = channel.lend(at: topic) else { return nil }
            defer { channel.takeBack(box) }
            try thread.marked(by: step) { () throws(Failure) in
                try change(&box.memory.assumingMemoryBound(to: Value.self).pointee)
            }
            return true
        }
        guard isDone == true else { return nil }
        if !channel.finish() { readers.read { tellWaiting(at: topic, on: actor) } }
        return true
    }
}
