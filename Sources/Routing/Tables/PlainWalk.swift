/// The walk that nearly all lookups take: always to the more specific child, along a path that needs no decoding.
///
/// It finds the segments of the path on its way. What it reaches is the best route, if no route has a higher priority: no
/// other comes before it from the left. When it meets a dead end, or a node with other than plain children, it says so, and
/// the path is looked up by a ``RouteWalk``.
struct PlainWalk {
    /// The most segments of a path that this walk takes.
    static let capacity = 16

    /// What is said in place of an ending when this walk is not enough.
    private static let undecided: UInt32 = 0

    private let tree: PlainTree
    private let text: UnsafeRawPointer
    private let lastWord: Int
    private let start: Int
    private let end: Int
    /// Where each segment stands, as far as they are known, in the form of a hit.
    private let spans: UnsafeMutablePointer<UInt32>

    @inline(__always)
    init(
        _ tree: PlainTree, _ text: UnsafeRawPointer, _ count: Int, from start: Int, to end: Int,
        _ spans: UnsafeMutablePointer<UInt32>
    ) {
        self.tree = tree
        self.text = text
        self.start = start
        self.end = end
        self.spans = spans
        lastWord = count &- 8
    }

    /// Walks to the best of all routes.
    ///
    /// - Parameter root: The node under which the literals below the root are found.
    /// - Returns: What is said of the route, or ``RouteHit/undecided``.
    @inline(__always)
    func best(below root: UInt32) -> RouteHit {
        let limit = spans + Self.capacity
        var node: UInt32 = 0
        var parent = root
        var start = start
        var span = spans
        var escapes: UInt64 = 0
        while start <= end {
            let here = tree.nodes + Int(node)
            guard here.pointee.branches == 0, span != limit else { return .undecided }
            let (word, length) = segment(from: start, &escapes)
            guard UInt8(truncatingIfNeeded: word) != UInt8(ascii: ".") else { return .undecided }
            var child: UInt32 = 0
            if here.pointee.lengths & LiteralKey.lengthBit(length) != 0 {
                child = tree.child(of: parent, word, start, length, text)
            }
            if child == 0 { child = length == 0 ? 0 : here.pointee.parameter }
            guard child != 0 else { return tail(of: node, from: start, escapes) }
            let next = start &+ length &+ 1
            span.pointee = UInt32(truncatingIfNeeded: start) | UInt32(truncatingIfNeeded: next &- 2) &<< 16
            span += 1
            start = next
            node = child
            parent = child
        }
        guard escapes & Self.highest == 0 else { return .undecided }
        let here = tree.nodes + Int(node)
        return hit(here.pointee.end != 0 ? here.pointee.end : here.pointee.tail, tailStart: start)
    }

    /// What is said of a route that takes the rest of the path, in which no segment may begin with a dot.
    @inline(never)
    private func tail(of node: UInt32, from tailStart: Int, _ escapes: UInt64) -> RouteHit {
        var start = tailStart
        var escapes = escapes
        while start <= end {
            let (word, length) = segment(from: start, &escapes)
            guard UInt8(truncatingIfNeeded: word) != UInt8(ascii: ".") else { return .undecided }
            start &+= length &+ 1
        }
        guard escapes & Self.highest == 0 else { return .undecided }
        return hit(tree.nodes[Int(node)].tail, tailStart: tailStart)
    }

    /// What is said of a route that was reached, if nothing can be better.
    @inline(__always)
    private func hit(_ number: UInt32, tailStart: Int) -> RouteHit {
        let ending = tree.endings + Int(number)
        guard number != 0, ending.pointee.filter == 0, ending.pointee.priority >= tree.nodes.pointee.priority else {
            return .undecided
        }
        let positions = ending.pointee.positions
        var spans = SIMD16<UInt32>()
        // Four values are written down whether they are there or not: that is faster than to ask each time.
        spans.lowHalf.lowHalf = SIMD4(
            self.spans[Int(positions[0])], self.spans[Int(positions[1])], self.spans[Int(positions[2])],
            self.spans[Int(positions[3])])
        if ending.pointee.parameterCount > 4 {
            for number in 4..<Int(ending.pointee.parameterCount) {
                spans[number] = self.spans[Int(positions[number])]
            }
        }
        let tail = ending.pointee.isTail ? UInt32(truncatingIfNeeded: tailStart) : .max
        return RouteHit(
            head: SIMD4(ending.pointee.route, ending.pointee.head, tail, UInt32(truncatingIfNeeded: end)), spans: spans)
    }
}

extension PlainWalk {
    private static let highest: UInt64 = 0x8080_8080_8080_8080

    /// The first word of the segment that begins here, with zeros behind its end, and its length.
    ///
    /// Some of the highest bits of `escapes` are set when there is a `%`, in this segment or close behind it.
    @inline(__always)
    private func segment(from start: Int, _ escapes: inout UInt64) -> (word: UInt64, length: Int) {
        // A branch, which is foreseen, lets the next segment begin earlier than a conditional move.
        let word = start <= lastWord ? self.word(at: start) : PathTokens.word(of: text, at: start, lastWord)
        escapes |= Self.zeros(in: word ^ 0x2525_2525_2525_2525)
        let slashes = Self.slashes(in: word)
        let rest = end &- start
        if slashes != 0 {
            let length = slashes.trailingZeroBitCount &>> 3
            // Or else the slash is one of a query.
            if length <= rest { return (word & (((slashes & (0 &- slashes)) &>> 7) &- 1), length) }
        } else if rest >= 8 {
            return (word, longLength(from: start, &escapes))
        }
        return (word & ((1 &<< UInt64(truncatingIfNeeded: rest &* 8)) &- 1), rest)
    }

    /// The length of a segment of eight bytes or more.
    @inline(__always)
    private func longLength(from start: Int, _ escapes: inout UInt64) -> Int {
        var index = start &+ 8
        while index <= lastWord {
            let word = word(at: index)
            escapes |= Self.zeros(in: word ^ 0x2525_2525_2525_2525)
            let slashes = Self.slashes(in: word)
            if slashes != 0 { return min(index &+ slashes.trailingZeroBitCount &>> 3, end) &- start }
            index &+= 8
        }
        let word = PathTokens.word(of: text, at: index, lastWord)
        escapes |= Self.zeros(in: word ^ 0x2525_2525_2525_2525)
        // Without a slash there are zeros, and the count is 8.
        return min(index &+ Self.slashes(in: word).trailingZeroBitCount &>> 3, end) &- start
    }

    @inline(__always)
    private func word(at index: Int) -> UInt64 {
        UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
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
