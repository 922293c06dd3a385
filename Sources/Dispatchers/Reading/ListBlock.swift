import Synchronization

/// The memory of a `PublishedList`: slots in the order of their keys, filled from the front; see there for why it is sound.
package final class ListBlock<Element: AnyObject & Sendable>: @unchecked Sendable {
    /// Where an element stands.
    struct Key {
        let priority: Int
        let id: UInt64

        func isBefore(_ priority: Int, _ id: UInt64) -> Bool {
            self.priority == priority ? self.id < id : self.priority > priority
        }
    }

    struct Slot: ~Copyable {
        let key: Key
        let element: AtomicReference<Element>
    }

    let slots: UnsafeMutablePointer<Slot>
    private let capacity: Int
    private let used = Atomic(0)
    /// How many slots are not empty; the writers' own.
    private(set) var live = 0

    init(capacity: Int) {
        self.capacity = capacity
        slots = .allocate(capacity: capacity)
    }

    deinit {
        for index in 0..<count { slots[index].element.load()?.release() }
        slots.deinitialize(count: count)
        slots.deallocate()
    }

    /// How many slots have been filled, and some of them emptied again.
    var count: Int { used.load(ordering: .acquiring) }

    /// Whether copying the elements into a smaller block is paid for by those that were removed.
    var isSparse: Bool { count >= 16 && live * 2 < count }

    /// Whether an element with this key would come before the last one.
    func isBefore(_ priority: Int, _ id: UInt64) -> Bool {
        count > 0 && !slots[count - 1].key.isBefore(priority, id)
    }

    /// Adds an element behind all others, if it belongs there and there is room.
    func append(_ element: Element, priority: Int, id: UInt64) -> Bool {
        let count = count
        guard count < capacity, !isBefore(priority, id) else { return false }
        let slot = Slot(key: Key(priority: priority, id: id), element: AtomicReference(.passRetained(element)))
        (slots + count).initialize(to: slot)
        live += 1
        used.store(count + 1, ordering: .releasing)
        return true
    }

    /// Empties the slot with this key, and answers what stood there.
    func remove(priority: Int, id: UInt64) -> Element? {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if slots[middle].key.isBefore(priority, id) { low = middle + 1 } else { high = middle }
        }
        guard low < count, slots[low].key.id == id else { return nil }
        let element = slots[low].element.exchange(nil)
        if element != nil { live -= 1 }
        return element?.takeRetainedValue()
    }

    /// The elements that are left, and where they stand.
    var entries: [(element: Element, key: Key)] {
        (0..<count).compactMap { index in
            slots[index].element.load().map { ($0.takeUnretainedValue(), slots[index].key) }
        }
    }
}

/// The elements of a `PublishedList` at one moment, less those that were removed since.
///
/// To be used by a reader who is counted in, and no longer than that: elements are handed out without being retained.
package struct ListView<Element: AnyObject & Sendable> {
    private let block: Unmanaged<ListBlock<Element>>
    private let slots: UnsafeMutablePointer<ListBlock<Element>.Slot>

    /// The number of places, some of which may be empty.
    package let count: Int

    init(_ block: Unmanaged<ListBlock<Element>>) {
        self.init(block, count: block._withUnsafeGuaranteedRef { $0.count })
    }

    fileprivate init(_ block: Unmanaged<ListBlock<Element>>, count: Int) {
        self.block = block
        self.count = count
        slots = block._withUnsafeGuaranteedRef { $0.slots }
    }

    /// The element at a place, unless it was removed.
    package subscript(index: Int) -> Unmanaged<Element>? {
        slots[index].element.load()
    }

    /// The priority and the identifier of the element at a place.
    package func key(at index: Int) -> (priority: Int, id: UInt64) {
        let key = slots[index].key
        return (key.priority, key.id)
    }

    /// The same elements, to be looked at later.
    package var snapshot: ListSnapshot<Element> {
        ListSnapshot(block: block.takeUnretainedValue(), count: count)
    }
}

/// A view that is kept, for a message that is delivered later.
package struct ListSnapshot<Element: AnyObject & Sendable>: Sendable {
    fileprivate let block: ListBlock<Element>
    fileprivate let count: Int

    /// The elements, for a reader who is counted in and holds the snapshot.
    package var view: ListView<Element> { ListView(Unmanaged.passUnretained(block), count: count) }
}

/// A reference that is read and replaced at once, and keeps nothing alive.
///
/// A number stands beneath it: `Atomic` of an optional reference is made by generic code, which looks its types up each time
/// that it writes. All is sequentially consistent, as `Readers` asks for.
struct AtomicReference<Object: AnyObject>: ~Copyable, Sendable {
    private let bits: Atomic<UInt>

    init(_ object: Unmanaged<Object>? = nil) { bits = Atomic(Self.bits(of: object)) }

    @inline(__always)
    func load() -> Unmanaged<Object>? { Self.object(bits.load(ordering: .sequentiallyConsistent)) }

    func exchange(_ object: Unmanaged<Object>?) -> Unmanaged<Object>? {
        Self.object(bits.exchange(Self.bits(of: object), ordering: .sequentiallyConsistent))
    }

    @inline(__always)
    private static func bits(of object: Unmanaged<Object>?) -> UInt {
        object.map { UInt(bitPattern: $0.toOpaque()) } ?? 0
    }

    @inline(__always)
    private static func object(_ bits: UInt) -> Unmanaged<Object>? {
        UnsafeRawPointer(bitPattern: bits).map { Unmanaged.fromOpaque($0) }
    }
}
