import Synchronization

extension Switchboard {
    /// Delivers a message or lets it wait, and answers whether it was accepted.
    ///
    /// To say that nobody is there takes a look into a table. To call observers of its own type takes neither a lock nor a
    /// reference count, if that type was posted before and no message of these centers is being delivered on this thread.
    @inline(__always)
    func accept<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)?, on actor: ObjectIdentifier?,
        _ fileID: StaticString, _ line: Int
    ) -> Bool {
        if trace.isOn { return acceptTraced(message, subject, actor, SourceLocation(fileID: fileID, line: line)) }
        if let channel = channels.channelInPlace(for: ObjectIdentifier(Message.self)), onDeadLetter == nil,
            channel._withUnsafeGuaranteedRef({ $0.isUnheard })
        {
            return !isClosed
        }
        return accept(message, subject, actor, fileID, line)
    }

    /// The same for a message that somebody may hear.
    @inline(never)
    private func accept<Message: Sendable>(
        _ message: Message, _ subject: (any AnyObject & Sendable)?, _ actor: ObjectIdentifier?,
        _ fileID: StaticString, _ line: Int
    ) -> Bool {
        let thread = readers.currentThread
        guard thread.turn == nil, let channel = channels[ObjectIdentifier(Message.self)],
            channel._withUnsafeGuaranteedRef({ $0.isDirect })
        else { return acceptWithCare(message, subject, actor, SourceLocation(fileID: fileID, line: line)) }
        let location = SourceLocation(fileID: fileID, line: line)
        takeTurn(on: actor, thread, for: Posting(of: Message.self, about: subject, at: location, on: actor)) { turn in
            let view = channel._withUnsafeGuaranteedRef { $0.seats.view }
            deliver(message, to: view, on: actor, in: turn)
        }
        return !isClosed
    }

    /// Calls observers of the message's own type one after the other, until one needs more than a call.
    @inline(__always)
    private func deliver<Message: Sendable>(
        _ message: Message, to view: ListView<Seat>?, on actor: ObjectIdentifier?, in turn: UnsafeMutablePointer<Turn>
    ) {
        var (index, isReceived, drained) = (0, false, nil as ObjectIdentifier?)
        let count = view?.count ?? 0
        while index < count, let view {
            let place = index
            index &+= 1
            guard let seat = view[place], !isClosed else { continue }
            do {
                switch try seat._withUnsafeGuaranteedRef({ try $0.receiveAtOnce(message, on: actor, &drained) }) {
                case .received: isReceived = true
                case .missed: break
                case .orphaned: purge(seat, view.key(at: place))
                case .undecided:
                    return deliverWithCare(
                        message, to: view, from: place, isReceived: isReceived, drained: drained, in: turn)
                }
            } catch {
                isReceived = true
                report(error, of: seat, for: message, in: turn)
            }
            if turn.pointee.isConsumed { return }
        }
        if !isReceived, onDeadLetter != nil { reportDeadLetter(message, in: turn) }
    }

    @inline(never)
    private func deliverWithCare<Message: Sendable>(
        _ message: Message, to view: ListView<Seat>, from first: Int, isReceived: Bool, drained: ObjectIdentifier?,
        in turn: UnsafeMutablePointer<Turn>
    ) {
        guard let posting = turn.pointee.posting else { return }
        withUnsafePointer(to: message) { address in
            var delivery = Delivery(
                of: Post(message: address, posting: posting), in: turn, isReceived: isReceived, drained: drained)
            deliver(&delivery, to: view, from: first)
            finish(&delivery)
        }
    }

    @inline(never)
    private func report(
        _ error: any Error, of seat: Unmanaged<Seat>, for message: any Sendable, in turn: UnsafeMutablePointer<Turn>
    ) {
        guard let origin = turn.pointee.origin else { return }
        report(error, of: seat.takeUnretainedValue(), for: message, from: origin.location)
    }

    @inline(never)
    private func reportDeadLetter(_ message: any Sendable, in turn: UnsafeMutablePointer<Turn>) {
        if let origin = turn.pointee.origin { reportDeadLetter(message, from: origin) }
    }

    @inline(never)
    private func acceptTraced(
        _ message: any Sendable, _ subject: (any AnyObject & Sendable)?, _ actor: ObjectIdentifier?,
        _ location: SourceLocation
    ) -> Bool {
        trace.record(Trace.Subject(.post, of: type(of: message), at: location)) {
            acceptWithCare(message, subject, actor, location)
        }
    }

    /// The same for a message of any type, posted anywhere.
    @inline(never)
    private func acceptWithCare(
        _ message: any Sendable, _ subject: (any AnyObject & Sendable)?, _ actor: ObjectIdentifier?,
        _ location: SourceLocation
    ) -> Bool {
        guard !isClosed else { return false }
        let thread = readers.currentThread
        let turn = Turn.current(of: top, on: thread)
        let origin = Origin(type: type(of: message), at: location, becauseOf: turn?.pointee.origin)
        guard origin.depth <= cycleLimit else {
            refuse(message, from: origin)
            return false
        }
        guard let parcel = parcel(message, about: subject, from: origin) else { return false }
        if let turn {
            turn.pointee.append(parcel)
        } else {
            takeTurn(on: actor, thread) { parcel.deliver(on: actor, in: $0) }
        }
        return true
    }

    /// Notes whom a message reaches that is accepted now, here and in the parents.
    ///
    /// A message that is to be retained is so under the same lock: whoever observes it later hears it once, either so or
    /// so.
    func parcel(
        _ message: any Sendable, about subject: (any AnyObject & Sendable)?, from origin: Origin
    ) -> Parcel? {
        var receivers: [Parcel.Receivers] = []
        var center: Switchboard? = self
        while let board = center {
            let found = board.state.withLock { state -> (ListSnapshot<Seat>?, Audience.Unlinked?)? in
                guard !state.isClosed else { return nil }
                let found = state.audience.seats(for: message, in: board.channels)
                state.audience.retained.append(
                    Parcel(message, about: subject, from: origin, in: board, to: []),
                    of: ObjectIdentifier(type(of: message)))
                return found
            }
            guard let (seats, unlinked) = found else { return nil }
            unlinked?.retire(to: readers)
            if let seats { receivers.append(Parcel.Receivers(board: board, seats: seats)) }
            center = board.parent
        }
        return Parcel(message, about: subject, from: origin, in: self, to: receivers)
    }
}
