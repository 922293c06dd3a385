/// The walk that nearly all lookups take: always to the more specific child, along a path that needs no decoding.
///
/// What it reaches is the best route: no other comes before it from the left. When it meets a dead end, something that is
/// encoded, or a node that has a ``RouteTree/Rarity``, it says so, and the path is looked up by a ``RouteWalk``.
///
/// Safety: this type holds unowned pointers, so that a step from node to node takes few instructions. It is made by
/// ``best(in:below:_:_:)`` alone and does not leave the closures that the pointers come from. All numbers in a tree were
/// put there by ``RouteTree``, which only grows, so each of them is in bounds; a place in the slots is masked by their
/// number, which is a power of two. Of the text whole words are read, which ``word(at:)`` keeps inside of it.
struct PlainWalk {
    /// The most parameters of a route that this walk finds.
    private static let capacity = 4

    private let nodes: UnsafePointer<RouteTree.Node>
    private let slots: UnsafePointer<LiteralIndex.Slot>
    private let words: UnsafePointer<UInt64>
    private let shift: UInt32
    private let mask: Int
    private let text: UnsafeRawPointer
    /// Where the last eight bytes of the text begin.
    private let lastWord: Int
    private let end: Int

    private var node: UInt32 = 0
    private var position: Int
    private var spans = SIMD4<UInt32>()
    /// Some of the highest bits are set when there was a `%`, perhaps close behind the path.
    private var escapes: UInt64 = 0

    /// Walks to the best of all routes in a tree.
    ///
    /// - Parameters:
    ///   - tree: The tree.
    ///   - root: The node under which the literals below the root are found.
    ///   - text: A text of eight bytes or more.
    ///   - path: Where the path stands in it.
    /// - Returns: What is said of the route, or ``RouteHit/undecided``.
    @inline(__always)
    static func best(
        in tree: borrowing RouteTree, below root: UInt32, _ text: UnsafeBufferPointer<UInt8>, _ path: PathRange
    ) -> RouteHit {
        let endings = tree.endings.span
        let literals = tree.literals
        return tree.nodes.withUnsafeBufferPointer { nodes in
            literals.slots.withUnsafeBufferPointer { slots in
                literals.words.withUnsafeBufferPointer { words in
                    guard let node = nodes.baseAddress, let slot = slots.baseAddress, let word = words.baseAddress,
                        let bytes = text.baseAddress, text.count >= 8
                    else { return .undecided }
                    var walk = PlainWalk(
                        nodes: node, slots: slot, words: word, shift: literals.shift, mask: slots.count &- 1,
                        text: UnsafeRawPointer(bytes),
                        lastWord: text.count &- 8, end: path.end, position: path.start)
                    return walk.goesDown(below: root, words.count) ? walk.hit(endings) : .undecided
                }
            }
        }
    }

    /// Goes to the end of the path, or to where a tail begins; false when it is not enough.
    @inline(__always)
    private mutating func goesDown(below root: UInt32, _ wordCount: Int) -> Bool {
        var parent = root
        while position <= end {
            let here = nodes + Int(node)
            let (first, length) = segment()
            guard length > 0 else { return here.pointee.tail != 0 && hasPlainRest }
            guard UInt8(truncatingIfNeeded: first) != UInt8(ascii: "."), here.pointee.rarity == 0 else { return false }
            var child: UInt32 = 0
            if here.pointee.lengths & RouteTree.Node.lengthBit(length) != 0 {
                child =
                    length <= 16
                    ? self.child(of: parent, first, length)
                    : Self.longChild(of: parent, slots, mask &+ 1, words, wordCount, text + position, length)
            }
            if child == 0 {
                child = here.pointee.parameter
                guard child != 0 else { return here.pointee.tail != 0 && hasPlainRest }
                let span = UInt32(truncatingIfNeeded: position | (position &+ length &- 1) &<< 16)
                spans = SIMD4(span, spans[0], spans[1], spans[2])
            }
            node = child
            parent = child
            position &+= length &+ 1
        }
        return true
    }

    /// The child that a segment of up to 16 bytes leads to as a literal, or 0.
    @inline(__always)
    private func child(of parent: UInt32, _ first: UInt64, _ length: Int) -> UInt32 {
        let last = length > 8 ? loadWord(at: position &+ length &- 8) : first
        let key = LiteralSegment.key(parent, length)
        let hash = LiteralSegment.hash(first, last, key)
        var place = LiteralSegment.place(of: hash, shift)
        while true {
            let slot = slots + place
            if slot.pointee.hash == hash {
                let literal = words + Int(slot.pointee.literal)
                let different =
                    (literal[0] ^ key) | (literal[1] ^ first) | (literal[length > 8 ? 2 : 1] ^ last)
                if different == 0 { return slot.pointee.child }
            }
            if slot.pointee.child == 0 { return 0 }
            place = (place &+ 1) & mask
        }
    }

