/// A seat that hands messages of one type to a handler.
///
/// Generic, so that a post of that very type calls the handler without a wrapper; whoever does not know the type hands
/// over an address or a box.
class TypedSeat<Message: Sendable>: Seat, @unchecked Sendable {
    override final var type: any Any.Type { Message.self }

    override var shortcut: Shortcut { Shortcut(asking: self) }

    /// Calls the handler; `false` when its owner is gone.
    func receive(_ message: Message) throws -> Bool { true }

    override final func receive(at address: UnsafeRawPointer) throws -> OldReception {
        try receive(address.assumingMemoryBound(to: Message.self).pointee) ? .received : .orphaned
    }

    override final func receive(boxed message: any Sendable) throws -> OldReception {
        guard let message = message as? Message else { return .missed }
        return try receive(message) ? .received : .orphaned
    }
}

/// A seat that is kept by a registration.
final class HandlerSeat<Message: Sendable>: TypedSeat<Message>, @unchecked Sendable {
    private let handle: @Sendable (Message) throws -> Void

    override var shortcut: Shortcut { currentState == .plain ? Shortcut(to: handle) : super.shortcut }

    init(at location: SourceLocation, _ details: Details?, _ handle: @escaping @Sendable (Message) throws -> Void) {
        self.handle = handle
        super.init(at: location, details)
    }

    override func receive(_ message: Message) throws -> Bool {
        try handle(message)
        return true
    }
}

/// A seat that lives as long as an owner.
final class OwnerSeat<Message: Sendable, Owner: AnyObject & Sendable>: TypedSeat<Message>, @unchecked Sendable {
    private weak let owner: Owner?
    private let handle: @Sendable (Owner, Message) throws -> Void

    init(
        of owner: Owner, at location: SourceLocation, _ details: Details?,
        _ handle: @escaping @Sendable (Owner, Message) throws -> Void
    ) {
        self.owner = owner
        self.handle = handle
        super.init(at: location, details, isOwned: true)
    }

    override var isOwnerGone: Bool { owner == nil }

    override func receive(_ message: Message) throws -> Bool {
        guard let owner else { return false }
        try handle(owner, message)
        return true
    }
}

/// The seat of an observer whose messages wait for a reader or for a task, and who may live as long as an owner.
final class QueueSeat: Seat, @unchecked Sendable {
    private let observed: any Any.Type
    private let hasOwner: Bool
    private weak let owner: (any AnyObject & Sendable)?

    init(
        of type: any Any.Type, at location: SourceLocation, inbox: Inbox, about subject: (any AnyObject & Sendable)?,
        owner: (any AnyObject & Sendable)? = nil, priority: Int = 0
    ) {
        observed = type
        hasOwner = owner != nil
        self.owner = owner
        super.init(at: location, Details(inbox: inbox, about: subject, priority: priority))
    }

    override var type: any Any.Type { observed }

    override var isOwnerGone: Bool { hasOwner && owner == nil }
}
