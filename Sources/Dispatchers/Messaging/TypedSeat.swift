/// A seat that hands messages of one type to a handler.
///
/// Generic, so that a post of that very type calls the handler without a wrapper; whoever does not know the type hands
/// over an address or a box.
class TypedSeat<Message: Sendable>: Seat, @unchecked Sendable {
    /// Calls the handler.
    func receive(_ message: Message) throws -> Reception { .missed }

    override final func receive(at address: UnsafeRawPointer) throws -> Reception {
        try receive(address.assumingMemoryBound(to: Message.self).pointee)
    }

    override final func receive(boxed message: any Sendable) throws -> Reception {
        guard let message = message as? Message else { return .missed }
        return try receive(message)
    }
}

/// A seat that is kept by a registration.
final class HandlerSeat<Message: Sendable>: TypedSeat<Message>, @unchecked Sendable {
    let handle: @Sendable (Message) throws -> Void

    init(
        at location: SourceLocation, in mailbox: Mailbox?, about subject: (any AnyObject & Sendable)?,
        _ handle: @escaping @Sendable (Message) throws -> Void
    ) {
        self.handle = handle
        super.init(of: Message.self, at: location, in: mailbox, about: subject)
    }

    override func receive(_ message: Message) throws -> Reception {
        try handle(message)
        return .received
    }
}

/// A seat that lives as long as an owner.
final class OwnerSeat<Message: Sendable, Owner: AnyObject & Sendable>: TypedSeat<Message>, @unchecked Sendable {
    private weak let owner: Owner?
    private let handle: @Sendable (Owner, Message) throws -> Void

    init(
        of owner: Owner, at location: SourceLocation, in mailbox: Mailbox?, about subject: (any AnyObject & Sendable)?,
        _ handle: @escaping @Sendable (Owner, Message) throws -> Void
    ) {
        self.owner = owner
        self.handle = handle
        super.init(of: Message.self, at: location, in: mailbox, about: subject, isOwned: true)
    }

    override var isOwnerGone: Bool { owner == nil }

    override func receive(_ message: Message) throws -> Reception {
        guard let owner else { return .orphaned }
        try handle(owner, message)
        return .received
    }
}

/// The seat of an observer whose messages wait for one task, and who lives as long as an owner.
final class QueueSeat: Seat, @unchecked Sendable {
    private weak let owner: (any AnyObject & Sendable)?

    init(
        of type: any Any.Type, at location: SourceLocation, inbox: Inbox,
        about subject: (any AnyObject & Sendable)?, owner: any AnyObject & Sendable
    ) {
        self.owner = owner
        super.init(of: type, at: location, inbox: inbox, about: subject)
    }

    override var isOwnerGone: Bool { owner == nil }
}
