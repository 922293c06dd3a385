/// A message on its way from one observer to the next, each waited for.
struct Publication {
    private(set) var report = DeliveryReport(isAccepted: true)

    /// What handlers posted meanwhile.
    private(set) var posts: [Parcel] = []

    private let parcel: Parcel
    private let seats: [(board: Switchboard, seat: Seat)]

    init(of parcel: Parcel) {
        self.parcel = parcel
        seats = parcel.receivers.flatMap { receivers in
            let board = receivers.board
            return board.readers.read {
                let view = receivers.seats.view
                return (0..<view.count).compactMap { view[$0].map { (board, $0.takeUnretainedValue()) } }
            }
        }
    }

    mutating func run(on isolation: isolated (any Actor)?) async {
        var rest = seats[...]
        while let (board, first) = rest.first, !report.isConsumed {
            if let inbox = first.inbox {
                rest.removeFirst()
                guard first.isActive, first.isInterested(in: parcel.subject), !first.isOrphaned else { continue }
                note(await put(in: inbox, of: first, on: board), of: first)
                continue
            }
            // One crossing for all in a row who are called on the same actor.
            let row = rest.prefix { $0.board === board && $0.seat.inbox == nil && $0.seat.mailbox === first.mailbox }
            rest.removeFirst(row.count)
            let results: [(Seat, Handled)]
            if let actor = first.mailbox?.owner {
                (results, posts) = await board.call(row.map(\.seat), parcel, posts, on: actor, first.mailbox)
            } else {
                (results, posts) = board.call(row.map(\.seat), parcel, posts, standingOn: nil, nil)
            }
            for (seat, result) in results { note(result, of: seat) }
        }
    }

    private func put(in inbox: Inbox, of seat: Seat, on board: Switchboard) async -> Handled {
        guard inbox.isServed else {
            let isReserved = await inbox.reserve()
            return result(inbox.put(parcel, isReserved: isReserved), inbox, board) ?? .done
        }
        let handling = Handling.current
        guard handling?.beginWaiting(for: inbox) ?? true else {
            return result(inbox.put(parcel), inbox, board) ?? .done
        }
        defer { handling?.endWaiting(for: inbox) }
        let isReserved = await inbox.reserve()
        return await withCheckedContinuation { continuation in
            let outcome = inbox.put(parcel, isReserved: isReserved) { continuation.resume(returning: $0) }
            if let result = result(outcome, inbox, board) { continuation.resume(returning: result) }
        }
    }

    /// What became of a message that was not queued; `nil` if it was.
    private func result(_ outcome: Inbox.Outcome, _ inbox: Inbox, _ board: Switchboard) -> Handled? {
        switch outcome {
        case .received: return nil
        case .pushedOut(let oldest, let number):
            board.reportDrop(of: oldest, number: number, from: inbox)
            return nil
        case .full: return .dropped
        case .finished: return .skipped
        }
    }

    private mutating func note(_ result: Handled, of seat: Seat) {
        switch result {
        case .done: report.delivered += 1
        case .consumed:
            report.delivered += 1
            report.isConsumed = true
        case .failed(let error):
            report.failed.append(
                DeliveryFailure(
                    message: parcel.message, error: error, observedAt: seat.location, postedAt: parcel.origin.location))
        case .dropped: report.dropped += 1
        case .skipped: break
        }
    }
}

extension Switchboard {
    /// Calls observers on their actor, and answers what became of the message and what they posted.
    fileprivate func call(
        _ seats: [Seat], _ parcel: Parcel, _ posts: [Parcel], on actor: isolated any Actor, _ mailbox: Mailbox?
    ) -> ([(Seat, Handled)], [Parcel]) {
        call(seats, parcel, posts, standingOn: ObjectIdentifier(actor), mailbox)
    }

    fileprivate func call(
        _ seats: [Seat], _ parcel: Parcel, _ posts: [Parcel], standingOn actor: ObjectIdentifier?, _ mailbox: Mailbox?
    ) -> ([(Seat, Handled)], [Parcel]) {
        var results: [(Seat, Handled)] = []
        var posts = posts
        takeTurn(on: actor, readers.currentThread) { turn in
            mailbox?.drain(in: turn)
            for seat in seats {
                turn.pointee.origin = parcel.origin
                turn.pointee.isConsumed = false
                let result = call(seat, parcel, in: turn)
                results.append((seat, turn.pointee.isConsumed ? .consumed : result))
                if turn.pointee.isConsumed { break }
            }
            posts += turn.pointee.takeAll()
        }
        return (results, posts)
    }

    private func call(_ seat: Seat, _ parcel: Parcel, in turn: UnsafeMutablePointer<Turn>) -> Handled {
        guard seat.isActive, !isClosed, seat.isInterested(in: parcel.subject) else { return .skipped }
        if let outcome = seat.hold({ parcel }) {
            finish(outcome, of: parcel, seat)
            guard case .held = outcome else { return .dropped }
            return .done
        }
        do {
            let (type, location) = (parcel.origin.type, parcel.origin.location)
            guard trace.isOn else { return try seat.receive(boxed: parcel.message) == .received ? .done : .skipped }
            let subject = Trace.Subject(.delivery, of: type, at: location, to: seat.location)
            return try record(subject, because: parcel.cause, in: turn) {
                try seat.receive(boxed: parcel.message) == .received ? .done : .skipped
            }
        } catch {
            return .failed(error)
        }
    }
}
