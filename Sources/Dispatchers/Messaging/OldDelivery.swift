/// What one delivery of a message on one thread has come to.
struct OldDelivery {
    let post: Post
    let turn: UnsafeMutablePointer<Turn>

    /// The message as something that can be kept, once anybody had to.
    private(set) var parcel: Parcel?

    /// Whether an observer received it, or it was reported that a full queue dropped it: then it is no dead letter.
    var isReceived = false

    /// The receivers on other actors, to which it has to be left.
    private(set) var elsewhere = ActorGroups()

    /// The mailbox of the current actor that was emptied before it.
    private var drained: ObjectIdentifier?

    /// The delivery of the outermost message, to those that are left.
    init(of post: Post, in turn: UnsafeMutablePointer<Turn>, isReceived: Bool, drained: ObjectIdentifier?) {
        self.post = post
        self.turn = turn
        self.isReceived = isReceived
        self.drained = drained
    }

    /// The delivery of one that was set aside.
    init(of post: Post, in turn: UnsafeMutablePointer<Turn>, parcel: Parcel) {
        self.post = post
        self.turn = turn
        self.parcel = parcel
        resume()
    }

    /// Where the message comes from.
    var origin: OldOrigin { parcel?.origin ?? post.posting.origin }

    /// Makes it what the turn delivers.
    func resume() {
        turn.pointee.origin = origin
        turn.pointee.isConsumed = false
    }

    /// The message as something that can be kept.
    mutating func kept(_ board: Switchboard, _ view: ListView<Seat>) -> Parcel {
        if let parcel { return parcel }
        let receivers = Parcel.Receivers(board: board, seats: view.snapshot)
        let new = Parcel(post.boxed, about: post.posting.subject, from: origin, in: board, to: [receivers])
        parcel = new
        return new
    }

    /// Notes a receiver on another actor.
    mutating func leave(in mailbox: Mailbox, for place: Parcel.Place) { elsewhere.append(place, for: mailbox) }

    /// Delivers what waits for the current actor, which was posted before.
    mutating func drain(_ mailbox: Mailbox) {
        guard drained != ObjectIdentifier(mailbox) else { return }
        drained = ObjectIdentifier(mailbox)
        guard mailbox.isWaiting else { return }
        mailbox.drain(in: turn)
        resume()
    }
}

extension Switchboard {
    /// Calls those who can be called here, hands the message to those who queue it, and notes the others.
    ///
    /// Goes no further once the message was consumed: those behind are not noted either.
    func deliver(_ delivery: inout OldDelivery, to view: ListView<Seat>, from first: Int = 0, center: Int = 0) {
        for index in first..<view.count {
            guard let seat = view[index], !isClosed else { continue }
            deliver(&delivery, to: seat, Parcel.Place(center: center, seat: index), of: view)
            if delivery.turn.pointee.isConsumed { return }
        }
    }

    /// Calls an observer on its actor.
    func deliver(_ delivery: inout OldDelivery, to view: ListView<Seat>, at index: Int) {
        guard let seat = view[index]?.takeUnretainedValue(), seat.isActive,
            seat.isInterested(in: delivery.post.posting.subject)
        else { return }
        call(seat, view.key(at: index), &delivery)
    }

    /// Leaves the message to the other actors, or reports that nobody received it.
    func finish(_ delivery: inout OldDelivery) {
        if let parcel = delivery.parcel {
            parcel.leave(to: delivery.elsewhere.all)
            parcel.endPart(isReceived: delivery.isReceived)
        } else if !delivery.isReceived, onDeadLetter != nil {
            reportDeadLetter(delivery.post.boxed, from: delivery.origin)
        }
    }