    /// The same for a longer one; not a method, so that the walk may stay in registers.
    @inline(never)
    private static func longChild(
        of parent: UInt32, _ slots: UnsafePointer<LiteralIndex.Slot>, _ slotCount: Int,
        _ words: UnsafePointer<UInt64>, _ wordCount: Int, _ text: UnsafeRawPointer, _ length: Int
    ) -> UInt32 {
        let bytes = UnsafeRawBufferPointer(start: text, count: length).bindMemory(to: UInt8.self).span
        let slots = UnsafeBufferPointer(start: slots, count: slotCount).span
        let words = UnsafeBufferPointer(start: words, count: wordCount).span
        return LiteralSegment(in: bytes, from: 0, length: length).child(of: parent, slots, words, bytes)
    }

    /// Whether what a tail takes has no segment that begins with a dot, and nothing that is encoded.
    @inline(__always)
    private var hasPlainRest: Bool { Self.isPlain(text, from: position, to: end) }

    @inline(never)
    private static func isPlain(_ text: UnsafeRawPointer, from start: Int, to end: Int) -> Bool {
        let bytes = UnsafeRawBufferPointer(start: text, count: end)
        var isAtStart = true
        for index in start..<max(start, end) {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") || isAtStart && byte == UInt8(ascii: ".") { return false }
            isAtStart = byte == UInt8(ascii: "/")
        }
        return true
    }

    /// What is said of the route that was reached, if nothing can be better.
    @inline(__always)
    private func hit(_ endings: Span<RouteTree.Ending>) -> RouteHit {
        let here = nodes + Int(node)
        let number = position > end && here.pointee.end != 0 ? here.pointee.end : here.pointee.tail
        let ending = endings[Int(number)]
        guard number != 0, ending.condition | here.pointee.rarity == 0, escapes & Self.highest == 0,
            ending.parameterCount <= Self.capacity
        else { return .undecided }
        let tail = ending.isTail ? UInt32(truncatingIfNeeded: position) : .max
        return RouteHit(
            head: SIMD4(ending.route, ending.head, tail, UInt32(truncatingIfNeeded: end)),
            spans: RouteHit.Spans(last: spans))
    }
}

extension PlainWalk {
    private static let highest: UInt64 = 0x8080_8080_8080_8080

    /// The first word of the segment that begins here, with zeros behind its end, and its length.
    @inline(__always)
    private mutating func segment() -> (word: UInt64, length: Int) {
        // A branch, which is foreseen, lets the next segment begin earlier than a conditional move.
        let word = position <= lastWord ? loadWord(at: position) : lastWord(at: position)
        escapes |= Self.zeros(in: word ^ 0x2525_2525_2525_2525)
        let slashes = Self.slashes(in: word)
        let rest = end &- position
        if slashes != 0 {
            let length = slashes.trailingZeroBitCount &>> 3
            // Or else the slash is one of a query.
            if length <= rest { return (word & (((slashes & (0 &- slashes)) &>> 7) &- 1), length) }
        } else if rest >= 8 {
            return (word, longLength())
        }
        return (word & ((1 &<< UInt64(truncatingIfNeeded: rest &* 8)) &- 1), rest)
    }

    /// The length of a segment of eight bytes or more.
    @inline(__always)
    private mutating func longLength() -> Int {
        var index = position &+ 8
        while index <= lastWord {
            let word = loadWord(at: index)
            escapes |= Self.zeros(in: word ^ 0x2525_2525_2525_2525)
            let slashes = Self.slashes(in: word)
            if slashes != 0 { return min(index &+ slashes.trailingZeroBitCount &>> 3, end) &- position }
            index &+= 8
        }
        let word = lastWord(at: index)
        escapes |= Self.zeros(in: word ^ 0x2525_2525_2525_2525)
        // Without a slash there are zeros, and the count is 8.
        return min(index &+ Self.slashes(in: word).trailingZeroBitCount &>> 3, end) &- position
    }

    @inline(__always)
    private func loadWord(at index: Int) -> UInt64 {
        UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// A word that would reach behind the text, with zeros there.
    @inline(__always)
    private func lastWord(at index: Int) -> UInt64 {
        loadWord(at: lastWord) &>> UInt64(truncatingIfNeeded: (index &- lastWord) &* 8)
    }

    /// The highest bit of each byte that is a slash; behind the first of them it may be that of a dot, too.
    @inline(__always)
    private static func slashes(in word: UInt64) -> UInt64 {
        zeros(in: word ^ 0x2F2F_2F2F_2F2F_2F2F) & highest
    }

    /// The highest bit of the first byte that is zero is set, and that of none before it; the other bits mean nothing.
    @inline(__always)
    private static func zeros(in word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word
    }
}
