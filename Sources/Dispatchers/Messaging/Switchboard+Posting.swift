import Synchronization

extension Switchboard {
    /// Delivers a message that is not traced, or lets it wait, and answers whether it was accepted.
    ///
    /// To call observers of its own type takes neither a lock nor a reference count, if that type was posted before and no
    /// message of these centers is being delivered on this thread.
    @usableFromInline
    func accept<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)?, on actor: (any Actor)?,
        _ location: SourceLocation
    ) -> Bool {
        let thread = threads.current
        let type = ObjectIdentifier(Message.self)
        guard thread.turn == nil, let channel = channels.elementInPlace(for: type) ?? channels[type],
            channel._withUnsafeGuaranteedRef({ $0.isDirect(for: message) })
        else {
            // Asked here, as far out as turns begin.
            if thread.turn != nil { Turn.discardStale(on: thread, at: CurrentThread.stackAddress) }
            return acceptAny(message, subject, actor, location)
        }
        if channel._withUnsafeGuaranteedRef({ $0.seats.isEmpty }), onDeadLetter == nil {
            return acceptUnheard(type, channel)
        }
        var reading = readers.begin(on: thread)
        let view = channel._withUnsafeGuaranteedRef { $0.seats.view(for: &reading, readers) }
        // What is direct is posted in a center without a parent.
        let actor: ObjectIdentifier? = if let actor { ObjectIdentifier(actor) } else { nil }
        let posting = Posting(of: Message.self, about: subject, at: location, on: actor)
        let turn = Turn.begin(
            of: ObjectIdentifier(self), on: thread, for: posting, on: actor, reading, at: CurrentThread.stackAddress)
        if let view {
            deliver(message, to: view, in: turn)
        } else if onDeadLetter != nil {
            reportDeadLetter(message, in: turn)
        }
        endWork(in: turn)
        readers.end(Turn.end(turn, on: thread))
        return true
    }

    /// Lets the next posts of a type be over before they begin.
    @inline(never)
    private func acceptUnheard(_ type: ObjectIdentifier, _ channel: Unmanaged<Channel>) -> Bool {
        guard unheard.hasRoom(for: type), channel._withUnsafeGuaranteedRef({ $0.isDirect }) == .full else {
            return !isClosed
        }
        return state.withLock { state in
            if !state.isClosed, channel.takeUnretainedValue().isUnheard { unheard.insert(type) }
            return !state.isClosed
        }
    }

    /// Calls observers one after the other, until one needs more than a call.
    ///
    /// Why the types are right: a channel's shortcuts lead to seats of its own type alone, which is the message's. Neither
    /// the seat nor the center is asked whether it has ended: shortcuts are gone before cancelling or closing returns.
    @inline(__always)
    private func deliver<Message: Sendable>(
        _ message: Message, to view: ListView<Seat>, in turn: UnsafeMutablePointer<Turn>
    ) {
        var (place, isReceived) = (0, false)
        while place < view.count {
            let shortcut = view.shortcut(at: place)
            if shortcut.isCall {
                do {
                    try shortcut.call(message)
                } catch {
                    report(error, of: view.lastElement(at: place), for: message, in: turn)
                }
                if turn.pointee.isConsumed { return }
                isReceived = true
                place &+= 1
            } else {
                guard let rest = callSeats(of: view, from: place, with: message, in: turn, isReceived) else { return }
                (place, isReceived) = rest
            }
        }
        if onDeadLetter != nil, !isReceived { reportDeadLetter(message, in: turn) }
    }

    /// Calls observers who have to be looked at, until one comes that need not be.
    ///
    /// Why the cast is right: see `deliver`; a seat of that list is of the message's type. To look at its class as well made a
    /// message to 10 owners take 1.70 of a loop over weak references instead of 1.15.
    ///
    /// Where that is, and whether anybody received the message; `nil` when nobody is to have it any more.
    @inline(never)
    private func callSeats<Message: Sendable>(
        of view: ListView<Seat>, from first: Int, with message: Message, in turn: UnsafeMutablePointer<Turn>,
        _ wasReceived: Bool
    ) -> (place: Int, isReceived: Bool)? {
        var (place, isReceived) = (first, wasReceived)
        while place < view.count {
            let shortcut = view.shortcut(at: place)
            if shortcut.isCall { return (place, isReceived) }
            if let seat = shortcut.element(as: Seat.self) {
                guard isCallable(seat, turn) else { break }
                do {
                    let isReceiver = try seat._withUnsafeGuaranteedRef {
                        try unsafeDowncast($0, to: TypedSeat<Message>.self).receive(message)
                    }
                    if isReceiver { isReceived = true } else { purge(seat, view.key(at: place)) }
                } catch {
                    isReceived = true
                    report(error, of: seat, for: message, in: turn)
                }
                if turn.pointee.isConsumed { return nil }
            } else if view[place] != nil {
                break
            }
            place &+= 1
        }
        if place == view.count { return (place, isReceived) }
        deliverWithCare(message, to: view, from: place, in: turn, isReceived: isReceived)
        return nil
    }

    /// Whether a seat may be called where the poster stands.
    @inline(__always)
    private func isCallable(_ seat: Unmanaged<Seat>, _ turn: UnsafeMutablePointer<Turn>) -> Bool {
        let state = seat._withUnsafeGuaranteedRef { $0.currentState }
        return state == .owned || state.isCallable && isAtHome(seat, turn)
    }

    /// Whether the poster stands on a seat's actor, and nothing waits there that was posted before.
    ///
    /// A mailbox is asked once. There may be two of one identity: that of an actor that is gone, and of one at its address.
    @inline(never)
    private func isAtHome(_ seat: Unmanaged<Seat>, _ turn: UnsafeMutablePointer<Turn>) -> Bool {
        guard let mailbox = seat._withUnsafeGuaranteedRef({ $0.mailbox }) else { return false }
        let id = ObjectIdentifier(mailbox)
        if turn.pointee.drained == id { return true }
        guard mailbox.actorID == turn.pointee.posting?.actor, !mailbox.isWaiting else { return false }
        turn.pointee.drained = id
        return true
    }

    @inline(never)
    private func deliverWithCare<Message: Sendable>(
        _ message: Message, to view: ListView<Seat>, from first: Int, in turn: UnsafeMutablePointer<Turn>,
        isReceived: Bool
    ) {
        guard let posting = turn.pointee.posting else { return }
        withUnsafePointer(to: message) { address in
            var delivery = OldDelivery(
                of: Post(message: address, posting: posting), in: turn, isReceived: isReceived,
                drained: turn.pointee.drained)
            deliver(&delivery, to: view, from: first)
            finish(&delivery)
        }
    }

    @inline(never)
    private func report(
        _ error: any Error, of seat: Unmanaged<Seat>?, for message: any Sendable, in turn: UnsafeMutablePointer<Turn>
    ) {
        guard let seat, let origin = turn.pointee.origin else { return }
        report(error, of: seat.takeUnretainedValue(), for: message, from: origin.location)
    }

    @inline(never)
    private func reportDeadLetter(_ message: any Sendable, in turn: UnsafeMutablePointer<Turn>) {
        if let origin = turn.pointee.origin { reportDeadLetter(message, from: origin) }
    }

    /// The same for a message of any type, posted anywhere, traced or not.
    @inline(never)
    @usableFromInline
    func acceptAny(
        _ message: any Sendable, _ subject: (any AnyObject & Sendable)?, _ actor: (any Actor)?,
        _ location: SourceLocation
    ) -> Bool {
        guard trace.isOn else { return acceptWithCare(message, subject, actor, location) }
        return trace.record(Trace.Subject(.post, of: type(of: message), at: location)) {
            acceptWithCare(message, subject, actor, location)
        }
    }

    private func acceptWithCare(
        _ message: any Sendable, _ subject: (any AnyObject & Sendable)?, _ actor: (any Actor)?,
        _ location: SourceLocation
    ) -> Bool {
        guard !isClosed else { return false }
        let thread = readers.currentThread
        let turn = Turn.current(of: top, on: thread)
        let origin = OldOrigin(type: type(of: message), at: location, becauseOf: turn?.pointee.origin)
        guard origin.depth <= cycleLimit else {
            refuse(message, from: origin)
            return false
        }
        guard let parcel = parcel(message, about: subject, from: origin) else { return false }
        let id = actor.map { ObjectIdentifier($0) }
        if let turn {
            turn.pointee.append(parcel)
            let isOnTheMainActor = turn.pointee.actor == ObjectIdentifier(MainActor.shared)
            if let actor = actor ?? (isOnTheMainActor ? MainActor.shared : nil) { deliverInNestedLoop(on: actor) }
        } else {
            takeTurn(on: id, thread) { parcel.deliver(on: id, in: $0) }
        }
        return true
    }

    /// Notes whom a message reaches that is accepted now, here and in the parents.
    ///
    /// A message that is to be retained is so under the same lock: whoever observes it later hears it once, either so or
    /// so.
    func parcel(
        _ message: any Sendable, about subject: (any AnyObject & Sendable)?, from origin: OldOrigin
    ) -> Parcel? {
        var receivers: [Parcel.Receivers] = []
        var retained: Parcel?
        var center: Switchboard? = self
        let type = ObjectIdentifier(type(of: message))
        while let board = center {
            let found = board.state.withLock { state -> Acceptance? in
                guard !state.isClosed else { return nil }
                let (seats, unlinked) = state.audience.seats(for: message, in: board.channels)
                guard state.audience.retained.hasLimit(type) else { return (seats, unlinked, []) }
                let parcel = retained ?? Parcel(retaining: message, about: subject, from: origin, in: self)
                retained = parcel
                return (seats, unlinked, state.audience.retained.append(parcel, of: type))
            }
            guard let (seats, unlinked, forgotten) = found else { return nil }
            unlinked?.retire(to: readers)
            for parcel in forgotten { parcel.endPart(isReceived: false) }
            if let seats { receivers.append(Parcel.Receivers(board: board, seats: seats)) }
            center = board.parent
        }
        return Parcel(message, about: subject, from: origin, in: self, to: receivers, asCopyOf: retained)
    }

    /// Whom a message reaches in one center, what goes for it, and the messages that are retained no more.
    private typealias Acceptance = (
        seats: ListSnapshot<Seat>?, unlinked: Audience.Unlinked?, forgotten: [Parcel]
    )
}
