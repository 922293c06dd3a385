import Synchronization

/// A post that was set aside: it was made inside a handler, or it has receivers on other actors.
protocol Envelope: Sendable {
    /// Delivers on a poster that stands on this actor, or on none.
    func deliver(in center: MessageCenter, on actor: ObjectIdentifier?, _ turn: Turn)

    /// Delivers to those whose mailbox this is, on their actor.
    func deliver(in center: MessageCenter, from mailbox: Mailbox, _ turn: Turn)
}

/// The envelope of one post.
///
/// Its parts, the poster's and one for each other actor, end in any order and on any thread; whichever is last knows
/// whether the message reached anybody.
final class Parcel<Message: Sendable>: Envelope {
    private let message: Message
    private let roster: Roster<Message>
    private let origin: Origin
    private let openParts = Atomic(1)
    private let isReceived = Atomic(false)

    init(_ message: Message, to roster: Roster<Message>, from origin: Origin) {
        self.message = message
        self.roster = roster
        self.origin = origin
    }

    func beginPart() { openParts.wrappingAdd(1, ordering: .relaxed) }

    func endPart(isReceived wasReceived: Bool, in center: MessageCenter) {
        if wasReceived { isReceived.store(true, ordering: .releasing) }
        let isLast = openParts.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
        if isLast, !isReceived.load(ordering: .acquiring) { center.reportDeadLetter(message, from: origin) }
    }

    func deliver(in center: MessageCenter, on actor: ObjectIdentifier?, _ turn: Turn) {
        center.deliver(message, to: roster, from: origin, on: actor, in: turn, parcel: self)
    }

    func deliver(in center: MessageCenter, from mailbox: Mailbox, _ turn: Turn) {
        turn.origin = origin
        let isReceived = roster.call(message, from: origin, in: center) { $0.mailbox === mailbox }
        endPart(isReceived: isReceived, in: center)
    }
}
