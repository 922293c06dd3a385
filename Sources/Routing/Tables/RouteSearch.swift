/// One walk through a tree along one path, with full backtracking.
///
/// At each node the more specific branch is walked first, so that routes of one priority are found in their order. Every
/// node is reached on one way only, so a walk never takes longer than there are nodes, whatever the path.
struct RouteSearch {
    /// A route that was found, and where the values of its parameters stand.
    struct Hit: Sendable {
        var ending: Int32 = 0
        var captures = Captures()
        /// Where the tail begins, if the route has one.
        var tail = 0
    }

    private let tree: RouteTree
    private let end: Int
    private let beginsWithHost: Bool
    private let start: Int

    /// Whether all routes are wanted; else branches that cannot be better than the best so far are passed over.
    private let isExhaustive: Bool
    private var priority = Int.min
    private var captures = Captures()

    private(set) var best = Hit()
    private(set) var all: [Hit] = []

    init(in tree: RouteTree, for path: PathText, isExhaustive: Bool) {
        self.tree = tree
        self.isExhaustive = isExhaustive
        start = path.start
        end = path.end
        beginsWithHost = path.beginsWithHost
    }

    mutating func run(over bytes: Span<UInt8>) {
        visit(0, from: start, depth: 0, bytes)
    }

    private func isWorthwhile(_ node: Int32) -> Bool {
        node != 0 && (best.ending == 0 || isExhaustive || tree.nodes[Int(node)].priority > priority)
    }

    private mutating func visit(_ number: Int, from position: Int, depth: Int, _ bytes: Span<UInt8>) {
        let node = tree.nodes[number]
        guard position <= end else {
            settle(node.end, tail: position)
            return settle(node.tail, tail: position)
        }
        var index = position
        var hash = SegmentHash(below: number)
        while index < end, bytes[index] != UInt8(ascii: "/") {
            hash.combine(PercentCoding.nextByte(of: bytes, at: &index, before: end))
        }
        if index > position {
            if node.hasLiterals { visitLiterals(hash.value, of: number, position..<index, depth, bytes) }
            if isWorthwhile(node.parameter) {
                captures[depth] = position..<index
                visit(Int(node.parameter), from: index + 1, depth: depth + 1, bytes)
            }
            if isWorthwhile(node.wildcard) { visit(Int(node.wildcard), from: index + 1, depth: depth, bytes) }
        }
        settle(node.tail, tail: position)
    }

    private mutating func visitLiterals(
        _ hash: UInt32, of parent: Int, _ segment: Range<Int>, _ depth: Int, _ bytes: Span<UInt8>
    ) {
        let isHost = beginsWithHost && segment.lowerBound == start
        var slot = tree.firstSlot(of: hash)
        while tree.slots[slot].node != 0 {
            let child = tree.slots[slot].node
            if tree.slots[slot].hash == hash, tree.nodes[Int(child)].parent == parent,
                isHost || isWorthwhile(child),
                isEqual(tree.nodes[Int(child)].literal, to: segment, ignoringCase: isHost, bytes)
            {
                let other = best
                if isHost { best = Hit() }
                visit(Int(child), from: segment.upperBound + 1, depth: depth, bytes)
                if isHost { keepBetter(than: other) }
            }
            slot = (slot + 1) & (tree.slots.count - 1)
        }
    }

    /// Literals that differ only in case are all equal to a host, and none of them comes before another.
    private mutating func keepBetter(than other: Hit) {
        if other.ending != 0, best.ending == 0 || tree.comesBefore(other.ending, best.ending) { best = other }
        if best.ending != 0 { priority = tree.endings[Int(best.ending)].priority }
    }

    private func isEqual(
        _ literal: Range<Int32>, to segment: Range<Int>, ignoringCase: Bool, _ bytes: Span<UInt8>
    ) -> Bool {
        var index = segment.lowerBound
        // No loop over the range, whose iterator allocates at each step in a build that is not optimised.
        var position = Int(literal.lowerBound)
        while position < Int(literal.upperBound) {
            guard index < segment.upperBound else { return false }
            let byte = PercentCoding.nextByte(of: bytes, at: &index, before: segment.upperBound)
            let expected = tree.literals[position]
            position += 1
            guard byte == expected || (ignoringCase && byte.lowercased == expected.lowercased) else { return false }
        }
        return index == segment.upperBound
    }

    private mutating func settle(_ list: Int32, tail: Int) {
        guard list != 0, best.ending == 0 || isExhaustive || tree.endings[Int(list)].priority > priority else { return }
        guard isExhaustive else {
            priority = tree.endings[Int(list)].priority
            best = Hit(ending: list, captures: captures, tail: tail)
            return
        }
        var ending = list
        while ending != 0 {
            all.append(Hit(ending: ending, captures: captures, tail: tail))
            ending = tree.endings[Int(ending)].next
        }
    }
}

extension UInt8 {
    /// The small letter, if this is a capital one of ASCII.
    @inline(__always) var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

/// Where the values of a route's parameters stand in a path: offsets held inline, so that taking them allocates nothing.
struct Captures: Sendable {
    /// As many as a pattern may have parameters.
    private var starts = SIMD16<UInt32>()
    private var ends = SIMD16<UInt32>()

    subscript(index: Int) -> Range<Int> {
        get { Int(starts[index])..<Int(ends[index]) }
        set {
            starts[index] = UInt32(truncatingIfNeeded: newValue.lowerBound)
            ends[index] = UInt32(truncatingIfNeeded: newValue.upperBound)
        }
    }
}
