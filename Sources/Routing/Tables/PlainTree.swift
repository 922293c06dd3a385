/// What a lookup reads of a tree at each node: the arrays, opened once.
///
/// Safety: this type holds unowned pointers into arrays, so that walking from node to node counts no references. It is
/// made by ``RouteTree/plain`` alone, and does not outlive the call of a method of that tree, which keeps the arrays alive
/// and unchanged. All numbers in the arrays were put there by ``RouteTree``, which only grows: each of them is in bounds.
struct PlainTree {
    let nodes: UnsafePointer<RouteTree.Node>
    let endings: UnsafePointer<RouteTree.Ending>
    private let slots: UnsafePointer<LiteralIndex.Slot>
    private let words: UnsafePointer<UInt64>
    private let mask: Int
    private let shift: UInt64

    @inline(__always)
    init(_ tree: borrowing RouteTree) {
        nodes = tree.nodes.start
        endings = tree.endings.start
        slots = tree.literals.slots.start
        words = tree.literals.words.start
        mask = tree.literals.mask
        shift = tree.literals.shift
    }

    /// The child of a node that a segment leads to as a literal, or 0.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - word: The first eight bytes of the segment, with zeros behind its end.
    ///   - start: Where the segment begins.
    ///   - length: How long it is.
    ///   - text: The text that it stands in, of eight bytes or more.
    /// - Returns: The child, or 0.
    @inline(__always)
    func child(
        of node: UInt32, _ word: UInt64, _ start: Int, _ length: Int, _ text: UnsafeRawPointer
    ) -> UInt32 {
        guard length <= 8 else {
            return Self.longChild(
                slots, words, shift, mask, LiteralKey.key(below: node, length: length), word, text + start)
        }
        let key = LiteralKey.key(below: node, length: length)
        var place = Int(truncatingIfNeeded: LiteralKey.hash(of: word, key) &>> shift)
        while true {
            let slot = slots + place
            if slot.pointee.key == key, slot.pointee.word == word { return slot.pointee.child }
            if slot.pointee.key == 0 { return 0 }
            place = (place &+ 1) & mask
        }
    }

    /// The same for more than eight bytes; not a method, so that what it needs may stay in registers.
    @inline(never)
    private static func longChild(
        _ slots: UnsafePointer<LiteralIndex.Slot>, _ words: UnsafePointer<UInt64>, _ shift: UInt64, _ mask: Int,
        _ key: UInt64, _ word: UInt64, _ text: UnsafeRawPointer
    ) -> UInt32 {
        let length = Int(truncatingIfNeeded: key & 0xFFFF_FFFF)
        var hash = LiteralKey.hash(of: word, key)
        var index = 8
        while index < length {
            hash = LiteralKey.continued(hash, with: Self.word(of: text, index, length))
            index &+= 8
        }
        var place = Int(truncatingIfNeeded: hash &>> shift)
        while slots[place].key != 0 {
            let slot = slots + place
            if slot.pointee.key == key, slot.pointee.word == word, isRest(words + Int(slot.pointee.rest), text, length)
            {
                return slot.pointee.child
            }
            place = (place &+ 1) & mask
        }
        return 0
    }

    /// One of the other words of a segment of more than eight bytes; the last one ends with it.
    @inline(__always)
    private static func word(of text: UnsafeRawPointer, _ index: Int, _ length: Int) -> UInt64 {
        UInt64(littleEndian: text.loadUnaligned(fromByteOffset: min(index, length &- 8), as: UInt64.self))
    }

    @inline(__always)
    private static func isRest(_ words: UnsafePointer<UInt64>, _ text: UnsafeRawPointer, _ length: Int) -> Bool {
        var index = 8
        while index < length {
            guard words[index &>> 3 &- 1] == word(of: text, index, length) else { return false }
            index &+= 8
        }
        return true
    }
}

extension RouteTree {
    /// The arrays that are read at each node, as long as the caller keeps the tree alive and unchanged.
    @inline(__always)
    var plain: PlainTree { PlainTree(self) }
}

extension Array {
    /// Where the elements are, which is where they stay as long as the array is neither changed nor released.
    @inline(__always)
    var start: UnsafePointer<Element> {
        withUnsafeBufferPointer { $0.baseAddress.unsafelyUnwrapped }
    }
}
