extension ProtocolDispatcherCenter {
    /// Calls all who are registered for a protocol, wherever they run.
    ///
    /// Those who may be called here have been when it returns: receivers on no actor, and those on the actor that this is
    /// called on. The other actors call theirs in their turn, each in the order of the calls. What a receiver throws, the
    /// center's error handler is told, and the next one is called.
    ///
    /// ```swift
    /// center.dispatch((any LoginObserver).self) { $0.didLogin(user) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the call is written; leave it to the compiler.
    ///   - line: Where the call is written; leave it to the compiler.
    ///   - call: What to say to each. Written on an actor, it is called there and nowhere else: a receiver on yet another
    ///     actor is not called but reported, with a `CallIsolationError`.
    public func dispatch<P>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ call: @escaping @isolated(any) @Sendable (P) throws -> Void
    ) {
        let dispatch = Dispatch(
            called: type, callsOn: call.isolation, standsOn: isolation.map { ObjectIdentifier($0) },
            location: SourceLocation(fileID: fileID, line: line))
        let body = unchecked(call)
        if trace.isOn { return deliverTraced(dispatch, body) }
        guard let topic = listeners[ObjectIdentifier(type)] else { return }
        Unmanaged.passUnretained(listeners.readers)._withUnsafeGuaranteedRef { readers in
            let reading = readers.begin(on: readers.currentThread)
            if let view = topic._withUnsafeGuaranteedRef({ $0.listeners.view }) { deliver(dispatch, body, to: view) }
            readers.end(reading)
        }
    }

    /// A call on its way.
    private struct Dispatch: Sendable {
        let called: any Any.Type
        let callsOn: (any Actor)?
        let standsOn: ObjectIdentifier?
        let location: SourceLocation

        /// Whether the body may be called here, as far as it is concerned.
        var isHere: Bool { callsOn.map { ObjectIdentifier($0) == standsOn } ?? true }
    }

    /// What to say to each receiver.
    private typealias Body<P> = @Sendable (P) throws -> Void

    /// Calls those who can be called here, and leaves the call to the actors of the others.
    ///
    /// The common case allocates nothing: all may be called here, straight away. Then no reference is counted of objects that
    /// are kept, and of an owner only its own.
    private func deliver<P>(_ dispatch: Dispatch, _ body: @escaping Body<P>, to view: ListView<Listener>) {
        let isHere = dispatch.isHere
        var flushed: ActorQueue?
        for index in 0..<view.count {
            guard let listener = view[index] else { continue }
            do {
                if isHere, let bits = listener._withUnsafeGuaranteedRef({ $0.keptReceiverAtOnce }) {
                    try bits.lend(to: body)
                } else if isHere, let receiver = listener._withUnsafeGuaranteedRef({ $0.receiverAtOnce }) {
                    guard let owner = receiver._withUnsafeGuaranteedRef({ $0.livingOwner }) else {
                        listeners.purge(ObjectIdentifier(dispatch.called), view.key(at: index))
                        continue
                    }
                    defer { _fixLifetime(owner) }
                    try receiver._withUnsafeGuaranteedRef { $0.bits }.lend(to: body)
                } else {
                    listener._withUnsafeGuaranteedRef { deliverWithCare(dispatch, body, to: $0, &flushed, nil) }
                }
            } catch {
                report(error, of: listener, from: dispatch.location)
            }
        }
    }

    @inline(never)
    private func deliverTraced<P>(_ dispatch: Dispatch, _ body: @escaping Body<P>) {
        trace.record(Trace.Subject(.call, of: dispatch.called, at: dispatch.location)) {
            var flushed: ActorQueue?
            for listener in receivers(of: dispatch.called) {
                deliverWithCare(dispatch, body, to: listener, &flushed, trace.cause)
            }
        }
    }

    /// Calls a receiver that runs on an actor, or while calls are traced.
    @inline(never)
    private func deliverWithCare<P>(
        _ dispatch: Dispatch, _ body: @escaping Body<P>, to listener: Listener, _ flushed: inout ActorQueue?,
        _ cause: Trace.Cause?
    ) {
        guard listener.isActive else { return }
        let isOnItsActor = listener.queue.map { $0.actorID == dispatch.standsOn } ?? true
        guard dispatch.isHere, isOnItsActor else { return leave(dispatch, body, to: listener, cause) }
        if let queue = listener.queue, queue !== flushed {
            // What waits was called before.
            queue.flush()
            flushed = queue
        }
        perform(dispatch, body, with: listener, cause)
    }

    /// Calls a receiver, on the actors of both, and ends it when its owner is gone.
    private func perform<P>(
        _ dispatch: Dispatch, _ body: @escaping Body<P>, with listener: Listener, _ cause: Trace.Cause?
    ) {
        guard listener.isActive else { return }
        do {
            let isAlive =
                try cause == nil
                ? lend(body, to: listener)
                : trace.record(listener.subject(from: dispatch.location), because: cause) { () throws in
                    try lend(body, to: listener)
                }
            if !isAlive { listeners.purge(listener) }
        } catch {
            report(error, of: listener, from: dispatch.location)
        }
    }

    /// Leaves a call to the actor that it needs, if that is one alone.
    private func leave<P>(
        _ dispatch: Dispatch, _ body: @escaping Body<P>, to listener: Listener, _ cause: Trace.Cause?
    ) {
        let own = listener.queue
        if let own, let actor = dispatch.callsOn, ObjectIdentifier(actor) != own.actorID {
            return report(CallIsolationError(), of: listener, from: dispatch.location)
        }
        let borrowed = own == nil ? listeners.queue(of: dispatch.callsOn) : nil
        (own ?? borrowed)?.append(isCurrent: false) { [weak self] in
            guard let self else { return }
            if let borrowed { listeners.release(borrowed) }
            perform(dispatch, body, with: listener, cause)
        }
    }
}

/// What to say to each receiver, as it stands at the address that a `Listener` of a protocol is handed.
struct CallBody<P> {
    let call: (P) throws -> Void
}

/// Hands a receiver to the body of a call; `false` when there is no receiver any more.
func lend<P>(_ body: @escaping (P) throws -> Void, to listener: Listener) throws -> Bool {
    if let receiver = listener.lentReceiver {
        return try listener.isActive ? receiver._withUnsafeGuaranteedRef { try $0.lend(to: body) } : true
    }
    return try withUnsafePointer(to: CallBody(call: body)) { try listener.receive($0) }
}

extension Listener {
    /// What a trace records of a call to this receiver.
    func subject(from location: SourceLocation) -> Trace.Subject {
        Trace.Subject(.delivery, of: type, at: location, to: self.location)
    }
}
