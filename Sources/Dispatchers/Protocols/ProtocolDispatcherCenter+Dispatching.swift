extension ProtocolDispatcherCenter {
    /// Calls all who are registered for a protocol, wherever they run.
    ///
    /// Those who may be called here have been when it returns: receivers on no actor, and those on the actor that this is
    /// called on. The other actors call theirs in their turn, each in the order of the calls; so many may wait as the center's
    /// queue limit says, and later ones are dropped and reported. What a receiver throws, the center's error handler is
    /// told, and the next one is called.
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
        @_inheritActorContext _ call: consuming @escaping @isolated(any) @Sendable (P) throws -> Void
    ) {
        let dispatch = Dispatch(
            called: type, standsOn: isolation.map { ObjectIdentifier($0) }, fileID: fileID, line: line)
        // The closure is consumed, and called where it lies: to count a reference to it costs as much as two calls.
        var body = CallBody(call: call)
        if trace.isOn { return deliverTraced(dispatch, body.call) }
        guard let topic = listeners[ObjectIdentifier(type)] else { return }
        Unmanaged.passUnretained(listeners.readers)._withUnsafeGuaranteedRef { readers in
            var reading = readers.begin(on: readers.currentThread)
            let view = topic._withUnsafeGuaranteedRef { $0.listeners.view(for: &reading, readers) }
            if let view { deliver(dispatch, &body, to: view) }
            readers.end(reading)
        }
    }

    /// A call on its way.
    private struct Dispatch: Sendable {
        let called: any Any.Type
        let standsOn: ObjectIdentifier?
        let fileID: StaticString
        let line: Int

        var location: SourceLocation { SourceLocation(fileID: fileID, line: line) }

        /// Whether a body may be called here, as far as it is concerned.
        @inline(__always)
        func isHere(_ actor: (any Actor)?) -> Bool { actor.map { ObjectIdentifier($0) == standsOn } ?? true }
    }

    /// What to say to each receiver.
    private typealias Body<P> = @isolated(any) @Sendable (P) throws -> Void

    /// Calls those who can be called here, straight away, until one can not.
    ///
    /// The common case allocates nothing: all may be called here. Then no reference is counted of objects that are kept, and
    /// of an owner only its own; of listeners neither, which whoever reads the list holds: counting them would take 1.04
    /// times the instructions ("a call to 10").
    @inline(__always)
    private func deliver<P>(
        _ dispatch: Dispatch, _ body: UnsafeMutablePointer<CallBody<P>>, to view: ListView<Listener>
    ) {
        var place = 0
        // A receiver that throws may have ended its registration, and then stands in the list no more.
        var called: Unmanaged<Listener>?
        if dispatch.isHere(body.pointee.call.isolation) {
            while place < view.count {
                do {
                    guard try deliverAtOnce(dispatch, body, to: view, &place, &called) else { break }
                } catch {
                    if let called { report(error, of: called, from: dispatch.location) }
                    place &+= 1
                }
            }
        }
        if place < view.count { deliverWithCare(dispatch, body, to: view, from: place) }
    }

    /// Calls receivers, one after the other; `false` at one who cannot be called straight away.
    @inline(__always)
    private func deliverAtOnce<P>(
        _ dispatch: Dispatch, _ body: UnsafeMutablePointer<CallBody<P>>, to view: ListView<Listener>,
        _ place: inout Int, _ called: inout Unmanaged<Listener>?
    ) throws -> Bool {
        while place < view.count {
            if let listener = view[place] {
                called = listener
                let state = listener._withUnsafeGuaranteedRef { $0.currentState }
                var isAlive = true
                if state.matches(.kept), let bits = listener._withUnsafeGuaranteedRef({ $0.keptBits }) {
                    try bits.lend { (receiver: P) in try body.call(receiver) }
                } else if state.matches(.owned), let receiver = listener._withUnsafeGuaranteedRef({ $0.receiver }) {
                    isAlive = try receiver._withUnsafeGuaranteedRef {
                        try $0.lendOwner { (receiver: P) in try body.call(receiver) }
                    }
                } else if state.matches(.making), let maker = listener._withUnsafeGuaranteedRef({ $0.maker }) {
                    isAlive = try lend(from: maker) { (receiver: P) in try body.call(receiver) }
                } else if !state.matches(.ended) {
                    return false
                }
                if !isAlive { listeners.purge(ObjectIdentifier(dispatch.called), view.key(at: place)) }
            }
            place &+= 1
        }
        return true
    }

    /// Calls those from a place on, or leaves the call to their actors.
    @inline(never)
    private func deliverWithCare<P>(
        _ dispatch: Dispatch, _ body: UnsafeMutablePointer<CallBody<P>>, to view: ListView<Listener>, from first: Int
    ) {
        let body = body.pointee.call
        var flushed: ActorQueue?
        for index in first..<view.count {
            guard let listener = view[index] else { continue }
            deliverWithCare(dispatch, body, to: listener.takeUnretainedValue(), &flushed, nil)
        }
    }

    @inline(never)
    private func deliverTraced<P>(_ dispatch: Dispatch, _ body: @escaping Body<P>) {
        trace.record(Trace.Subject(.call, of: dispatch.called, at: dispatch.location)) {
            listeners.readers.read {
                var flushed: ActorQueue?
                for listener in receivers(of: dispatch.called) {
                    deliverWithCare(dispatch, body, to: listener, &flushed, trace.cause)
                }
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
        guard dispatch.isHere(body.isolation), isOnItsActor else { return leave(dispatch, body, to: listener, cause) }
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
        let body = unchecked(body)
        do {
            let isAlive =
                try cause == nil
                ? listener.lendReceiver(to: body)
                : trace.record(listener.subject(from: dispatch.location), because: cause) { () throws in
                    try listener.lendReceiver(to: body)
                }
            if !isAlive { listeners.purge(listener, on: ObjectIdentifier(listener.type)) }
        } catch {
            report(error, of: listener, from: dispatch.location)
        }
    }

    /// Leaves a call to the actor that it needs, if that is one alone.
    private func leave<P>(
        _ dispatch: Dispatch, _ body: @escaping Body<P>, to listener: Listener, _ cause: Trace.Cause?
    ) {
        let (own, callsOn) = (listener.queue, body.isolation)
        if let own, let actor = callsOn, ObjectIdentifier(actor) != own.actorID {
            return report(CallIsolationError(), of: listener, from: dispatch.location)
        }
        let borrowed = own == nil ? listeners.queue(of: callsOn) : nil
        let dropped = (own ?? borrowed)?.append(isCurrent: false, limit: queueLimit) { [weak self] in
            guard let self else { return }
            if let borrowed { listeners.release(borrowed) }
            listeners.readers.read { perform(dispatch, body, with: listener, cause) }
        }
        guard let dropped else { return }
        if let borrowed { listeners.release(borrowed) }
        if dropped & (dropped - 1) == 0 {
            report(CallOverflow(count: dropped), of: listener, from: dispatch.location)
        }
    }
}

extension Listener {
    /// Hands the receiver to the body of a call, unless it has ended; `false` when there is no receiver any more.
    func lendReceiver<P>(to body: (P) throws -> Void) throws -> Bool {
        guard isActive else { return true }
        if let receiver { return try receiver._withUnsafeGuaranteedRef { try $0.lend(to: body) } }
        guard let maker else { return true }
        return try lend(from: maker, to: body)
    }

    /// What a trace records of a call to this receiver.
    func subject(from location: SourceLocation) -> Trace.Subject {
        Trace.Subject(.delivery, of: type, at: location, to: self.location)
    }
}
