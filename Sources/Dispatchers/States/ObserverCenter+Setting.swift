extension ObserverCenter {
    /// Sets a state, or a part of one, and calls its observers.
    ///
    /// Those that run on no actor, or on the one that this is called on, have been called when it returns, unless a handler
    /// or another thread is delivering an earlier change at that time. The other actors are left the change.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one, which `update` changes.
    ///   - value: What is true from now on.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where it is set; leave it to the compiler.
    ///   - line: Where it is set; leave it to the compiler.
    /// - Returns: Whether it was set; `false` in a center that is closed, when too many sets led to this one, or inside of
    ///   an update of the same state.
    @discardableResult
    public func set<Value>(
        _ path: WritableStatePath<Value>,
        to value: Value,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) -> Bool {
        let (location, actor) = (SourceLocation(fileID: fileID, line: line), isolation.map { ObjectIdentifier($0) })
        return path.set(value, in: self, SetContext(location: location, actor: actor))
    }

    /// Changes a state in place, and calls its observers as `set` does.
    ///
    /// As long as the state has no observers, its value has no other reference, the closure cannot throw and the trace is off,
    /// appending to an array costs what appending costs. The closure is the one foreign code that others wait for: it should
    /// do nothing but change the value. Threads that read, set or update the state wait for it; observers that begin meanwhile
    /// receive the value after it. It cannot use the state itself: setting or updating it there is refused and reported, as is
    /// an update in a center below that has no value of its own; reading it stops the program. The same holds for two closures
    /// that wait for each other's states.
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
    /// - Returns: Whether it was set, as `set` says.
    /// - Throws: What the closure throws.
    @discardableResult
    public func update<Value, Failure>(
        _ key: StateKey<Value>,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        _ change: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let (location, actor) = (SourceLocation(fileID: fileID, line: line), isolation.map { ObjectIdentifier($0) })
        var errors: [Failure] = []
        let context = SetContext(location: location, actor: actor)
        let isSet = update(key.root, context, keeping: Failure.self != Never.self) { value in
            do throws(Failure) {
                try change(&value)
            } catch {
                hub.fail(error)
                errors.append(error)
                throw error
            }
        }
        if errors.count > 0 { throw errors[0] }
        return isSet
    }
}

extension ObserverCenter {
    /// The value of a state; waits while another thread updates it.
    func value<Value>(of root: StateRoot<Value>) -> Value {
        var value = root.initial
        precondition(read(root, into: &value), "the update of “\(root.name)” reads it, or waits for one that does")
        return value
    }

    /// Reads a state whose initial value is given; `false` in the closure of an update that the thread would wait for.
    func read<Value>(_ root: StateRoot<Value>, into value: inout Value) -> Bool {
        if let cell = cell(of: root) { return cell.read(into: &value, in: self) }
        return parent?.read(root, into: &value) ?? true
    }

    /// Changes a state in place, unless the body throws.
    func update<Value>(
        _ root: StateRoot<Value>, _ context: SetContext, keeping isKept: Bool = false,
        _ body: (inout Value) throws -> Void
    ) -> Bool {
        let cell = makeCell(of: root)
        return hub.change(cell, context) { cell.update($0, in: self, keeping: isKept, body) }
    }
}

extension Hub {
    /// Changes a state by a body, unless the center is closed or too many sets led to this one.
    func change(_ state: StateTopic, _ context: SetContext, _ body: (SetContext) -> Bool) -> Bool {
        let event = trace.begin(subject(.set, state, at: context.location))
        return trace.run(event) {
            var (context, thread) = (context, CurrentThread.current)
            if thread.scope != nil { context.cause = Origin(of: state, at: context.location, on: thread) }
            if isClosed {
                trace.mark(event, .refused("the center is closed"))
                return false
            }
            if let cause = context.cause, cause.depth > policy.cycleLimit {
                return refuse(context, of: state, because: "too many others led to it")
            }
            return body(context) || refuse(context, of: state, because: "an update of it is running")
        }
    }

    /// Reports that a set was refused; returns `false`.
    func refuse(_ context: SetContext, of topic: Topic, because reason: String) -> Bool {
        if trace.isOn { trace.mark(trace.cause, .refused(reason)) }
        report(DeliveryCycle(context.origin(of: topic)), by: context, of: topic)
        return false
    }

    /// Calls the error handler, unless the set stems from what that handler does itself.
    func report(_ error: any Error, by context: SetContext, of topic: Topic) {
        let origin = context.origin(of: topic)
        let failure = DeliveryFailure(error, of: topic.name, from: context.location)
        let report = { @Sendable [self] in reporting(origin) { policy.onError(failure) } }
        // Inside of an update the handler could not read the state: it is called when the outermost one has ended.
        let thread = CurrentThread.current
        let scopes = DeliveryScope.current(on: thread).map { sequence(first: $0, next: \.outer) }
        let topics = scopes?.compactMap { $0.updated?.topic.object as? StateTopic } ?? []
        guard let updated = topics.last(where: { $0.gate.isHeld(by: thread.number) }) else { return report() }
        updated.defer { _ in report() }
    }
}

/// Where a state was set, and what led to it.
struct SetContext: Sendable {
    let location: SourceLocation

    /// The actor that is current.
    let actor: ObjectIdentifier?

    /// The set as the cause of others, if it was made while the thread delivers.
    var cause: Origin?

    func origin(of topic: Topic) -> Origin { cause ?? Origin(of: topic, at: location, on: .current) }
}
