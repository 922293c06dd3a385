/// A call on its way: what to say to each receiver.
///
/// To the hub it is a message, and the receivers of a protocol are its subscribers.
struct Call<P>: Sendable {
    let body: @Sendable (P) throws -> Void

    /// The actor on which it was written; the body may be called there and nowhere else.
    let isolation: (any Actor)?

    /// Calls the receivers that may be called here, and leaves the call to the others.
    func deliver(
        in hub: Hub, on topic: Topic, at location: SourceLocation, because origin: Origin?, actor: ObjectIdentifier?
    ) {
        Lent.lend(self) { value in
            _ = hub.deliver(
                value, on: topic, at: location, because: origin, actor: actor, isConfined: isolation != nil)
        }
    }
}

/// The handler of a receiver, which is asked for before each call.
final class CallHandler<P>: Handler {
    private weak let owner: (any AnyObject & Sendable)?
    private let ownerType: (any Any.Type)?
    private let calls: WaitGroup?
    private let call: @Sendable ((P) throws -> Void) throws -> Bool

    /// A receiver that lasts until its registration is cancelled.
    init(_ receiver: @escaping @Sendable () throws -> P) {
        (owner, ownerType, calls) = (nil, nil, WaitGroup())
        call = { body in
            try body(receiver())
            return true
        }
    }

    /// A receiver that lasts as long as its owner.
    init<Owner: AnyObject & Sendable>(_ owner: Owner, _ receiver: @escaping @Sendable (Owner) throws -> P) {
        self.owner = owner
        (ownerType, calls) = (Owner.self, nil)
        call = { [weak owner] body in
            guard let owner else { return false }
            try body(receiver(owner))
            return true
        }
    }

    override var running: WaitGroup? { calls }
    override var isOrphaned: Bool { ownerType != nil && owner == nil }

    override func describe(_ info: inout ObservationInfo) {
        if let ownerType { (info.owner, info.isAlive) = ("\(ownerType)", owner != nil) }
    }

    override func receive(_ value: Lent) throws -> Bool {
        try value.lend(as: Call<P>.self) { call in try lend(to: call.body) }
    }

    /// Calls a body with the receiver; `false` if the owner is gone.
    func lend(to body: (P) throws -> Void) throws -> Bool { try call(body) }
}

extension Subscription {
    /// Calls a body with the receiver, unless the registration has ended; removes it if its owner is gone.
    func lend<P>(to body: (P) throws -> Void) throws {
        guard let handler = lentHandler?.object as? CallHandler<P> else { return }
        if try !handler.lend(to: body) { cancel() }
    }
}

/// Why a receiver was not called: it belongs to an actor on which the call may not run.
public struct CallIsolationError: Error, Hashable, CustomStringConvertible {
    /// One line for developers.
    public var description: String {
        "the receiver runs on another actor than the call: dispatch off any actor, or collect with `running:`"
    }
}
