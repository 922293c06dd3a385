extension MessageCenter {
    /// Says that something happened.
    ///
    /// Calls the observers that run on no actor or on the one that this is called on, and leaves the message to the
    /// mailboxes of the others. Inside a handler of this center it returns at once: the message is accepted, for those
    /// who observe it now, and delivered after the one being handled.
    ///
    /// - Parameters:
    ///   - message: What happened. Observers of its type, its protocols and its superclasses receive it.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the message is posted; leave it to the compiler.
    ///   - line: Where the message is posted; leave it to the compiler.
    public func post<Message: Sendable>(
        _ message: Message,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        accept(message, from: location, on: isolation.map { ObjectIdentifier($0) })
    }

    private func accept<Message: Sendable>(
        _ message: Message, from location: SourceLocation, on actor: ObjectIdentifier?
    ) {
        let roster = roster(for: message)
        if roster.count == 0, onDeadLetter == nil { return }
        let turns = Turns.current
        let turn = turns[self]
        let origin = Origin(type: Message.self, at: location, becauseOf: turn?.origin)
        if roster.count == 0 {
            reportDeadLetter(message, from: origin)
        } else if let turn {
            guard origin.depth <= cycleLimit else { return refuse(message, from: origin) }
            turn.append(Parcel(message, to: roster, from: origin))
        } else {
            takeTurn(on: actor, in: turns) { deliver(message, to: roster, from: origin, on: actor, in: $0) }
        }
    }

    /// Does the work, and then delivers what handlers posted meanwhile; inside another turn of this center on this
    /// thread, that one will.
    func takeTurn(on actor: ObjectIdentifier?, in turns: Turns = .current, _ work: (Turn) -> Void) {
        if let outer = turns[self] { return work(outer) }
        let turn = turns.begin(in: self)
        work(turn)
        while let envelope = turn.popFirst() { envelope.deliver(in: self, on: actor, turn) }
        turns.end(turn)
    }

    /// Calls those who can be called on this actor, and leaves the message to the mailboxes of the others.
    ///
    /// - Parameters:
    ///   - message: What to deliver.
    ///   - roster: Whom it reaches.
    ///   - origin: Where it comes from.
    ///   - actor: The actor that is current, whose handlers may therefore be called.
    ///   - turn: The turn that this belongs to.
    ///   - parcel: The message's envelope, if it has one already.
    func deliver<Message>(
        _ message: Message, to roster: Roster<Message>, from origin: Origin, on actor: ObjectIdentifier?,
        in turn: Turn, parcel: Parcel<Message>? = nil
    ) {
        turn.origin = origin
        var parcel = parcel
        var mailboxes: [Mailbox] = []
        var drained: Mailbox?
        let isReceived = roster.call(message, from: origin, in: self) { observer in
            guard let mailbox = observer.mailbox else { return true }
            if mailbox.actorID == actor {
                guard drained !== mailbox else { return true }
                drained = mailbox
                // What waits was posted before.
                mailbox.drain(in: self, turn)
                turn.origin = origin
                return true
            }
            guard !mailboxes.contains(where: { $0 === mailbox }) else { return false }
            mailboxes.append(mailbox)
            let envelope = parcel ?? Parcel(message, to: roster, from: origin)
            parcel = envelope
            envelope.beginPart()
            mailbox.append(envelope, in: self)
            return false
        }
        if let parcel {
            parcel.endPart(isReceived: isReceived, in: self)
        } else if !isReceived {
            reportDeadLetter(message, from: origin)
        }
    }
}
