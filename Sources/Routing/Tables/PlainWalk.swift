/// The walk that nearly all lookups take: always to the more specific child, along a path that needs no decoding.
///
/// What it reaches is the best route: no other comes before it from the left. When it meets a dead end, something that is
/// encoded, or a node that has a ``RouteTree/Rarity``, it says so, and the path is looked up by a ``RouteWalk``.
///
/// Safety: this type holds unowned pointers, so that a step from node to node takes few instructions. It is made by
/// ``best(in:_:_:)`` alone and does not leave the closures that the pointers come from. All numbers in a tree were put
/// there by ``RouteTree``, which only grows, so each of them is in bounds; a place in the slots is masked by the size of
/// its region, and a step leads from slot to slot of one region. Of the text whole words are read, none of which reaches
/// behind its end.
struct PlainWalk {
    /// The most parameters of a route that this walk finds.
    private static let capacity = 4

    private let nodes: UnsafePointer<RouteTree.Node>
    private let slots: UnsafePointer<LiteralIndex.Slot>
    private let text: UnsafeRawPointer
    /// Where the last eight bytes of the text begin.
    private let lastWord: UnsafeRawPointer
    private let end: UnsafeRawPointer

    private var here: UnsafePointer<RouteTree.Node>
    private var position: UnsafeRawPointer
    private var spans = SIMD4<UInt32>()
    /// Not zero when there was a `%`, perhaps close behind the path.
    private var escapes: UInt64 = 0

    /// Walks to the best of all routes in a tree.
    ///
    /// - Parameters:
    ///   - tree: The tree.
    ///   - text: A text of eight bytes or more.
    ///   - path: Where the path stands in it.
    /// - Returns: What is said of the route, or ``RouteHit/undecided``.
    @inline(__always)
    static func best(
        in tree: borrowing RouteTree, _ text: UnsafeBufferPointer<UInt8>, _ path: PathRange
    ) -> RouteHit {
        let endings = tree.endings.span
        let hosts = tree.hosts
        return tree.literals.slots.withUnsafeBufferPointer { slots in
            tree.nodes.withUnsafeBufferPointer { nodes in
                guard let node = nodes.baseAddress, let slot = slots.baseAddress, let base = text.baseAddress,
                    text.count >= 8
                else { return .undecided }
                let bytes = UnsafeRawPointer(base)
                var walk = PlainWalk(
                    nodes: node, slots: slot, text: bytes, lastWord: bytes + (text.count &- 8),
                    end: bytes + path.end, here: node, position: bytes + path.start)
                let first = path.beginsWithHost ? hosts : node.pointee.literals
                return walk.goesDown(first, tree.literals) ? walk.hit(endings) : .undecided
            }
        }
    }

    /// Goes to the end of the path, or to where a tail begins; false when it is not enough.
    @inline(__always)
    private mutating func goesDown(_ first: LiteralIndex.Region, _ literals: borrowing LiteralIndex) -> Bool {
        var region = first
        while position <= end {
            let (word, length) = segment()
            guard length > 0 else { return here.pointee.tail != 0 && hasPlainRest }
            guard UInt8(truncatingIfNeeded: word) != UInt8(ascii: "."), here.pointee.rarity == 0 else { return false }
            var child = child(in: region, word, length, literals.seed)
            if length > 16, region.hasLong { child = Self.longChild(in: region, literals, position, length) }
            if child == 0 {
                child = here.pointee.parameter
                guard child != 0 else { return here.pointee.tail != 0 && hasPlainRest }
                let start = position - text
                let span = UInt32(truncatingIfNeeded: start | (start &+ length &- 1) &<< 16)
                spans = SIMD4(span, spans[0], spans[1], spans[2])
            }
            here = nodes + Int(child)
            region = here.pointee.literals
            position += length &+ 1
        }
        return true
    }

    /// The child that a segment of up to 16 bytes leads to as a literal, or 0.
    @inline(__always)
    private func child(in region: LiteralIndex.Region, _ first: UInt64, _ length: Int, _ seed: LiteralSeed)
        -> UInt32
    {
        let last = length > 8 ? load(position + (length &- 8)) : first
        var slot = slots + region.place(of: seed.hash(first, last))
        while true {
            // A longer segment is never the same, since the slot of a longer literal has a hash there.
            let different =
                (slot.pointee.first ^ first) | (slot.pointee.last ^ last)
                | (UInt64(slot.pointee.length) ^ UInt64(truncatingIfNeeded: length))
            if different == 0 { return slot.pointee.child }
            let step = slot.pointee.step
            if step == 0 { return 0 }
            slot += Int(step)
        }
    }

