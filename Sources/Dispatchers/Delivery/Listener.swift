import Synchronization

/// One who listens: what to call, where, and whether it still may be.
///
/// It is not generic, so that a delivery need not look types up: it hands over the address of what it has to say.
final class Listener: Sendable {
    /// Takes what stands at an address, for the time of the call; `false` when its owner is gone.
    ///
    /// What stands there is agreed upon with who calls: a change of the state that is listened to, or the body of a call
    /// of the protocol.
    typealias Call = @Sendable (UnsafeRawPointer) throws -> Bool

    /// What is listened to: the type of a state's value or of an object, or a protocol.
    let type: any Any.Type

    /// Where it was registered.
    let location: SourceLocation

    /// Where calls wait that are made off its actor; `nil` when it is called on whoever calls.
    let queue: ActorQueue?

    /// Where the changes of a state wait for it; `nil` when it listens to something else.
    let changes: PendingChanges?

    /// The object that calls of a protocol are for; `nil` when `call` has to be asked for it.
    private let receiver: CallReceiver?

    /// The same, to be used while the listener is held: counting a reference to it would cost more than the call.
    let lentReceiver: Unmanaged<CallReceiver>?

    /// The bits of a receiver that is kept, to be lent while the listener is held.
    private let keptReceiver: CallReceiver.Bits?

    /// Hands over what stands at an address; `false` when its owner is gone.
    let call: Call
    private let isOwnerAlive: (@Sendable () -> Bool)?
    private let onEnd: (@Sendable () -> Void)?
    private let state: Atomic<UInt8>

    /// A plain number, since every delivery looks at it.
    private enum State {
        /// May be called straight away.
        static let plain: UInt8 = 0
        /// Is called on an actor, or later.
        static let special: UInt8 = 1
        static let ended: UInt8 = 2
    }

    init(
        to type: any Any.Type,
        at location: SourceLocation,
        in queue: ActorQueue? = nil,
        changes: PendingChanges? = nil,
        receiver: CallReceiver? = nil,
        isOwnerAlive: (@Sendable () -> Bool)? = nil,
        onEnd: (@Sendable () -> Void)? = nil,
        call: @escaping Call
    ) {
        self.type = type
        self.location = location
        self.queue = queue
        self.changes = changes
        self.receiver = receiver
        keptReceiver = receiver.flatMap { $0.keptBits }
        lentReceiver = receiver.map { .passUnretained($0) }
        self.isOwnerAlive = isOwnerAlive
        self.onEnd = onEnd
        self.call = call
        state = Atomic(queue == nil && changes?.coalesces != true ? State.plain : State.special)
    }

    /// Whether calls may still start.
    var isActive: Bool { state.load(ordering: .acquiring) != State.ended }

    /// Whether its owner died.
    ///
    /// Loads a weak reference, which may release the owner: never call it under a lock.
    var isOrphaned: Bool { isOwnerAlive.map { !$0() } ?? false }

    /// The object that calls are for, if it may be called straight away.
    @inline(__always)
    var receiverAtOnce: Unmanaged<CallReceiver>? {
        isPlain ? lentReceiver : nil
    }

    /// The same of an object that is kept, so that nothing more need be asked.
    @inline(__always)
    var keptReceiverAtOnce: CallReceiver.Bits? {
        isPlain ? keptReceiver : nil
    }

    /// Whether it may be called straight away.
    @inline(__always)
    var isPlain: Bool { state.load(ordering: .acquiring) == State.plain }

    /// Hands over what stands at an address, unless it has ended; `false` when its owner is gone.
    func receive(_ address: UnsafeRawPointer) throws -> Bool {
        isActive ? try call(address) : true
    }

    /// Lets no more calls start.
    func end() {
        guard state.exchange(State.ended, ordering: .acquiringAndReleasing) != State.ended else { return }
        onEnd?()
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