    private func deliver(
        _ delivery: inout OldDelivery, to seat: Unmanaged<Seat>, _ place: Parcel.Place, of view: ListView<Seat>
    ) {
        let index = place.seat
        let seat = seat.takeUnretainedValue()
        guard seat.isActive else { return }
        if !seat.isInterested(in: delivery.post.posting.subject) {
            return seat.isOrphaned ? purge(.passUnretained(seat), view.key(at: index)) : ()
        }
        if let outcome = seat.hold({ delivery.kept(self, view) }) {
            finish(outcome, of: delivery.kept(self, view), seat)
        } else if let inbox = seat.inbox {
            guard !seat.isOrphaned else { return purge(.passUnretained(seat), view.key(at: index)) }
            put(&delivery, in: inbox, view)
        } else if let mailbox = seat.mailbox, mailbox.actorID != delivery.post.posting.actor {
            _ = delivery.kept(self, view)
            delivery.leave(in: mailbox, for: place)
        } else {
            if let mailbox = seat.mailbox { delivery.drain(mailbox) }
            if seat.isActive { call(seat, view.key(at: index), &delivery) }
        }
    }

    private func put(_ delivery: inout OldDelivery, in inbox: Inbox, _ view: ListView<Seat>) {
        let parcel = delivery.kept(self, view)
        if trace.isOn, !inbox.isServed {
            let posting = delivery.post.posting
            let subject = Trace.Subject(.delivery, of: posting.type, at: posting.location, to: inbox.location)
            trace.note(subject, because: parcel.cause, .queued)
        }
        if put(parcel, in: inbox) { delivery.isReceived = true }
    }

    /// Queues a message, and answers whether it was queued or reported as dropped.
    func put(_ parcel: Parcel, in inbox: Inbox) -> Bool {
        // Coalescing keys are foreign code, and no handlers.
        switch withoutConsuming({ inbox.put(parcel) }) {
        case .received: break
        case .pushedOut(let oldest, let number): reportDrop(of: oldest, number: number, from: inbox)
        case .full(let number): reportDrop(parcel, number: number, from: inbox)
        case .finished: return false
        }
        return true
    }

    /// Reports that a message was dropped which should have waited behind those that were retained.
    func finish(_ outcome: Gate.Outcome, of parcel: Parcel, _ seat: Seat) {
        guard case .dropped(let number) = outcome else { return }
        reportDrop(parcel, number: number, observedAt: seat.location)
        parcel.endPart(isReceived: true)
    }

    private func call(_ seat: Seat, _ key: (priority: Int, id: UInt64), _ delivery: inout OldDelivery) {
        guard !isClosed else { return }
        do {
            let reception = try receive(delivery.post, seat, delivery.parcel?.cause, in: delivery.turn)
            if reception == .received { delivery.isReceived = true }
            if reception == .orphaned { purge(.passUnretained(seat), key) }
        } catch {
            delivery.isReceived = true
            report(error, of: seat, for: delivery.post.boxed, from: delivery.post.posting.location)
        }
    }

    private func receive(
        _ post: Post, _ seat: Seat, _ cause: Trace.Cause?, in turn: UnsafeMutablePointer<Turn>
    ) throws -> OldReception {
        let posting = post.posting
        func receive() throws -> OldReception {
            try seat.type == posting.type ? seat.receive(at: post.message) : seat.receive(boxed: post.boxed)
        }
        guard trace.isOn else { return try receive() }
        let subject = Trace.Subject(.delivery, of: posting.type, at: posting.location, to: seat.location)
        return try record(subject, because: cause, in: turn, receive)
    }

    /// Records a call of a handler; the trace's log, which is called behind it, is no handler and consumes nothing.
    func record<Result>(
        _ subject: Trace.Subject, because cause: Trace.Cause?, in turn: UnsafeMutablePointer<Turn>,
        _ body: () throws -> Result
    ) rethrows -> Result {
        var isConsumed = false
        defer { turn.pointee.isConsumed = isConsumed }
        return try trace.record(subject, because: cause) {
            defer { isConsumed = turn.pointee.isConsumed }
            return try body()
        }
    }
}