    /// The same for a longer one; not a method, so that the walk may stay in registers.
    @inline(never)
    private static func longChild(
        in region: LiteralIndex.Region, _ literals: borrowing LiteralIndex, _ text: UnsafeRawPointer, _ length: Int
    ) -> UInt32 {
        let bytes = UnsafeRawBufferPointer(start: text, count: length).bindMemory(to: UInt8.self).span
        let segment = LiteralSegment(in: bytes, from: 0, length: length, literals.seed)
        return segment.child(in: region, literals.slots.span, literals.words.span, bytes, literals.seed)
    }

    /// Whether what a tail takes has no segment that begins with a dot, and nothing that is encoded.
    @inline(__always)
    private var hasPlainRest: Bool { Self.isPlain(position, end) }

    @inline(never)
    private static func isPlain(_ start: UnsafeRawPointer, _ end: UnsafeRawPointer) -> Bool {
        var isAtStart = true
        for byte in UnsafeRawBufferPointer(start: start, count: max(0, end - start)) {
            if byte == UInt8(ascii: "%") || isAtStart && byte == UInt8(ascii: ".") { return false }
            isAtStart = byte == UInt8(ascii: "/")
        }
        return true
    }

    /// What is said of the route that was reached, if nothing can be better.
    @inline(__always)
    private func hit(_ endings: Span<RouteTree.Ending>) -> RouteHit {
        let number = position > end && here.pointee.end != 0 ? here.pointee.end : here.pointee.tail
        let ending = endings[Int(number)]
        guard number != 0, ending.condition | here.pointee.rarity == 0, escapes == 0,
            ending.parameterCount <= Self.capacity
        else { return .undecided }
        let tail = ending.isTail ? UInt32(truncatingIfNeeded: position - text) : .max
        return RouteHit(
            head: SIMD4(ending.route, ending.head, tail, UInt32(truncatingIfNeeded: end - text)),
            spans: RouteHit.Spans(last: spans))
    }
}

extension PlainWalk {
    /// The first word of the segment that begins here, with zeros behind its end, and its length.
    @inline(__always)
    private mutating func segment() -> (word: UInt64, length: Int) {
        // A branch, which is foreseen, lets the next segment begin earlier than a conditional move.
        let word = position <= lastWord ? load(position) : loadLast(position)
        let slashes = slashes(in: word)
        let rest = end - position
        if slashes != 0 {
            let length = slashes.trailingZeroBitCount &>> 3
            // Or else the slash is one of a query.
            if length <= rest { return (word & ((slashes ^ (slashes &- 1)) &>> 8), length) }
        } else if rest >= 8 {
            return (word, longLength(rest))
        }
        return (word & ((1 &<< UInt64(truncatingIfNeeded: rest &* 8)) &- 1), rest)
    }

    /// The length of a segment of eight bytes or more.
    @inline(__always)
    private mutating func longLength(_ rest: Int) -> Int {
        var next = position + 8
        while next <= lastWord {
            let slashes = slashes(in: load(next))
            if slashes != 0 { return min(next - position &+ slashes.trailingZeroBitCount &>> 3, rest) }
            next += 8
        }
        // Without a slash there are zeros, and the count is 8.
        return min(next - position &+ slashes(in: loadLast(next)).trailingZeroBitCount &>> 3, rest)
    }

    @inline(__always)
    private func load(_ place: UnsafeRawPointer) -> UInt64 {
        UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
    }

    /// A word that would reach behind the text, with zeros there.
    @inline(__always)
    private func loadLast(_ place: UnsafeRawPointer) -> UInt64 {
        load(lastWord) &>> UInt64(truncatingIfNeeded: (place - lastWord) &* 8)
    }

    /// The highest bit of each byte that is a slash; behind the first of them it may be that of a dot, too.
    ///
    /// Escapes are noted on the way.
    @inline(__always)
    private mutating func slashes(in word: UInt64) -> UInt64 {
        let others = ~word & 0x8080_8080_8080_8080
        escapes |= ((word ^ 0x2525_2525_2525_2525) &- 0x0101_0101_0101_0101) & others
        return ((word ^ 0x2F2F_2F2F_2F2F_2F2F) &- 0x0101_0101_0101_0101) & others
    }
}
