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
    /// - Returns: Whether it was set; `false` in a center that is closed, or when too many sets led to this one.
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
            let location = SourceLocation(fileID: fileID, line: line)
            if !trace.isOn, !listeners.isClosed, setAtOnce(topic, on: actor, at: location, fill) { return true }
            guard let channel = topic.channel else { return false }
            let step = channel.step(at: location, because: listeners.readers.currentThread.mark.cause)
            return setWithCare(channel, at: topic, replacing: nil, on: actor, by: step, fill).isSet
        }
    }

    /// Sets the value and tells it, unless somebody is telling an earlier one, or another set has led to this one.
    private func setAtOnce(
        _ topic: ListenerTopic, on actor: ObjectIdentifier?, at location: SourceLocation,
        _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> Bool {
        guard let channel = topic.lentChannel else { return false }
        return Unmanaged.passUnretained(listeners.readers)._withUnsafeGuaranteedRef { readers in
            let thread = readers.currentThread
            if thread.isMarked { return false }
            var reading = readers.begin(on: thread)
            let acceptance = channel._withUnsafeGuaranteedRef { $0.setAtOnce(at: topic, &reading, readers, fill) }
            guard case .delivering(let change, let old, let view) = acceptance else {
                readers.end(reading)
                return false
            }
            if let view {
                let (type, declaredAt) = channel._withUnsafeGuaranteedRef { ($0.type, $0.declaredAt) }
                thread.mark = StateMark(type, declaredAt, at: location)
                tellAtOnce(
                    change, view, at: topic, on: actor,
                    StateOccasion(
                        step: StateStep(type: type, declaredAt: declaredAt, location: location, cause: nil),
                        thread: thread.number))
                thread.mark = StateMark()
            }
            channel._withUnsafeGuaranteedRef { $0.recycle(old) }
            if !channel._withUnsafeGuaranteedRef({ $0.finish() }) { tellWaiting(at: topic, on: actor) }
            readers.end(reading)
            return true
        }
    }

    /// What became of a set.
    enum SetResult {
        case set
        /// The center is closed, or too many sets led to this one.
        case refused
        /// The value was another than the expected one; perhaps this thread has set it, by what led to this set.
        case outdated(by: StateStep?)

        var isSet: Bool { if case .set = self { true } else { false } }
    }

    /// Sets the value where that is traced, on which others deliver, to which another set led, or that has to be the
    /// expected one.
    @inline(never)
    func setWithCare(
        _ channel: StateChannel, at topic: ListenerTopic, replacing expected: StateBox?, on actor: ObjectIdentifier?,
        by step: StateStep, _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> SetResult {
        guard !listeners.isClosed, allows(step) else { return .refused }
        var occasion = StateOccasion(step: step, thread: listeners.readers.currentThread.number)
        guard trace.isOn else { return change(channel, at: topic, replacing: expected, on: actor, by: occasion, fill) }
        return trace.record(Trace.Subject(.set, of: channel.type, at: step.location)) {
            occasion.origin = StateOrigin(location: step.location, cause: trace.cause)
            return change(channel, at: topic, replacing: expected, on: actor, by: occasion, fill)
        }
    }

    /// Sets the value and tells it.
    private func change(
        _ channel: StateChannel, at topic: ListenerTopic, replacing expected: StateBox?, on actor: ObjectIdentifier?,
        by occasion: StateOccasion, _ fill: (UnsafeMutableRawPointer) -> Void
    ) -> SetResult {
        let readers = listeners.readers
        var reading = readers.begin(on: readers.currentThread)
        defer { readers.end(reading) }
        switch channel.set(
            replacing: expected, at: topic, by: occasion, limit: queueLimit, &reading, readers, fill)
        {
        case .outdated(let step): return .outdated(by: step)
        case .waiting: break
        case .merged(let number): reportMerge(number: number, of: occasion.step)
        case .refused:
            refuse(occasion.step)
            return .refused
        case .delivering(let change, let old, let view):
            if let view {
                readers.currentThread.marked(by: occasion.step) {
                    tell(change, view, from: 0, at: topic, on: actor, occasion)
                }
            }
            channel.recycle(old)
            tellWaiting(at: topic, on: actor)
        }
        return .set
    }
}
