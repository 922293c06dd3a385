import SignalboxCore

extension ObserverCenter {
    /// Sets a state, or a part of one, and calls its observers.
    ///
    /// Observers that run on no actor, or on the current one, have been called when it returns, unless a handler or another thread is
    /// delivering an earlier change at that time, or more than 1,024 earlier changes wait for the current actor. For other actors, the
    /// change waits in their queues.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one, which `update` changes.
    ///   - value: The new value.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: `true` if it was set; `false` in a center that is closed, when too many sets led to this one, or
    ///   inside an update of the same state.
    @discardableResult
    public func set<Value>(
        _ path: WritableStatePath<Value>,
        to value: Value,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) -> Bool {
        let location = SourceLocation(fileID: fileID, line: line)
        return path.set(value, in: self, SetContext(location: location, actor: isolation.map { ObjectIdentifier($0) }))
    }

    /// Sets a state to its default, and calls its observers as `set` does.
    ///
    /// In a center inside another one, the default hides the value of that one. A storage that keeps the state stores the default;
    /// its `erase` removes the stored value.
    ///
    /// - Parameters:
    ///   - key: The state.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: `true` if it was set.
    @discardableResult
    public func reset<Value>(
        _ key: StateKey<Value>,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) -> Bool {
        set(key, to: key.root.initial, isolation: isolation, fileID: fileID, line: line)
    }

    /// Changes a state in place, and calls its observers as `set` does.
    ///
    /// As long as the state has no observers, its value has no other reference, the closure cannot throw and the trace is off,
    /// appending to an array costs what appending costs. The closure is the one foreign code that others wait for: it should
    /// only change the value. Threads that read, set or update the state wait for it. Observers that begin meanwhile receive the
    /// value after it.
    ///
    /// The closure cannot use the state itself. Setting or updating it there is refused and reported, as is an update in a center
    /// below that has no value of its own. Reading it stops the program: do not release an object in the closure whose `deinit` reads
    /// the state. The same holds for two closures that wait for each other's states. `set` has no such limits: the value before is
    /// released when the set is done.
    ///
    /// ```swift
    /// center.update(.cart) { $0.items.append("lamp") }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The state.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - change: Changes the value. If it throws, nothing is set.
    /// - Returns: `true` if the state was set.
    /// - Throws: The error of the closure.
    @discardableResult
    public func update<Value, Failure>(
        _ key: StateKey<Value>,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        _ change: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let location = SourceLocation(fileID: fileID, line: line)
        let context = SetContext(location: location, actor: isolation.map { ObjectIdentifier($0) })
        var errors: [Failure] = []
        let isSet = update(key.root, context, keeping: Failure.self != Never.self) { value in
            do throws(Failure) {
                try change(&value)
            } catch {
                hub.traceFailure(error)
                errors.append(error)
                throw error
            }
        }
        if let error = errors.first { throw error }
        return isSet
    }
}
