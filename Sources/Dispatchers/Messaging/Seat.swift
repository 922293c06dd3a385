import Synchronization

/// One observation: who asked for it, where it is called, and whether it still may be.
///
/// This class stands for observers that queue their messages. Its subclasses hand them to a handler.
///
/// Why it may be shared though it has subclasses, which the compiler does not look through: all that it and they hold is
/// constant and `Sendable`, atomic, or a weak constant. The gate is set at most once, before anybody knows the seat, and
/// released with it.
class Seat: @unchecked Sendable {
    /// What is observed.
    let type: any Any.Type

    /// Where the observation was written.
    let location: SourceLocation

    /// Where calls wait that are made off the observer's actor; `nil` when it is called on the poster.
    let mailbox: Mailbox?

    /// Where messages wait for a reader that takes them one by one; `nil` when they are handed over at once.
    let inbox: Inbox?

    private let subject: Subject?
    private let gate = AtomicReference<Gate>()
    private let state: Atomic<UInt8>

    /// What a post has to know, as bits of one number, since it looks at it each time.
    fileprivate enum State {
        /// A `HandlerSeat` that may be called straight away.
        static let plain: UInt8 = 0
        /// It has an owner, who may be dead.
        static let owned: UInt8 = 1
        /// It is called on an actor.
        static let isolated: UInt8 = 2
        /// It filters, queues, or hears what was retained first.
        static let careful: UInt8 = 4
        static let gated: UInt8 = 8
        static let ended: UInt8 = 16
    }

    init(
        of type: any Any.Type,
        at location: SourceLocation,
        in mailbox: Mailbox? = nil,
        inbox: Inbox? = nil,
        about subject: (any AnyObject & Sendable)? = nil,
        isOwned: Bool = false
    ) {
        self.type = type
        self.location = location
        self.mailbox = mailbox
        self.inbox = inbox
        self.subject = subject.map(Subject.init)
        state = Atomic(
            (isOwned ? State.owned : 0) | (mailbox == nil ? 0 : State.isolated)
                | (inbox == nil && subject == nil ? 0 : State.careful))
    }

    deinit {
        gate.load()?.release()
    }

    /// Whether the owner died.
    var isOwnerGone: Bool { false }

    /// Hands over the message at an address, which is of the seat's type.
    func receive(at address: UnsafeRawPointer) throws -> Reception { .missed }

    /// Hands over a message, if it is of the seat's type.
    func receive(boxed message: any Sendable) throws -> Reception { .missed }

    /// Hands over a message, if that may be done without asking any further, to a poster who stands on this actor and has
    /// found this mailbox of it empty.
    @inline(__always)
    final func receiveAtOnce<Message: Sendable>(
        _ message: Message, on actor: ObjectIdentifier?, _ drained: inout ObjectIdentifier?
    ) throws -> Reception {
        let state = state.load(ordering: .acquiring)
        guard type == Message.self else { return .undecided }
        if state == State.plain {
            try unsafeDowncast(self, to: HandlerSeat<Message>.self).handle(message)
            return .received
        }
        guard state < State.careful, state < State.isolated || isAtHome(on: actor, &drained) else {
            return .undecided
        }
        return try unsafeDowncast(self, to: TypedSeat<Message>.self).receive(message)
    }

    /// Whether calls may still start.
    final var isActive: Bool { state.load(ordering: .acquiring) & State.ended == 0 }

    /// Whether the owner or the subject died.
    ///
    /// Loads weak references, which may release what they refer to: never call it under a lock.
    final var isOrphaned: Bool { isOwnerGone || subject?.isGone ?? false }

    /// Whether it wants to hear of this object.
    final func isInterested(in object: AnyObject?) -> Bool { subject.map { $0.isObject(object) } ?? true }

    /// Keeps messages for later, if they are to come after some that are not yet delivered.
    final func hold(_ parcel: () -> Parcel) -> Bool {
        guard state.load(ordering: .acquiring) & State.gated != 0 else { return false }
        return gate.load()?.takeUnretainedValue().hold(parcel) ?? false
    }

    /// Makes messages wait until `next` was called until it had none; to be done before anybody knows the seat.
    final func close() {
        gate.exchange(.passRetained(Gate()))?.release()
        state.bitwiseOr(State.gated | State.careful, ordering: .releasing)
    }

    /// Those that have waited; `nil` when there are none, and no more will.
    final func held() -> [Parcel]? { gate.load()?.takeUnretainedValue().next() }

    /// Lets no more calls start, and finishes a sequence.
    final func end() {
        let old = state.bitwiseOr(State.ended, ordering: .acquiringAndReleasing).oldValue
        if old & State.ended == 0 { inbox?.finish() }
    }

    /// Whether this is called on the seat's actor, and nothing waits there that was posted before.
    ///
    /// A mailbox is asked once. There may be two of one identity: that of an actor that is gone, and of one at its address.
    private func isAtHome(on actor: ObjectIdentifier?, _ drained: inout ObjectIdentifier?) -> Bool {
        guard let mailbox, mailbox.actorID == actor else { return false }
        let id = ObjectIdentifier(mailbox)
        if drained == id { return true }
        if mailbox.isWaiting { return false }
        drained = id
        return true
    }
}

/// What became of a message at one observer.
enum Reception {
    case received
    case missed
    case orphaned
    /// It needs care, and was not handed over.
    case undecided
}

/// Keeps messages back for an observer that is still being told what was retained.
final class Gate: Sendable {
    private let state = Protected(State())

    private struct State: Sendable {
        var waiting: [Parcel] = []
        var isOpen = false
    }

    /// Keeps a message, unless the gate is open.
    func hold(_ parcel: () -> Parcel) -> Bool {
        guard !state.withLock({ $0.isOpen }) else { return false }
        let parcel = parcel()
        return state.withLock { state in
            if !state.isOpen { state.waiting.append(parcel) }
            return !state.isOpen
        }
    }

    /// Those that wait; `nil` when there are none, and the gate opens.
    func next() -> [Parcel]? {
        state.withLock { state in
            state.isOpen = state.waiting.isEmpty
            defer { state.waiting = [] }
            return state.isOpen ? nil : state.waiting
        }
    }
}

/// The object that messages have to be about to be heard.
///
/// It is told by identity, and known to live: another object at its address is never taken for it.
final class Subject: Sendable {
    private weak let object: (any AnyObject & Sendable)?

    init(_ object: any AnyObject & Sendable) { self.object = object }

    /// Whether it died.
    var isGone: Bool { object == nil }

    func isObject(_ other: AnyObject?) -> Bool { other.map { $0 === object } ?? false }
}
