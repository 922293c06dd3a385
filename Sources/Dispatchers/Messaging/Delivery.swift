/// What one delivery of a message on one thread has come to.
struct Delivery {
    let post: Post
    let turn: UnsafeMutablePointer<Turn>

    /// The message as something that can be kept, once anybody had to.
    private(set) var parcel: Parcel?

    /// Whether anybody received it.
    var isReceived = false

    /// Other actors' mailboxes in which it has to be left.
    private(set) var mailboxes: [Mailbox]?

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
    var origin: Origin { parcel?.origin ?? post.posting.origin }

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

    mutating func leave(in mailbox: Mailbox) {
        var all = mailboxes ?? []
        if !all.contains(where: { $0 === mailbox }) { all.append(mailbox) }
        mailboxes = all
    }

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
    /// Calls those who can be called here, hands the message to those who queue it, and notes the mailboxes of the others.
    func deliver(_ delivery: inout Delivery, to view: ListView<Seat>, from first: Int = 0, center: Int = 0) {
        for index in first..<view.count {
            guard let seat = view[index], !isClosed else { continue }
            deliver(&delivery, to: seat, index, of: view)
            guard delivery.turn.pointee.isConsumed else { continue }
            delivery.parcel?.end(after: Parcel.Place(center: center, seat: index))
            return
        }
    }

    /// Calls those whose mailbox this is, on their actor.
    func deliver(
        _ delivery: inout Delivery, to view: ListView<Seat>, center: Int, from mailbox: Mailbox,
        before end: Parcel.Place
    ) {
        for index in 0..<view.count where Parcel.Place(center: center, seat: index) < end {
            guard let seat = view[index]?.takeUnretainedValue(), seat.mailbox === mailbox else { continue }
            guard seat.isActive, seat.isInterested(in: delivery.post.posting.subject) else { continue }
            call(seat, view.key(at: index), &delivery)
        }
    }

    /// Leaves the message in the mailboxes that were noted, or says that nobody received it.
    func finish(_ delivery: inout Delivery) {
        if let parcel = delivery.parcel {
            parcel.leave(in: delivery.mailboxes ?? [])
            parcel.endPart(isReceived: delivery.isReceived)
        } else if !delivery.isReceived, onDeadLetter != nil {
            reportDeadLetter(delivery.post.boxed, from: delivery.origin)
        }
    }

    private func deliver(
        _ delivery: inout Delivery, to seat: Unmanaged<Seat>, _ index: Int, of view: ListView<Seat>
    ) {
        let seat = seat.takeUnretainedValue()
        guard seat.isActive else { return }
        if !seat.isInterested(in: delivery.post.posting.subject) {
            return seat.isOrphaned ? purge(.passUnretained(seat), view.key(at: index)) : ()
        }
        if seat.hold({ delivery.kept(self, view) }) {
            delivery.isReceived = true
        } else if let inbox = seat.inbox {
            guard !seat.isOrphaned else { return purge(.passUnretained(seat), view.key(at: index)) }
            put(&delivery, in: inbox, view)
        } else if let mailbox = seat.mailbox, mailbox.actorID != delivery.post.posting.actor {
            _ = delivery.kept(self, view)
            delivery.leave(in: mailbox)
        } else {
            if let mailbox = seat.mailbox { delivery.drain(mailbox) }
            if seat.isActive { call(seat, view.key(at: index), &delivery) }
        }
    }

    private func put(_ delivery: inout Delivery, in inbox: Inbox, _ view: ListView<Seat>) {
        let parcel = delivery.kept(self, view)
        if trace.isOn, !inbox.isServed {
            let posting = delivery.post.posting
            let subject = Trace.Subject(.delivery, of: posting.type, at: posting.location, to: inbox.location)
            trace.note(subject, because: parcel.cause, .queued)
        }
        switch inbox.put(parcel) {
        case .received: delivery.isReceived = true
        case .pushedOut(let oldest):
            delivery.isReceived = true
            reportDrop(oldest, from: inbox)
        case .full: reportDrop(parcel, from: inbox)
        case .finished: break
        }
    }

    private func call(_ seat: Seat, _ key: (priority: Int, id: UInt64), _ delivery: inout Delivery) {
        guard !isClosed else { return }
        do {
            let reception = try receive(delivery.post, seat, delivery.parcel?.cause)
            if reception == .received { delivery.isReceived = true }
            if reception == .orphaned { purge(.passUnretained(seat), key) }
        } catch {
            delivery.isReceived = true
            report(error, of: seat, for: delivery.post.boxed, from: delivery.post.posting.location)
        }
    }

    private func receive(_ post: Post, _ seat: Seat, _ cause: Trace.Cause?) throws -> Reception {
        let posting = post.posting
        func receive() throws -> Reception {
            try seat.type == posting.type ? seat.receive(at: post.message) : seat.receive(boxed: post.boxed)
        }
        guard trace.isOn else { return try receive() }
        let subject = Trace.Subject(.delivery, of: posting.type, at: posting.location, to: seat.location)
        return try trace.record(subject, because: cause, receive)
    }
}
