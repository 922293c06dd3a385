import Synchronization

/// A message that was set aside: it was posted inside a handler, waits for observers elsewhere, or is retained.
///
/// Its parts, the poster's, one for each other actor, and one for each center that retains it, end in any order and on any
/// thread; whichever is last knows whether the message reached anybody.
final class Parcel: Sendable {
    /// Whom a message reaches in one center.
    struct Receivers: Sendable {
        let board: Switchboard
        let seats: ListSnapshot<Seat>
    }

    /// The place of an observer among all receivers.
    struct Place: Sendable {
        let center: Int
        let seat: Int
    }

    let message: any Sendable
    let origin: OldOrigin

    /// In the center where it was posted, in its parent, and so on.
    let receivers: [Receivers]

    /// What the trace, while it is on, knows as the post.
    let cause: Trace.Cause?

    private let board: Switchboard
    private let heldSubject: (any AnyObject & Sendable)?
    private let weakSubject: Subject?

    /// The retained message that this is a copy of, and whose parts it counts.
    private let original: Parcel?
    private let openParts = Atomic(1)
    private let isReceived = Atomic(false)

    init(
        _ message: any Sendable, about subject: (any AnyObject & Sendable)?, from origin: OldOrigin,
        in board: Switchboard,
        to receivers: [Receivers], asCopyOf original: Parcel? = nil
    ) {
        self.message = message
        self.origin = origin
        self.board = board
        self.receivers = receivers
        self.original = original
        heldSubject = subject
        weakSubject = nil
        cause = board.trace.isOn ? board.trace.cause : nil
    }

    /// A message to be retained.
    ///
    /// The object that it is about is not kept: once that is gone, it is about nothing.
    init(
        retaining message: any Sendable, about subject: (any AnyObject & Sendable)?, from origin: OldOrigin,
        in board: Switchboard
    ) {
        self.message = message
        self.origin = origin
        self.board = board
        receivers = []
        original = nil
        heldSubject = nil
        weakSubject = subject.map(Subject.init)
        cause = board.trace.isOn ? board.trace.cause : nil
    }

    /// A copy of a retained message for receivers that came later, as one of its parts.
    init(of original: Parcel, to receivers: [Receivers]) {
        message = original.message
        origin = original.origin
        board = original.board
        cause = original.cause
        self.receivers = receivers
        self.original = original
        heldSubject = nil
        weakSubject = original.weakSubject
    }

    /// The object that it is about.
    ///
    /// May load a weak reference, which may release the object: never call it under a lock.
    var subject: (any AnyObject & Sendable)? { heldSubject ?? weakSubject?.liveObject }

    /// Adds a part, which has to be ended.
    func addPart() { counter.openParts.wrappingAdd(1, ordering: .relaxed) }

    /// Leaves it to other actors, where it is a part of its own each.
    func leave(to groups: some Sequence<ActorGroup>) {
        for group in groups {
            addPart()
            guard let number = group.mailbox.append(self, for: group.places) else { continue }
            board.reportDrop(self, number: number, observedAt: nil)
            endPart(isReceived: true)
        }
    }

    /// Delivers on a poster that stands on no actor as far as is known, in a turn of its own.
    func deliver(on thread: CurrentThread) {
        board.takeTurn(on: nil, thread) { deliver(on: nil, in: $0) }
    }

    /// Delivers on a poster that stands on this actor, or on none.
    func deliver(on actor: ObjectIdentifier?, in turn: UnsafeMutablePointer<Turn>) {
        withPost(on: actor, in: turn) { post in
            var delivery = OldDelivery(of: post, in: turn, parcel: self)
            for (index, receivers) in receivers.enumerated() where !turn.pointee.isConsumed {
                receivers.board.deliver(&delivery, to: receivers.seats.view, center: index)
            }
            board.finish(&delivery)
        }
    }

    /// Delivers to some observers, on their actor.
    func deliver(to places: ActorGroup.Places, on actor: ObjectIdentifier, in turn: UnsafeMutablePointer<Turn>) {
        let isReceived = withPost(on: actor, in: turn) { post in
            var delivery = OldDelivery(of: post, in: turn, parcel: self)
            for place in places {
                let receivers = receivers[place.center]
                receivers.board.deliver(&delivery, to: receivers.seats.view, at: place.seat)
            }
            return delivery.isReceived
        }
        endPart(isReceived: isReceived)
    }

    /// Ends a part.
    ///
    /// - Parameter wasReceived: Whether an observer received the message, or it was reported why none did.
    func endPart(isReceived wasReceived: Bool) {
        let counter = counter
        if wasReceived { counter.isReceived.store(true, ordering: .releasing) }
        let isLast = counter.openParts.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
        if isLast, !counter.isReceived.load(ordering: .acquiring) { board.reportDeadLetter(message, from: origin) }
    }

    private var counter: Parcel { original ?? self }

    /// Does something with the message, counted in as a reader of the receivers.
    ///
    /// The turn entered before, maybe when some receivers did not yet observe.
    private func withPost<Result>(
        on actor: ObjectIdentifier?, in turn: UnsafeMutablePointer<Turn>, _ body: (Post) -> Result
    ) -> Result {
        let readers = board.readers
        let (subject, reading) = (subject, readers.begin(on: readers.currentThread))
        turn.pointee.push(reading)
        defer {
            turn.pointee.popReading()
            readers.end(reading)
        }
        return withExtendedLifetime(subject) {
            withOpened(message) { address, type in
                body(Post(message: address, posting: Posting(of: type, about: subject, at: origin.location, on: actor)))
            }
        }
    }
}
