import Synchronization

/// One observation: who asked for it, where it is called, and whether it still may be.
///
/// It is small, since there are many: what most do without stands in an object of its own. A class for each kind of handler
/// is called without a wrapper, which made a post to ten a third cheaper.
///
/// Why it may be shared though it has subclasses, which the compiler does not look through: all that it and they hold is
/// constant and `Sendable`, atomic, or a weak constant. The details are exchanged at most once, before anybody knows the
/// seat, and released with it.
class Seat: @unchecked Sendable {
    /// Where the observation was written.
    final let location: SourceLocation

    /// What a post has to know, as bits of one number, since it looks at it each time.
    private let state: Atomic<UInt8>
    private let details: AtomicReference<Details>

    /// What a seat has that is not just a handler.
    struct State: Equatable {
        /// A `HandlerSeat` that may be called straight away.
        static let plain = State(bits: 0)
        /// A `TypedSeat` with an owner, who may be dead; else the same.
        static let owned = State(bits: 1)

        fileprivate static let isolatedBit: UInt8 = 2
        fileprivate static let carefulBit: UInt8 = 4
        fileprivate static let endedBit: UInt8 = 8

        fileprivate let bits: UInt8

        /// Whether it can be called at once by whoever stands on its actor.
        var isCallable: Bool { bits < Self.carefulBit }
    }

    /// What most observations do without.
    final class Details: Sendable {
        /// Where calls wait that are made off the observer's actor; `nil` when it is called on the poster.
        let mailbox: Mailbox?

        /// Where messages wait for a reader that takes them one by one; `nil` when they are handed over at once.
        let inbox: Inbox?

        fileprivate let priority: Int
        fileprivate let subject: Subject?
        fileprivate let gate: Gate?

        /// Only if there are any.
        init?(
            mailbox: Mailbox? = nil, inbox: Inbox? = nil, about subject: (any AnyObject & Sendable)?, priority: Int
        ) {
            if mailbox == nil, inbox == nil, subject == nil, priority == 0 { return nil }
            self.mailbox = mailbox
            self.inbox = inbox
            self.priority = priority
            self.subject = subject.map(Subject.init)
            gate = nil
        }

        fileprivate init(of other: Details?, behind gate: Gate) {
            mailbox = other?.mailbox
            inbox = other?.inbox
            priority = other?.priority ?? 0
            subject = other?.subject
            self.gate = gate
        }

        /// Whether a post has to ask more than where it stands.
        fileprivate var isCareful: Bool { inbox != nil || subject != nil || gate != nil }
    }

    init(at location: SourceLocation, _ details: Details?, isOwned: Bool = false) {
        self.location = location
        let isolated = details?.mailbox == nil ? 0 : State.isolatedBit
        let careful = details?.isCareful == true ? State.carefulBit : 0
        state = Atomic((isOwned ? State.owned.bits : 0) | isolated | careful)
        self.details = AtomicReference(details.map { .passRetained($0) })
    }

    deinit {
        details.load()?.release()
    }

    /// What is observed.
    var type: any Any.Type { Any.self }

    /// How a post of that very type calls it without looking at it, or as a `TypedSeat`.
    var shortcut: Shortcut { .none }

    /// Whether the owner died.
    var isOwnerGone: Bool { false }

    /// Hands over the message at an address, which is of the seat's type.
    func receive(at address: UnsafeRawPointer) throws -> OldReception { .missed }

    /// Hands over a message, if it is of the seat's type.
    func receive(boxed message: any Sendable) throws -> OldReception { .missed }

    /// What a post has to know.
    @inline(__always)
    final var currentState: State { State(bits: state.load(ordering: .acquiring)) }

    /// Whether calls may still start.
    final var isActive: Bool { state.load(ordering: .acquiring) & State.endedBit == 0 }

    final var priority: Int { details.load()?._withUnsafeGuaranteedRef { $0.priority } ?? 0 }
    final var mailbox: Mailbox? { details.load()?._withUnsafeGuaranteedRef { $0.mailbox } }
    final var inbox: Inbox? { details.load()?._withUnsafeGuaranteedRef { $0.inbox } }

    /// Whether the owner or the subject died.
    ///
    /// Loads weak references, which may release what they refer to: never call it under a lock.
    final var isOrphaned: Bool { isOwnerGone || subject?.isGone ?? false }

    /// Whether it wants to hear of this object.
    final func isInterested(in object: AnyObject?) -> Bool { subject.map { $0.isObject(object) } ?? true }

    /// Keeps a message for later, as a part of it, if it is to come after some that are not yet delivered; else `nil`.
    final func hold(_ parcel: () -> Parcel) -> Gate.Outcome? { gate?.hold(parcel) }

    /// Makes messages wait until `next` was called until it had none; to be done before anybody knows the seat.
    final func close() {
        let old = details.load()?.takeUnretainedValue()
        details.exchange(.passRetained(Details(of: old, behind: Gate())))?.release()
        state.bitwiseOr(State.carefulBit, ordering: .releasing)
    }

    /// Those that have waited longest; `nil` when there are none, and no more will.
    final func held(upTo count: Int) -> [Parcel]? { gate?.next(upTo: count) }

    /// Lets no more calls start, and finishes a sequence.
    final func end() {
        let old = state.bitwiseOr(State.endedBit, ordering: .acquiringAndReleasing).oldValue
        if old & State.endedBit == 0 { inbox?.finish() }
    }

    private final var subject: Subject? { details.load()?._withUnsafeGuaranteedRef { $0.subject } }
    private final var gate: Gate? { details.load()?._withUnsafeGuaranteedRef { $0.gate } }
}

/// What became of a message at one observer.
enum OldReception {
    case received
    case missed
    case orphaned
}

/// Keeps messages back for an observer that still gets those that were retained.
final class Gate: Sendable {
    /// What became of a message that is kept back: it is a part either way.
    enum Outcome {
        case held
        /// There was no room for it. So many were dropped by now.
        case dropped(number: Int)
    }

    private let state = Protected(State())

    private struct State: Sendable {
        var waiting = Waiting<Parcel>()
        var dropped = 0
        var isOpen = false
    }

    /// Keeps a message, unless the gate is open.
    func hold(_ parcel: () -> Parcel) -> Outcome? {
        guard !state.withLock({ $0.isOpen }) else { return nil }
        let parcel = parcel()
        return state.withLock { state in
            if state.isOpen { return nil }
            parcel.addPart()
            if state.waiting.count == Mailbox.limit {
                state.dropped += 1
                return .dropped(number: state.dropped)
            }
            state.waiting.append(parcel)
            return .held
        }
    }

    /// Those that have waited longest; `nil` when there are none, and the gate opens.
    func next(upTo count: Int) -> [Parcel]? {
        state.withLock { state in
            state.isOpen = state.waiting.isEmpty
            if state.isOpen { return nil }
            var next: [Parcel] = []
            while next.count < count, let parcel = state.waiting.popFirst() { next.append(parcel) }
            return next
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

    /// The object, unless it died.
    var liveObject: (any AnyObject & Sendable)? { object }

    func isObject(_ other: AnyObject?) -> Bool { other.map { $0 === object } ?? false }
}
