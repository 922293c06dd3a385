extension Switchboard {
    /// How many of the messages that were posted meanwhile one thread or task delivers to a new observer.
    private static let replayShare = 1_024

    /// Lets newer messages come after those that were retained; called under the lock, before anybody knows the seat.
    ///
    /// Each retained message gets a part, which is ended once the observer has got it, or does not get it.
    ///
    /// - Returns: What found no room in the mailbox, to be reported outside of the lock.
    func prepare(_ seat: Seat, for retained: [Parcel]) -> [(parcel: Parcel, number: Int)] {
        for parcel in retained { parcel.addPart() }
        guard let mailbox = seat.mailbox else {
            seat.close()
            return []
        }
        let list = PublishedList<Seat>()
        _ = list.insert(seat, priority: 0, id: 0)
        guard let seats = list.view?.snapshot else { return [] }
        let receivers = [Parcel.Receivers(board: self, seats: seats)]
        return retained.compactMap { original in
            let copy = Parcel(of: original, to: receivers)
            let number = mailbox.append(copy, for: ActorGroup.Places(Parcel.Place(center: 0, seat: 0)))
            return number.map { (copy, $0) }
        }
    }

    /// Delivers to a new observer what was retained, and then what was posted meanwhile.
    func replay(_ retained: [Parcel], to seat: Seat) {
        guard seat.mailbox == nil else { return }
        replay(to: seat) { turn in
            for parcel in retained { replay(parcel, to: seat, in: turn) }
        }
    }

    /// Delivers what was posted meanwhile, up to a share, after some other work; a task delivers the rest.
    private func replay(to seat: Seat, after work: (UnsafeMutablePointer<Turn>) -> Void = { _ in }) {
        var isOver = false
        joinTurn(on: nil) { turn in
            let (origin, isConsumed) = (turn.pointee.origin, turn.pointee.isConsumed)
            work(turn)
            isOver = replayHeld(to: seat, in: turn)
            (turn.pointee.origin, turn.pointee.isConsumed) = (origin, isConsumed)
        }
        if !isOver { Task.detached { [self] in replay(to: seat) } }
    }

    /// Delivers a share of what was posted meanwhile; `false` when there may be more.
    private func replayHeld(to seat: Seat, in turn: UnsafeMutablePointer<Turn>) -> Bool {
        var left = Self.replayShare
        while left > 0 {
            guard let held = seat.held(upTo: left) else { return true }
            left -= held.count
            for parcel in held { replay(parcel, to: seat, in: turn) }
        }
        return false
    }

    /// Delivers a message, and ends the part that it is.
    private func replay(_ parcel: Parcel, to seat: Seat, in turn: UnsafeMutablePointer<Turn>) {
        turn.pointee.origin = parcel.origin
        turn.pointee.isConsumed = false
        parcel.endPart(isReceived: receive(parcel, seat))
    }

    /// Hands over a message, and answers whether it was received.
    private func receive(_ parcel: Parcel, _ seat: Seat) -> Bool {
        guard seat.isActive, !isClosed, seat.isInterested(in: parcel.subject) else { return false }
        if let inbox = seat.inbox { return put(parcel, in: inbox) }
        do {
            return try seat.receive(boxed: parcel.message) == .received
        } catch {
            report(error, of: seat, for: parcel.message, from: parcel.origin.location)
            return true
        }
    }
}
