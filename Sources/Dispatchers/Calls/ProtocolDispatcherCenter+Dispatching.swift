extension ProtocolDispatcherCenter {
    /// Calls all receivers of a protocol.
    ///
    /// Receivers on no actor and on the current actor have been called when it returns. For other actors, the call waits in a
    /// queue, in the order of the calls. When as many calls wait as the center's queue limit allows, later ones are dropped and
    /// reported. An error of a receiver is reported to the center's error handler, and the next receiver is called. A call to
    /// which too many others led is refused and reported.
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
    ///   - call: Calls a receiver. If it is written on an actor, it runs only there: a receiver on another actor is not called,
    ///     and reported with a `CallIsolationError`; so are all when this is not called on that actor.
    public func dispatch<P>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ call: @escaping @isolated(any) @Sendable (P) throws -> Void
    ) {
        let (location, home) = (SourceLocation(fileID: fileID, line: line), call.isolation)
        Lent.lend(Call<P>(body: unchecked(call))) {
            hub.call($0, to: type, on: isolation, from: home, isConfined: home != nil, at: location)
        }
    }
}

/// A call on its way: what to call each receiver with, on the actor on which it was written.
///
/// To the hub it is a message, and the receivers of a protocol are its subscribers. One that is confined to the current actor
/// does not leave the thread, and may have a body that is not `Sendable`.
struct Call<P> {
    let body: (P) throws -> Void

    /// Called with what a receiver throws, and where that was registered; what it throws on is reported.
    var onError: (any Error, SourceLocation) throws -> Void = { error, _ in throw error }
}

/// The handler of a receiver, which is asked for before each call.
final class CallHandler<P>: Handler {
    private weak let owner: (any AnyObject & Sendable)?
    private let ownerType: (any Any.Type)?
    private let form: ObservationInfo.Form
    private let calls: WaitGroup?
    private let location: SourceLocation

    /// Calls a body with the receiver; `false` if the owner is gone.
    let lend: @Sendable (_ body: (P) throws -> Void) throws -> Bool

    /// A receiver that lasts until its registration is cancelled.
    init(
        form: ObservationInfo.Form = .synchronous, at location: SourceLocation = SourceLocation(),
        _ receiver: @escaping @Sendable () -> P
    ) {
        (owner, ownerType, calls, self.form, self.location) = (nil, nil, WaitGroup(), form, location)
        lend = { body in
            try body(receiver())
            return true
        }
    }

    /// A receiver that lasts as long as its owner.
    init<Owner: AnyObject & Sendable>(
        _ owner: Owner, form: ObservationInfo.Form = .synchronous, at location: SourceLocation = SourceLocation(),
        _ receiver: @escaping @Sendable (Owner) -> P
    ) {
        (self.owner, ownerType, calls, self.form, self.location) = (owner, Owner.self, nil, form, location)
        lend = { [weak owner] body in
            guard let owner else { return false }
            try body(receiver(owner))
            return true
        }
    }

    override var running: WaitGroup? { calls }
    override var isOrphaned: Bool { ownerType != nil && owner == nil }

    override func describe(_ info: inout ObservationInfo) {
        info.form = form
        if let ownerType { (info.owner, info.isAlive) = ("\(ownerType)", owner != nil) }
    }

    override func receive(_ value: Lent) throws -> Bool {
        try value.lend(as: Call<P>.self) { call in
            do {
                return try lend(call.body)
            } catch {
                try call.onError(error, location)
                return true
            }
        }
    }
}

extension Subscription {
    /// What the receiver returns or throws, called on its actor; `nil` if it has ended.
    func outcome<P, Value: Sendable>(
        on actor: isolated (any Actor)?, of call: @Sendable (P) async throws -> Value
    ) async -> Result<Value, any Error>? {
        if queue != nil, actor == nil { return nil }
        // What waits in the queue was dispatched earlier.
        queue?.flush()
        // Counted before it is looked whether it has ended: a thread that cancels it either finds it running, or is found.
        let running = currentHandler?.running ?? WaitGroup()
        return await running.run {
            do {
                var receiver: P?
                try hub.run(on: nil) { _ throws in
                    guard let handler = handler.load()?.object as? CallHandler<P> else { return }
                    if try !handler.lend({ receiver = $0 }) { cancel() }
                }
                guard let receiver else { return nil }
                return .success(try await call(receiver))
            } catch {
                return .failure(error)
            }
        }
    }
}

extension Hub {
    /// Calls the receivers of a protocol that run on no actor or on the current one, and leaves the call to the others.
    ///
    /// - Parameters:
    ///   - call: What to call them with.
    ///   - type: The protocol.
    ///   - actor: The actor that is current.
    ///   - home: The actor on which the call has to run, if there is one; unless it is current, all receivers are reported.
    ///   - isConfined: Whether receivers on other actors are reported instead.
    ///   - location: Where the call is written.
    func call(
        _ call: Lent, to type: any Any.Type, on actor: (any Actor)?, from home: (any Actor)? = nil, isConfined: Bool,
        at location: SourceLocation
    ) {
        let event = trace.begin(TraceEvent(.call, of: type, at: location, in: name))
        trace.run(event) {
            guard let topic = topics[ObjectIdentifier(type)]?.object else { return trace.mark(event, .unreceived) }
            if isClosed { return trace.mark(event, .refused("the center is closed")) }
            let thread = CurrentThread.current
            let (isNested, isMisplaced) = (DeliveryScope.current(on: thread) != nil, home != nil && home !== actor)
            let origin = isNested || isMisplaced ? Origin(of: topic, at: location, on: thread) : nil
            if let origin, origin.depth > policy.cycleLimit {
                trace.mark(event, .refused("too many others led to it"))
                return reporting(origin) {
                    policy.onError(DeliveryFailure(DeliveryCycle(origin), of: topic.name, from: location))
                }
            }
            if let origin, isMisplaced {
                return reporting(origin) {
                    for receiver in subscriptions(of: topic) {
                        policy.onError(DeliveryFailure(CallIsolationError(), of: receiver, from: location))
                    }
                }
            }
            let posting = Posting(value: call, topic: Borrowed(topic), location: location, isConfined: isConfined)
            _ = deliver(posting, because: origin, on: actor.map { ObjectIdentifier($0) }, thread)
        }
    }

    /// Notes in the trace that the receiver that is being called has thrown.
    func fail(_ error: any Error) { trace.mark(trace.cause, .failed(TraceDetails.errors.text(of: [error]))) }

    /// Keeps the call that is being delivered from the receivers after the current one.
    func consume() { DeliveryScope.current(of: self, on: CurrentThread.current)?.isConsumed = true }

    /// The topic of a protocol, made if it is new.
    func topic<P>(ofCalls type: P.Type, showing shown: (any Any.Type)? = nil) -> Topic {
        topic(ObjectIdentifier(type)) { TypedTopic<Call<P>>(id: ObjectIdentifier(type), showing: shown ?? type) }
    }
}

/// Why a receiver was not called: it belongs to an actor on which the call may not run.
public struct CallIsolationError: Error, Hashable, CustomStringConvertible {
    /// One line for developers.
    public var description: String {
        "the receiver runs on another actor than the call: dispatch off any actor, or collect with `running:`"
    }
}

/// All receivers that threw during one call, in their order.
public struct CallFailures: Error, CustomStringConvertible {
    /// The failures, at least one.
    public let failures: [DeliveryFailure]

    /// One line for each failure.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}
