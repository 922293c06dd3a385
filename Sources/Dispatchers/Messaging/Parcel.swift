import Synchronization

/// A message that was set aside: it was posted inside a handler, or waits for observers elsewhere.
///
/// Its parts, the poster's and one for each other actor, end in any order and on any thread; whichever is last knows
/// whether the message reached anybody.
final class Parcel: Sendable {
    /// Whom a message reaches in one center.
    struct Receivers: Sendable {
        let board: Switchboard
        let seats: ListSnapshot<Seat>
    }

    let message: any Sendable
    let subject: (any AnyObject & Sendable)?
    let origin: Origin

    /// In the center where it was posted, in its parent, and so on.
    let receivers: [Receivers]

    /// What the trace, while it is on, knows as the post.
    let cause: Trace.Cause?

    private let board: Switchboard
    private let openParts = Atomic(1)
    private let isReceived = Atomic(false)
    private let end = Atomic(Place.end)

    /// The place of an observer among all receivers.
    struct Place: Comparable, AtomicRepresentable {
        static let end = Place(number: .max)

        private let number: UInt64

        init(center: Int, seat: Int) { self.init(number: UInt64(center) << 40 | UInt64(seat)) }

        private init(number: UInt64) { self.number = number }

        static func < (left: Place, right: Place) -> Bool { left.number < right.number }

        static func encodeAtomicRepresentation(_ value: consuming Place) -> UInt64.AtomicRepresentation {
            UInt64.encodeAtomicRepresentation(value.number)
        }

        static func decodeAtomicRepresentation(_ storage: consuming UInt64.AtomicRepresentation) -> Place {
            Place(number: UInt64.decodeAtomicRepresentation(storage))
        }
    }

    init(
        _ message: any Sendable, about subject: (any AnyObject & Sendable)?, from origin: Origin, in board: Switchboard,
        to receivers: [Receivers]
    ) {
        self.message = message
        self.subject = subject
        self.origin = origin
        self.board = board
        self.receivers = receivers
        cause = board.trace.isOn ? board.trace.cause : nil
    }

    /// Lets nobody have it who comes after a place.
    func end(after place: Place) { end.store(place, ordering: .releasing) }

    /// Leaves it in mailboxes, where it is a part of its own.
    func leave(in mailboxes: [Mailbox]) {
        openParts.wrappingAdd(mailboxes.count, ordering: .relaxed)
        for mailbox in mailboxes where !mailbox.append(self) {
            board.reportDrop(self, number: mailbox.dropped, observedAt: nil)
            endPart(isReceived: false)
        }
    }

    /// Delivers on a poster that stands on this actor, or on none.
    func deliver(on actor: ObjectIdentifier?, in turn: UnsafeMutablePointer<Turn>) {
        withOpened(message) { address, type in
            let posting = Posting(of: type, about: subject, at: origin.location, on: actor)
            var delivery = Delivery(of: Post(message: address, posting: posting), in: turn, parcel: self)
            for (index, receivers) in receivers.enumerated() where !turn.pointee.isConsumed {
                receivers.board.deliver(&delivery, to: receivers.seats.view, center: index)
            }
            board.finish(&delivery)
        }
    }

    /// Delivers to those whose mailbox this is, on their actor.
    func deliver(from mailbox: Mailbox, in turn: UnsafeMutablePointer<Turn>) {
        let isReceived = withOpened(message) { address, type in
            let posting = Posting(of: type, about: subject, at: origin.location, on: mailbox.actorID)
            var delivery = Delivery(of: Post(message: address, posting: posting), in: turn, parcel: self)
            let end = end.load(ordering: .acquiring)
            for (index, receivers) in receivers.enumerated() {
                receivers.board.deliver(&delivery, to: receivers.seats.view, center: index, from: mailbox, before: end)
            }
            return delivery.isReceived
        }
        endPart(isReceived: isReceived)
    }

    func endPart(isReceived wasReceived: Bool) {
        if wasReceived { isReceived.store(true, ordering: .releasing) }
        let isLast = openParts.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
        if isLast, !isReceived.load(ordering: .acquiring) { board.reportDeadLetter(message, from: origin) }
    }
}
