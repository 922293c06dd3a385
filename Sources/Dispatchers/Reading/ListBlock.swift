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

    /// An element and where it stands; one that was removed is remembered for those who look at it at that moment.
    struct Slot: ~Copyable {
        let key: Key
        private let bits: Atomic<UInt>

        private static var removedBit: UInt { 1 }

        init(key: Key, _ element: Unmanaged<Element>) {
            self.key = key
            bits = Atomic(UInt(bitPattern: element.toOpaque()))
        }

        /// The element, unless it was removed.
        @inline(__always)
        var element: Unmanaged<Element>? {
            let bits = bits.load(ordering: .sequentiallyConsistent)
            return bits & Self.removedBit == 0 ? Self.element(bits) : nil
        }

        /// The element, even if it was removed since the reader found it here.
        var lastElement: Unmanaged<Element>? {
            Self.element(bits.load(ordering: .relaxed) & ~Self.removedBit)
        }

        func remove() -> Unmanaged<Element>? {
            let old = bits.bitwiseOr(Self.removedBit, ordering: .sequentiallyConsistent).oldValue
            return old & Self.removedBit == 0 ? Self.element(old) : nil
        }

        @inline(__always)
        private static func element(_ bits: UInt) -> Unmanaged<Element>? {
            UnsafeRawPointer(bitPattern: bits).map { Unmanaged.fromOpaque($0) }
        }
    }

    /// Finds an element's shortcut, in a list that has them.
    typealias ShortcutMaker = @Sendable (Element) -> Shortcut

    /// When the block was linked, or an earlier epoch.
    let epoch: Readers.Epoch

    let slots: UnsafeMutablePointer<Slot>
    /// When the elements were linked; without it, that is not known.
    ///
    /// Most lists never see another epoch than the first.
    private let births: UnsafeMutablePointer<Readers.Epoch>?
    /// Beside the slots, so that going through them touches nothing else.
    fileprivate let shortcuts: UnsafeMutablePointer<ShortcutPlace>?
    private let makeShortcut: ShortcutMaker?
    private let capacity: Int
    private let used = Atomic(0)
    /// How many slots are not empty; the writers' own.
    private(set) var live = 0

    init(capacity: Int, _ makeShortcut: ShortcutMaker?, linkedIn epoch: Readers.Epoch) {
        self.capacity = capacity
        self.epoch = epoch
        births = epoch == .first ? nil : .allocate(capacity: capacity)
        self.makeShortcut = makeShortcut
        slots = .allocate(capacity: capacity)
        shortcuts = makeShortcut == nil ? nil : .allocate(capacity: capacity)
    }

    deinit {
        for index in 0..<count { slots[index].element?.release() }
        slots.deinitialize(count: count)
        slots.deallocate()
        shortcuts?.deinitialize(count: count)
        shortcuts?.deallocate()
        births?.deallocate()
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
    func append(_ element: Element, priority: Int, id: UInt64, linkedIn epoch: Readers.Epoch) -> Bool {
        let count = count
        guard count < capacity, !isBefore(priority, id) else { return false }
        let slot = Slot(key: Key(priority: priority, id: id), .passRetained(element))
        (slots + count).initialize(to: slot)
        if let shortcuts, let makeShortcut {
            (shortcuts + count).initialize(to: ShortcutPlace(makeShortcut(element)))
        }
        births?.advanced(by: count).initialize(to: epoch)
        live += 1
        used.store(count + 1, ordering: .releasing)
        return true
    }

    /// Empties the slot with this key, and answers what stood there, and since when.
    func remove(priority: Int, id: UInt64) -> (element: Element, epoch: Readers.Epoch)? {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if slots[middle].key.isBefore(priority, id) { low = middle + 1 } else { high = middle }
        }
        guard low < count, slots[low].key.id == id else { return nil }
        if let shortcuts { shortcuts[low].remove() }
        guard let element = slots[low].remove() else { return nil }
        live -= 1
        return (element.takeRetainedValue(), epoch(at: low))
    }

    /// Lets those who still go through it look at each element, since removing happens elsewhere from now on.
    func forgetShortcuts() {
        guard let shortcuts else { return }
        for index in 0..<count { shortcuts[index].forget() }
    }

    /// The elements that are left, where they stand, and since when.
    var entries: [(element: Element, key: Key, epoch: Readers.Epoch)] {
        (0..<count).compactMap { index in
            slots[index].element.map { ($0.takeUnretainedValue(), slots[index].key, epoch(at: index)) }
        }
    }

    private func epoch(at index: Int) -> Readers.Epoch { births?[index] ?? .first }
}

/// The elements of a `PublishedList` at one moment, less those that were removed since.
///
/// To be used by a reader who is counted in, and no longer than that: elements are handed out without being retained.
package struct ListView<Element: AnyObject & Sendable> {
    private let block: Unmanaged<ListBlock<Element>>
    private let shortcuts: UnsafeMutablePointer<ShortcutPlace>?

    /// The number of places, some of which may be empty.
    package let count: Int

    init(_ block: Unmanaged<ListBlock<Element>>) {
        self.init(block, count: block._withUnsafeGuaranteedRef { $0.count })
    }

    fileprivate init(_ block: Unmanaged<ListBlock<Element>>, count: Int) {
        self.block = block
        self.count = count
        shortcuts = block._withUnsafeGuaranteedRef { $0.shortcuts }
    }

    /// The element at a place, unless it was removed.
    package subscript(index: Int) -> Unmanaged<Element>? {
        slots[index].element
    }

    /// The element whose shortcut was found at a place, even if it was removed since.
    package func lastElement(at index: Int) -> Unmanaged<Element>? { slots[index].lastElement }

    /// The shortcut to the element at a place: none once that was removed, or stands in another list.
    @inline(__always)
    package func shortcut(at index: Int) -> Shortcut {
        shortcuts?[index].shortcut ?? .none
    }

    /// The priority and the identifier of the element at a place.
    package func key(at index: Int) -> (priority: Int, id: UInt64) {
        let key = slots[index].key
        return (key.priority, key.id)
    }

    private var slots: UnsafeMutablePointer<ListBlock<Element>.Slot> { block._withUnsafeGuaranteedRef { $0.slots } }

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

    /// Whether it has the same places.
    package func isSame(as other: Self) -> Bool { block === other.block && count == other.count }
}
