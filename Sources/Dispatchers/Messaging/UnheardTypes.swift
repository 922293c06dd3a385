public import Synchronization

/// Types that were posted and that nobody hears: a post of one of them is over before it has begun.
///
/// It knows a few types, each in one place; another that belongs there is not noted, and its posts find out for themselves.
/// The center notes a type, and forgets it before anybody can be told that he observes it, under its lock; posts read
/// without one. Reading takes part in every post, and so happens where that is written: inlined, it costs 0.1 of a lock.
///
/// Why it is sound: the words are touched through `Atomic` alone, and the switchboard, which its center holds, owns them.
@usableFromInline struct UnheardTypes: @unchecked Sendable {
    @usableFromInline typealias Words = UnsafeMutablePointer<Atomic<UInt>>

    @usableFromInline let words: Words

    private static let count = 32

    init() {
        words = .allocate(capacity: Self.count)
        for index in 0..<Self.count { (words + index).initialize(to: Atomic(0)) }
    }

    /// Gives back the memory, in which nothing needs to be destroyed.
    func deallocate() { words.deallocate() }

    /// Whether nobody hears messages of a type, as far as is known.
    @inlinable
    func contains(_ type: ObjectIdentifier) -> Bool {
        word(of: type).pointee.load(ordering: .relaxed) == UInt(bitPattern: type)
    }

    /// Whether there is room for a type.
    func hasRoom(for type: ObjectIdentifier) -> Bool { word(of: type).pointee.load(ordering: .relaxed) == 0 }

    /// Notes a type, if there is room for it.
    func insert(_ type: ObjectIdentifier) {
        if hasRoom(for: type) { word(of: type).pointee.store(UInt(bitPattern: type), ordering: .releasing) }
    }

    /// Forgets a type.
    func remove(_ type: ObjectIdentifier) {
        if contains(type) { word(of: type).pointee.store(0, ordering: .releasing) }
    }

    /// Forgets all.
    func removeAll() {
        for index in 0..<Self.count { words[index].store(0, ordering: .releasing) }
    }

    /// The place of a type, by the highest five bits of a product.
    @inlinable
    func word(of type: ObjectIdentifier) -> Words {
        words + Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15) >> 59)
    }
}
