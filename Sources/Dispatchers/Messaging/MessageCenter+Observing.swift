extension MessageCenter {
    /// Calls the handler for every message of a type, until the registration is cancelled or released.
    ///
    /// The handler runs on the actor that it is written in, elsewhere on the poster. Observing is in force when this
    /// returns; a message that was accepted before does not come.
    ///
    /// ```swift
    /// let registration = center.observe(ItemAdded.self) { added in print(added.name) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: What to hear: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - subject: Unless `nil`, only what is posted about this very object is heard, and the observation ends with it.
    ///   - priority: Higher ones are called first, among observers of one isolation.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do. An error that it throws goes to the center's error handler and to nobody else.
    /// - Returns: What keeps the observation going. A handler that holds the object which holds this keeps both alive:
    ///   name an owner instead.
    public func observe<Message: Sendable>(
        _ type: Message.Type,
        about subject: (any AnyObject & Sendable)? = nil,
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Message) throws -> Void
    ) -> Registration {
        let location = SourceLocation(fileID: fileID, line: line)
        let details = board.details(of: handler.isolation, about: subject, priority: priority)
        return register(HandlerSeat(at: location, details, unchecked(handler)), of: type)
    }

    /// Calls the handler for every message of a type for as long as the owner lives.
    ///
    /// The owner is never kept alive, but for the time of a call. Its observations end early with `cancel(by:)`.
    ///
    /// ```swift
    /// center.observe(ItemAdded.self, by: self) { screen, added in screen.show(added) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: What to hear: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - owner: Who observes. It is referenced weakly, which makes retaining it dearer from then on.
    ///   - subject: Unless `nil`, only what is posted about this very object is heard, and the observation ends with it.
    ///   - priority: Higher ones are called first, among observers of one isolation.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do, on the actor it is written in, elsewhere on the poster. An error that it throws goes to
    ///     the center's error handler and to nobody else.
    public func observe<Message: Sendable, Owner: AnyObject & Sendable>(
        _ type: Message.Type,
        by owner: Owner,
        about subject: (any AnyObject & Sendable)? = nil,
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, Message) throws -> Void
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        observe(at: location, by: owner, about: subject, on: handler.isolation, priority: priority, unchecked(handler))
    }

    /// Calls the handler on its owner, an actor, for every message of a type for as long as the actor lives.
    ///
    /// The owner is never kept alive, but for the time of a call. Its observations end early with `cancel(by:)`.
    ///
    /// ```swift
    /// center.observe(ItemAdded.self, by: self) { stock, added in stock.reserve(added) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: What to hear: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - owner: The actor that observes.
    ///   - subject: Unless `nil`, only what is posted about this very object is heard, and the observation ends with it.
    ///   - priority: Higher ones are called first, among observers of one isolation.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do, on the owner. An error that it throws goes to the center's error handler and to nobody
    ///     else.
    public func observe<Message: Sendable, Owner: Actor>(
        _ type: Message.Type,
        by owner: Owner,
        about subject: (any AnyObject & Sendable)? = nil,
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ handler: @escaping @Sendable (isolated Owner, Message) throws -> Void
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        observe(at: location, by: owner, about: subject, on: owner, priority: priority, unchecked(handler))
    }

    /// The two owner forms.
    ///
    /// The handler is called on the actor alone: inline by a poster who stands on it, or from its mailbox.
    private func observe<Message: Sendable, Owner: AnyObject & Sendable>(
        at location: SourceLocation,
        by owner: Owner,
        about subject: (any AnyObject & Sendable)?,
        on actor: (any Actor)?,
        priority: Int,
        _ handle: @escaping @Sendable (Owner, Message) throws -> Void
    ) {
        let details = board.details(of: actor, about: subject, priority: priority)
        let seat = OwnerSeat(of: owner, at: location, details, handle)
        _ = board.insert(seat, of: Message.self, owner: ObjectIdentifier(owner))
    }
}

extension MessageCenter {
    /// Adds an observer whom a registration keeps.
    func register<Message: Sendable>(_ seat: Seat, of type: Message.Type) -> Registration {
        let id = board.insert(seat, of: type)?.id ?? 0
        let inboxRegistrar = seat.inbox.map { BoardRegistrar(board, $0, of: seat) }
        return Registration(at: seat.location, by: inboxRegistrar ?? registrar) { [board] in board.end(seat, id) }
    }
}

/// Ends the observations of a center.
///
/// That of one whose messages wait has its own, which knows where, and not the seat with what its handler captured.
final class BoardRegistrar: Registrar, @unchecked Sendable {
    private let board: Switchboard
    private let inbox: Inbox?
    private let seatID: ObjectIdentifier?

    init(_ board: Switchboard, _ inbox: Inbox? = nil, of seat: Seat? = nil) {
        self.board = board
        self.inbox = inbox
        seatID = seat.map { ObjectIdentifier($0) }
        super.init()
    }

    override func drain() async {
        if let seatID, Handling.current?.isInside(seatID) == true { return }
        await inbox?.drain()
        await board.readers.drain()
    }
}
