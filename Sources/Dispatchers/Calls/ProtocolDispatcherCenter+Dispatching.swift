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
        let (location, actor) = (SourceLocation(fileID: fileID, line: line), isolation.map { ObjectIdentifier($0) })
        let (home, call) = (call.isolation.map { ObjectIdentifier($0) }, Call<P>(body: unchecked(call)))
        let event = trace.begin(TraceEvent(.call, of: type, at: location, in: hub.name))
        trace.run(event) {
            guard let topic = hub.topics[ObjectIdentifier(type)]?.object else { return trace.mark(event, .unreceived) }
            if hub.isClosed { return trace.mark(event, .refused("the center is closed")) }
            let thread = CurrentThread.current
            let isNested = DeliveryScope.current(on: thread) != nil
            let origin = isNested ? Origin(of: topic, at: location, on: thread) : nil
            if let origin, origin.depth > hub.policy.cycleLimit {
                trace.mark(event, .refused("too many others led to it"))
                return hub.reporting(origin) {
                    hub.policy.onError(DeliveryFailure(DeliveryCycle(origin), of: topic.name, from: location))
                }
            }
            if let home, home != actor {
                return hub.reporting(origin ?? Origin(of: topic, at: location, on: thread)) {
                    for receiver in hub.subscriptions(of: topic) {
                        hub.policy.onError(DeliveryFailure(CallIsolationError(), of: receiver, from: location))
                    }
                }
            }
            Lent.lend(call) {
                let posting = Posting(value: $0, topic: Borrowed(topic), location: location, isConfined: home != nil)
                _ = hub.deliver(posting, because: origin, on: actor, thread)
            }
        }
    }
}

/// A call on its way: what to say to each receiver, on the actor on which it was written.
///
/// To the hub it is a message, and the receivers of a protocol are its subscribers.
struct Call<P>: Sendable {
    let body: @Sendable (P) throws -> Void
}

/// The handler of a receiver, which is asked for before each call.
final class CallHandler<P>: Handler {
    private weak let owner: (any AnyObject & Sendable)?
    private let ownerType: (any Any.Type)?
    private let form: ObservationInfo.Form
    private let calls: WaitGroup?

    /// Calls a body with the receiver; `false` if the owner is gone.
    let lend: @Sendable (_ body: (P) throws -> Void) throws -> Bool

    /// A receiver that lasts until its registration is cancelled.
    init(form: ObservationInfo.Form = .synchronous, _ receiver: @escaping @Sendable () throws -> P) {
        (owner, ownerType, calls, self.form) = (nil, nil, WaitGroup(), form)
        lend = { body in
            try body(receiver())
            return true
        }
    }

    /// A receiver that lasts as long as its owner.
    init<Owner: AnyObject & Sendable>(
        _ owner: Owner, form: ObservationInfo.Form = .synchronous, _ receiver: @escaping @Sendable (Owner) throws -> P
    ) {
        (self.owner, ownerType, calls, self.form) = (owner, Owner.self, nil, form)
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
        try value.lend(as: Call<P>.self) { call in try lend(call.body) }
    }
}

extension Subscription {
    /// Calls a body with the receiver, unless the registration has ended; removes it if its owner is gone.
    func lend<P>(to body: (P) throws -> Void) throws {
        guard let handler = handler.load()?.object as? CallHandler<P> else { return }
        if try !handler.lend(body) { cancel() }
    }

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
                try hub.run(on: nil) { _ throws in try lend { (lent: P) in receiver = lent } }
                guard let receiver else { return nil }
                return .success(try await call(receiver))
            } catch {
                return .failure(error)
            }
        }
    }
}

extension Hub {
    /// The topic of a protocol, made if it is new.
    func topic<P>(ofCalls type: P.Type, showing shown: (any Any.Type)? = nil) -> Topic {
        topic(ObjectIdentifier(type)) { TypedTopic<Call<P>>(id: ObjectIdentifier(type), showing: shown ?? type) }
    }

    /// The receivers of a protocol, in the order in which they are called.
    func receivers(of type: any Any.Type) -> [Subscription] {
        guard let topic = topics[ObjectIdentifier(type)]?.object else { return [] }
        return subscriptions(of: topic)
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
