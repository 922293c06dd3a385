public import SignalboxCore
import Synchronization

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

    /// Sets a state from a location, as a bridge does.
    package func set<Value>(
        _ path: WritableStatePath<Value>, to value: Value, isolation: isolated (any Actor)? = #isolation,
        at location: SourceLocation
    ) -> Bool {
        path.set(value, in: self, SetContext(location: location, actor: isolation.map { ObjectIdentifier($0) }))
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

// Sets and updates, once the state is known.
extension ObserverCenter {
    /// Sets a state, and delivers the change.
    func set<Value>(_ root: StateRoot<Value>, to value: Value, _ context: SetContext) -> Bool {
        let cell = useCell(of: root)
        return change(cell, context) { context in cell.set(value, context, in: self) }
    }

    /// Changes a state in place, unless the body throws.
    ///
    /// - Parameters:
    ///   - root: The state.
    ///   - context: The source location of the update.
    ///   - isKept: `true` if the value before is kept, since the body may throw.
    ///   - body: Changes the value.
    /// - Returns: `true` if the state was changed.
    func update<Value>(
        _ root: StateRoot<Value>, _ context: SetContext, keeping isKept: Bool = false,
        _ body: (inout Value) throws -> Void
    ) -> Bool {
        let cell = useCell(of: root)
        return change(cell, context) { context in cell.update(context, in: self, keeping: isKept, body) }
    }

    /// Changes a state by a body, unless the center is closed or too many sets led to this one.
    private func change(_ state: StateTopic, _ context: SetContext, _ body: (SetContext) -> Bool) -> Bool {
        let event = hub.trace.begin(hub.event(.set, of: state, at: context.location))
        return hub.trace.run(event) {
            let thread = CurrentThread.current
            var context = context
            if thread.scope != nil { context.knownCause = Cause(of: state, at: context.location, on: thread) }
            if hub.isClosed {
                hub.trace.mark(event, .refused("the center is closed"))
                return false
            }
            if let cause = context.knownCause, hub.refusesCycle(of: cause, nil, named: state.name, on: thread) {
                return false
            }
            if body(context) { return true }
            refuse(context, of: state)
            return false
        }
    }

    /// Reports a set that was refused, because the thread updates the state.
    private func refuse(_ context: SetContext, of state: StateTopic) {
        let cause = context.cause(of: state)
        let isOwn = DeliveryScope.isUpdating(state, on: .current)
        let cycle = DeliveryCycle(cause, isOwn ? .ownUpdate : .waitingUpdates)
        hub.trace.mark(hub.trace.cause, .refused(cycle.reason.refusal))
        let failure = DeliveryFailure(cycle, of: state.name, from: context.location)
        hub.report(failure, because: cause)
    }

    /// Sets a state or a part for code that does not learn the result: a set that a closed center refuses is reported.
    func setOrReport<Value>(_ path: WritableStatePath<Value>, to value: Value, _ context: SetContext) {
        if path.set(value, in: self, context) || !hub.isClosed { return }
        if hasReportedSet.exchange(true, ordering: .relaxed) { return }
        let node = path.node(self)
        let error = ClosedCenter(what: node.name, center: hub.name, location: context.location)
        let failure = DeliveryFailure(error, of: error.what, from: context.location)
        hub.report(failure, because: context.cause(of: node))
    }
}

/// The source location of a set, and the chain that led to it.
struct SetContext: Sendable {
    let location: SourceLocation

    /// The current actor.
    let actor: ObjectIdentifier?

    /// The set as the cause of others, if it was made while the thread delivers.
    var knownCause: Cause?

    /// A Boolean value that indicates whether the value is that of the parent, whose set is recorded there.
    var isInherited = false

    /// The set as the cause of others.
    func cause(of topic: Topic) -> Cause { knownCause ?? Cause(of: topic, at: location, on: .current) }
}

/// An error that reports a set in a center that is closed, by code that has no result to read: a subscript, or an observed state.
///
/// Reported once for each center. `set(_:to:)` and `update` return `false` instead.
public struct ClosedCenter: Error, Hashable, CustomStringConvertible {
    /// The name of the state, or of the part of one.
    public let what: String

    /// The name of the center.
    public let center: String?

    /// The source location of the set, or of the observed state.
    public let location: SourceLocation

    /// One line for developers.
    public var description: String {
        let center = center.map { "the center “\($0)”" } ?? "its center"
        return
            "the set of \(what) at \(location) was refused, since \(center) is closed: end what sets it before, or use "
            + "“set(_:to:)”, which returns false"
    }
}

extension ClosedCenter: CompleteReport {}
