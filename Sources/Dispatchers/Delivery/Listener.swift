import Synchronization

/// One who listens: what to call, where, and whether it still may be.
///
/// It is not generic, so that a delivery need not look types up.
final class Listener: Sendable {
    /// Takes the change that stands at an address, for the time of the call; `false` when its owner is gone.
    ///
    /// It is a change of the state that is listened to: a `StateChange`, or what has the layout of one.
    typealias Call = @Sendable (UnsafeRawPointer) throws -> Bool

    /// The handler of a state, which is told a change that lies on the stack.
    typealias Handler = @Sendable (LentStateChange) -> Void

    /// What is called.
    enum Target: Sendable {
        case nobody
        case call(Call)
        case handler(Handler)
        case receiver(CallReceiver)
        /// A `CallMaker` of the protocol that is listened to.
        case maker(any AnyObject & Sendable)
    }

    /// How it is called; one bit of a number, since every delivery looks at it, one way after the other.
    struct State {
        /// Has a call, which may be made straight away.
        static let plain = State(bits: 1)
        /// Has a handler, which may be called straight away.
        static let handling = State(bits: 2)
        /// Has a receiver that is kept, whose bits may be lent straight away.
        static let kept = State(bits: 4)
        /// Has an owner as its receiver, who may be called straight away, if he lives.
        static let owned = State(bits: 8)
        /// Has a maker, which may be asked straight away.
        static let making = State(bits: 16)
        /// Is called on an actor, or later.
        static let special = State(bits: 32)
        static let ended = State(bits: 64)

        fileprivate let bits: UInt8

        @inline(__always)
        func matches(_ other: State) -> Bool { bits & other.bits != 0 }
    }

    /// What is listened to: the type of a state's value or of an object, or a protocol.
    let type: any Any.Type

    /// Where it was registered.
    let location: SourceLocation

    /// Its place among those that listen to the same: with its number, which is 0 until it is registered.
    let priority: Int
    let id = Atomic<UInt64>(0)

    /// The asynchronous calls of it that are running, where somebody may wait for their end.
    let running: RunningCalls?

    /// Where calls wait that are made off its actor; `nil` when it is called on whoever calls.
    let queue: ActorQueue?

    /// Where the changes of a state wait for it; `nil` when it is always told at once, or listens to something else.
    let changes: PendingChanges?

    /// What is called, in parts; what is unmanaged is to be used while the listener is held: counting a reference would
    /// cost more than the call.
    let call: Call?
    let handler: Handler?
    let receiver: Unmanaged<CallReceiver>?
    let maker: Unmanaged<any AnyObject & Sendable>?

    /// The bits of a receiver that is kept, to be lent while the listener is held.
    let keptBits: CallReceiver.Bits?

    /// What is held for the receiver or the maker.
    private let held: (any AnyObject & Sendable)?
    private let isOwnerAlive: (@Sendable () -> Bool)?
    private let onEnd: (@Sendable () -> Void)?
    private let state: Atomic<UInt8>

    init(
        to type: any Any.Type,
        at location: SourceLocation,
        priority: Int,
        in queue: ActorQueue? = nil,
        running: RunningCalls? = nil,
        changes: PendingChanges? = nil,
        isOwnerAlive: (@Sendable () -> Bool)? = nil,
        onEnd: (@Sendable () -> Void)? = nil,
        calling target: Target
    ) {
        self.type = type
        self.location = location
        self.priority = priority
        self.running = running
        self.queue = queue
        self.changes = changes
        self.isOwnerAlive = isOwnerAlive
        self.onEnd = onEnd
        held = target.object
        call = if case .call(let call) = target { call } else { nil }
        handler = if case .handler(let handler) = target { handler } else { nil }
        receiver = if case .receiver(let receiver) = target { .passUnretained(receiver) } else { nil }
        maker = if case .maker(let maker) = target { .passUnretained(maker) } else { nil }
        keptBits = if case .receiver(let receiver) = target { receiver.keptBits } else { nil }
        let isSpecial = queue != nil || changes?.coalesces == true
        state = Atomic((isSpecial ? .special : target.state).bits)
    }

    /// How it is called.
    @inline(__always)
    var currentState: State { State(bits: state.load(ordering: .acquiring)) }

    /// How a state tells it without looking at it.
    var shortcut: Shortcut {
        guard let handler, currentState.matches(.handling) else { return .none }
        return Shortcut(telling: handler)
    }

    /// Whether calls may still start.
    var isActive: Bool { !currentState.matches(.ended) }

    /// Whether its owner died.
    ///
    /// Loads a weak reference, which may release the owner: never call it under a lock.
    var isOrphaned: Bool { isOwnerAlive.map { !$0() } ?? false }

    /// Tells the change that stands at an address, unless it has ended; `false` when its owner is gone.
    func receive(_ address: UnsafeRawPointer) throws -> Bool {
        guard isActive else { return true }
        if let handler { lend(LentStateChange.self, at: address) { handler($0) } }
        return try call?(address) ?? true
    }

    /// Lets no more calls start.
    func end() {
        guard state.exchange(State.ended.bits, ordering: .acquiringAndReleasing) != State.ended.bits else { return }
        onEnd?()
    }
}

extension Listener.Target {
    /// How it is called where nothing is in the way.
    fileprivate var state: Listener.State {
        switch self {
        case .nobody: .special
        case .call: .plain
        case .handler: .handling
        case .receiver(let receiver): receiver.keptBits == nil ? .owned : .kept
        case .maker: .making
        }
    }

    /// The object in which it stands, if it does.
    fileprivate var object: (any AnyObject & Sendable)? {
        switch self {
        case .receiver(let receiver): receiver
        case .maker(let maker): maker
        default: nil
        }
    }
}

/// Lends what stands at an address, without making a copy.
///
/// Why it is sound: whoever delivers takes the address with `withUnsafePointer(to:)` around the whole delivery, of a value
/// of the type that its topic stands for, and listeners only read it while they are called.
@inline(__always)
func lend<Value: ~Copyable, Result>(
    _ type: Value.Type, at address: UnsafeRawPointer, to body: (borrowing Value) throws -> Result
) rethrows -> Result {
    try body(address.assumingMemoryBound(to: Value.self).pointee)
}
