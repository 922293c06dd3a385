import Synchronization

/// The channels of a center by the type of their messages, found without a lock.
///
/// A table of open addresses, never more than half full: it takes 2 nanoseconds where a dictionary under a lock takes 25.
/// Why it is sound: one writer at a time adds. A channel is stored before its type is, and neither ever changes. A block
/// that became too small is kept as long as the table, as the channels are, so that a reader needs to count nowhere.
struct ChannelTable: ~Copyable, Sendable {
    private let current: Atomic<Unmanaged<ChannelBlock>>
    private let all: Protected<[ChannelBlock]>

    init() {
        let block = ChannelBlock(capacity: 8)
        current = Atomic(.passUnretained(block))
        all = Protected([block])
    }

    /// The channel of a type, if it has one, for as long as the table lives.
    @inline(__always)
    subscript(type: ObjectIdentifier) -> Unmanaged<Channel>? {
        current.load(ordering: .acquiring)._withUnsafeGuaranteedRef { $0[UInt(bitPattern: type)] }
    }

    /// The same, unless another type has taken its place: then `nil`, whether it has one or not.
    @inline(__always)
    func channelInPlace(for type: ObjectIdentifier) -> Unmanaged<Channel>? {
        current.load(ordering: .acquiring)._withUnsafeGuaranteedRef { $0.channelInPlace(for: UInt(bitPattern: type)) }
    }

    /// Adds the channel of a type that has none.
    func insert(_ channel: Channel, for type: ObjectIdentifier) {
        all.withLock { all in
            guard var block = all.last else { return }
            if block.isHalfFull {
                block = ChannelBlock(capacity: block.capacity * 2, with: block)
                all.append(block)
            }
            block.insert(Unmanaged.passRetained(channel), for: UInt(bitPattern: type))
            current.store(.passUnretained(block), ordering: .releasing)
        }
    }

    deinit {
        for channel in all.withLock({ $0.last })?.channels ?? [] { channel.release() }
    }
}

/// The memory of a `ChannelTable`; see there for why it is sound.
private final class ChannelBlock: @unchecked Sendable {
    private struct Slot: ~Copyable {
        let type = Atomic<UInt>(0)
        var channel: Unmanaged<Channel>?
    }

    /// A power of two less one.
    private let mask: Int
    private let slots: UnsafeMutablePointer<Slot>
    private var used = 0

    init(capacity: Int, with other: ChannelBlock? = nil) {
        mask = capacity - 1
        slots = .allocate(capacity: capacity)
        for index in 0..<capacity { (slots + index).initialize(to: Slot()) }
        guard let other else { return }
        for index in 0..<other.capacity {
            guard let channel = other.slots[index].channel else { continue }
            insert(channel, for: other.slots[index].type.load(ordering: .relaxed))
        }
    }

    deinit {
        slots.deinitialize(count: capacity)
        slots.deallocate()
    }

    var capacity: Int { mask + 1 }

    var isHalfFull: Bool { used * 2 >= capacity }

    var channels: [Unmanaged<Channel>] { (0..<capacity).compactMap { slots[$0].channel } }

    @inline(__always)
    func channelInPlace(for type: UInt) -> Unmanaged<Channel>? {
        let slot = slots + place(of: type)
        return slot.pointee.type.load(ordering: .acquiring) == type ? slot.pointee.channel : nil
    }

    /// Looks at each place once: a channel that comes meanwhile may be that of another type.
    subscript(type: UInt) -> Unmanaged<Channel>? {
        var place = place(of: type)
        while true {
            let found = slots[place].type.load(ordering: .acquiring)
            if found == type { return slots[place].channel }
            if found == 0 { return nil }
            place = (place &+ 1) & mask
        }
    }

    func insert(_ channel: Unmanaged<Channel>, for type: UInt) {
        var place = place(of: type)
        while slots[place].type.load(ordering: .relaxed) != 0 { place = (place &+ 1) & mask }
        slots[place].channel = channel
        slots[place].type.store(type, ordering: .releasing)
        used += 1
    }

    /// Where a type stands, if it stands where it belongs.
    @inline(__always)
    private func place(of type: UInt) -> Int {
        Int(truncatingIfNeeded: (type &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    }
}

/// Whom messages of one type reach.
///
/// A center makes one when a type is first posted, and keeps it.
final class Channel: Sendable {
    /// Who hears the type's messages, in the order in which they are called.
    let seats = PublishedList<Seat>()

    /// Whether the seats are all that a post has to know.
    ///
    /// Not so while an observed type was not compared to this one, and never for a type whose messages may be of another
    /// type or are retained.
    var isDirect: Bool {
        get { direct.load(ordering: .acquiring) }
        set { direct.store(newValue, ordering: .releasing) }
    }

    /// Whether nobody would hear a message, and that is all that a post has to know.
    var isUnheard: Bool { isDirect && seats.isEmpty }

    private let direct = Atomic(false)
}
