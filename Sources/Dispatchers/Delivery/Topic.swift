import Synchronization

/// What can be listened to in a center, a state or a protocol: who listens, in their order.
///
/// A center makes one when somebody first listens to a protocol, or sets or observes a state, and keeps it.
final class Topic: Sendable {
    let id: ObjectIdentifier
    let listeners = PublishedList<Listener>()

    /// The state, if it is one.
    let channel: StateChannel?

    init(_ id: ObjectIdentifier, channel: StateChannel? = nil) {
        self.id = id
        self.channel = channel
    }
}

/// Objects by an address that never changes its meaning, found without a lock.
///
/// A table of open addresses, never more than half full: it takes 2 nanoseconds where a dictionary under a lock takes 25.
/// Why it is sound: one writer at a time adds. An object is stored before its address is, and neither ever changes. A block
/// that became too small is kept as long as the table, as the objects are, so that a reader needs to count nowhere.
final class AddressTable<Element: AnyObject & Sendable>: Sendable {
    private let current: Atomic<Unmanaged<AddressBlock<Element>>>
    private let all: Protected<[AddressBlock<Element>]>

    init() {
        let block = AddressBlock<Element>(capacity: 8)
        current = Atomic(.passUnretained(block))
        all = Protected([block])
    }

    deinit {
        for element in all.withLock({ $0.last })?.elements ?? [] { element.release() }
    }

    /// What was added for an address, for as long as the table lives.
    @inline(__always)
    subscript(address: ObjectIdentifier) -> Unmanaged<Element>? {
        current.load(ordering: .acquiring)._withUnsafeGuaranteedRef { $0[UInt(bitPattern: address)] }
    }

    /// Adds an object, unless there is one already; answers the one that is there.
    func insert(_ element: Element, for address: ObjectIdentifier) -> Element {
        all.withLock { all in
            guard var block = all.last else { return element }
            let address = UInt(bitPattern: address)
            if let known = block[address] { return known.takeUnretainedValue() }
            if block.isHalfFull {
                block = AddressBlock(capacity: block.capacity * 2, with: block)
                all.append(block)
            }
            block.insert(.passRetained(element), for: address)
            current.store(.passUnretained(block), ordering: .releasing)
            return element
        }
    }
}

/// The memory of an `AddressTable`; see there for why it is sound.
private final class AddressBlock<Element: AnyObject & Sendable>: @unchecked Sendable {
    private struct Slot: ~Copyable {
        let address = Atomic<UInt>(0)
        var element: Unmanaged<Element>?
    }

    /// A power of two.
    let capacity: Int
    private let slots: UnsafeMutablePointer<Slot>
    private var used = 0

    init(capacity: Int, with other: AddressBlock? = nil) {
        self.capacity = capacity
        slots = .allocate(capacity: capacity)
        for index in 0..<capacity { (slots + index).initialize(to: Slot()) }
        guard let other else { return }
        for index in 0..<other.capacity {
            guard let element = other.slots[index].element else { continue }
            insert(element, for: other.slots[index].address.load(ordering: .relaxed))
        }
    }

    deinit {
        slots.deinitialize(count: capacity)
        slots.deallocate()
    }

    var isHalfFull: Bool { used * 2 >= capacity }

    var elements: [Unmanaged<Element>] { (0..<capacity).compactMap { slots[$0].element } }

    subscript(address: UInt) -> Unmanaged<Element>? {
        let index = index(of: address)
        return slots[index].address.load(ordering: .relaxed) == 0 ? nil : slots[index].element
    }

    func insert(_ element: Unmanaged<Element>, for address: UInt) {
        let index = index(of: address)
        slots[index].element = element
        slots[index].address.store(address, ordering: .releasing)
        used += 1
    }

    /// Where an address stands or would stand.
    private func index(of address: UInt) -> Int {
        var index = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity - 1)
        while true {
            let found = slots[index].address.load(ordering: .acquiring)
            if found == address || found == 0 { return index }
            index = (index + 1) & (capacity - 1)
        }
    }
}
