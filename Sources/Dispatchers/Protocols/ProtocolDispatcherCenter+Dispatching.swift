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
        withUnsafePointer(to: CallBody<P>(call: body)) { address in
            deliver(dispatch, at: address) { { try lend(body, to: $0) } }
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

    /// Calls a receiver with the body of a call that was kept; `false` when its owner is gone.
    private typealias Kept = @Sendable (Listener) throws -> Bool

    /// Calls those who can be called here, and leaves the call to the actors of the others.
    ///
    /// The common case, which allocates nothing: all may be called here, straight away.
    ///
    /// - Parameters:
    ///   - dispatch: The call.
    ///   - address: Its body, a `CallBody` of the protocol.
    ///   - keep: Makes a copy of the body, for later.
    private func deliver(_ dispatch: Dispatch, at address: UnsafeRawPointer, keeping keep: () -> Kept) {
        if trace.isOn { return deliverTraced(dispatch, at: address, keeping: keep) }
        guard let topic = listeners[ObjectIdentifier(dispatch.called)] else { return }
        let reading = listeners.readers.begin(on: listeners.readers.currentThread)
        if let view = topic._withUnsafeGuaranteedRef({ $0.listeners.view }) {
            deliver(dispatch, at: address, to: view, keeping: keep)
        }
        listeners.readers.end(reading)
    }

    private func deliver(
        _ dispatch: Dispatch, at address: UnsafeRawPointer, to view: ListView<Listener>, keeping keep: () -> Kept
    ) {
        let isHere = dispatch.isHere
        var flushed: ActorQueue?
        for index in 0..<view.count {
            guard let listener = view[index] else { continue }
            do {
                var reception = Listener.Reception.undecided
                if isHere { reception = try listener._withUnsafeGuaranteedRef { try $0.receiveIfPlain(address) } }
                switch reception {
                case .called: break
                case .orphaned: listeners.purge(ObjectIdentifier(dispatch.called), view.key(at: index))
                case .undecided: deliver(dispatch, at: address, to: listener, &flushed, nil, keeping: keep)
                }
            } catch {
                report(error, of: listener.takeUnretainedValue(), from: dispatch.location)
            }
        }
    }

    @inline(never)
    private func deliverTraced(_ dispatch: Dispatch, at address: UnsafeRawPointer, keeping keep: () -> Kept) {
        trace.record(Trace.Subject(.call, of: dispatch.called, at: dispatch.location)) {
            var flushed: ActorQueue?
            for listener in receivers(of: dispatch.called) {
                deliver(dispatch, at: address, to: .passUnretained(listener), &flushed, trace.cause, keeping: keep)
            }
        }
    }

    /// Calls a receiver that runs on an actor, or while calls are traced.
    @inline(never)
    private func deliver(
        _ dispatch: Dispatch, at address: UnsafeRawPointer, to listener: Unmanaged<Listener>,
        _ flushed: inout ActorQueue?, _ cause: Trace.Cause?, keeping keep: () -> Kept
    ) {
        let listener = listener.takeUnretainedValue()
        guard listener.isActive else { return }
        let isOnItsActor = listener.queue.map { $0.actorID == dispatch.standsOn } ?? true
        guard dispatch.isHere, isOnItsActor else { return leave(dispatch, to: listener, cause, keeping: keep) }
        if let queue = listener.queue, queue !== flushed {
            // What waits was called before.
            queue.flush()
            flushed = queue
        }
        perform(dispatch, with: listener, cause) { try $0.receive(address) }
    }

    /// Calls a receiver, on the actors of both, and ends it when its owner is gone.
    private func perform(
        _ dispatch: Dispatch, with listener: Listener, _ cause: Trace.Cause?, _ call: (Listener) throws -> Bool
    ) {
        guard listener.isActive else { return }
        do {
            let isAlive =
                try cause == nil
                ? call(listener)
                : trace.record(listener.subject(from: dispatch.location), because: cause) { () throws in
                    try call(listener)
                }
            if !isAlive { listeners.purge(listener) }
        } catch {
            report(error, of: listener, from: dispatch.location)
        }
    }

    /// Leaves a call to the actor that it needs, if that is one alone.
    private func leave(
        _ dispatch: Dispatch, to listener: Listener, _ cause: Trace.Cause?, keeping keep: () -> Kept
    ) {
        let own = listener.queue
        if let own, let actor = dispatch.callsOn, ObjectIdentifier(actor) != own.actorID {
            return report(CallIsolationError(), of: listener, from: dispatch.location)
        }
        let borrowed = own == nil ? listeners.queue(of: dispatch.callsOn) : nil
        let call = keep()
        (own ?? borrowed)?.append(isCurrent: false) { [weak self] in
            guard let self else { return }
            if let borrowed { listeners.release(borrowed) }
            perform(dispatch, with: listener, cause, call)
        }
    }
}

/// What to say to each receiver, as it stands at the address that a `Listener` of a protocol is handed.
struct CallBody<P> {
    let call: (P) throws -> Void
}

/// Hands a receiver's place the body of a call; `false` when there is no receiver any more.
func lend<P>(_ body: (P) throws -> Void, to listener: Listener) throws -> Bool {
    try withoutActuallyEscaping(body) { body in
        try withUnsafePointer(to: CallBody(call: body)) { try listener.receive($0) }
    }
}

extension Listener {
    /// What a trace records of a call to this receiver.
    func subject(from location: SourceLocation) -> Trace.Subject {
        Trace.Subject(.delivery, of: type, at: location, to: self.location)
    }
}
