/// A trie over the segments of paths: the shape of a route table, without what it leads to.
///
/// Everything lies in a few flat arrays. One hash table serves the literals of all nodes: its key is a node and a segment.
struct RouteTree: Sendable {
    /// A place that some patterns lead to.
    ///
    /// Number 0 is the root, which is nobody's child, so that 0 also means "none".
    struct Node: Sendable {
        /// The highest priority among this node and all below it.
        var priority: Int
        let parent: Int32
        /// The literal that leads here, in ``literals``.
        let literal: Range<Int32>
        var hasLiterals = false
        var parameter: Int32 = 0
        var wildcard: Int32 = 0
        /// The first of the routes that end here, and of those that take whatever follows.
        var end: Int32 = 0
        var tail: Int32 = 0
    }

    /// A route that ends at a node, in a list in their order: higher priority first, then registered first.
    struct Ending: Sendable {
        let priority: Int
        let route: Int32
        let expansion: Int32
        /// Where the route ends.
        let node: Int32
        let isTail: Bool
        var next: Int32 = 0
    }

    /// A place in the hash table of literals; empty when the node is 0.
    struct Slot: Sendable {
        var hash: UInt32 = 0
        var node: Int32 = 0
    }

    private(set) var nodes = [Node(priority: .min, parent: 0, literal: 0..<0)]
    private(set) var literals: [UInt8] = []
    private(set) var slots = [Slot](repeating: Slot(), count: 16)
    private var literalCount = 0

    /// Number 0 is not used, so that it means "none".
    private(set) var endings = [Ending(priority: 0, route: 0, expansion: 0, node: 0, isTail: false)]

    /// Adds every path of a pattern.
    mutating func insert(_ pattern: RoutePattern, priority: Int, route: Int) {
        for (expansion, path) in pattern.expansions.enumerated() {
            var node = 0
            raise(node, to: priority)
            for segment in path.segmentsBeforeTail {
                node = child(of: node, for: segment) ?? append(segment, to: node)
                raise(node, to: priority)
            }
            let ending = Ending(
                priority: priority, route: Int32(route), expansion: Int32(expansion), node: Int32(node),
                isTail: path.endsInTail)
            insert(ending, at: node, list: path.endsInTail ? \.tail : \.end)
        }
    }

    /// A route that ends at the same place as a path of the pattern and has the same priority, if there is one.
    func duplicate(of pattern: RoutePattern, priority: Int) -> Int? {
        for path in pattern.expansions {
            var node: Int? = 0
            for segment in path.segmentsBeforeTail { node = node.flatMap { child(of: $0, for: segment) } }
            guard let node else { continue }
            var ending = endings[Int(path.endsInTail ? nodes[node].tail : nodes[node].end)]
            var isEmpty = (path.endsInTail ? nodes[node].tail : nodes[node].end) == 0
            while !isEmpty, ending.priority >= priority {
                if ending.priority == priority { return Int(ending.route) }
                isEmpty = ending.next == 0
                ending = endings[Int(ending.next)]
            }
        }
        return nil
    }

    private mutating func raise(_ node: Int, to priority: Int) {
        nodes[node].priority = max(nodes[node].priority, priority)
    }

    private mutating func insert(_ ending: Ending, at node: Int, list: WritableKeyPath<Node, Int32>) {
        var previous = 0
        var next = Int(nodes[node][keyPath: list])
        while next != 0, endings[next].priority >= ending.priority {
            // Of one route's paths with the same shape the earlier is always the better.
            if endings[next].route == ending.route { return }
            previous = next
            next = Int(endings[next].next)
        }
        endings.append(ending)
        endings[endings.count - 1].next = Int32(next)
        if previous == 0 {
            nodes[node][keyPath: list] = Int32(endings.count - 1)
        } else {
            endings[previous].next = Int32(endings.count - 1)
        }
    }

    private func child(of node: Int, for segment: PatternSegment) -> Int? {
        switch segment {
        case .literal(let bytes):
            var slot = firstSlot(of: SegmentHash(of: bytes, below: node).value)
            while slots[slot].node != 0 {
                let candidate = nodes[Int(slots[slot].node)]
                if candidate.parent == node, literals[candidate.literal].elementsEqual(bytes) {
                    return Int(slots[slot].node)
                }
                slot = (slot + 1) & (slots.count - 1)
            }
            return nil
        case .parameter: return nodes[node].parameter == 0 ? nil : Int(nodes[node].parameter)
        case .wildcard: return nodes[node].wildcard == 0 ? nil : Int(nodes[node].wildcard)
        }
    }

    private mutating func append(_ segment: PatternSegment, to node: Int) -> Int {
        let number = Int32(nodes.count)
        let start = Int32(literals.count)
        switch segment {
        case .literal(let bytes):
            literals += bytes
            nodes[node].hasLiterals = true
            literalCount += 1
            if literalCount * 2 > slots.count { growSlots() }
            fill(hash: SegmentHash(of: bytes, below: node).value, with: number)
        case .parameter: nodes[node].parameter = number
        case .wildcard: nodes[node].wildcard = number
        }
        nodes.append(Node(priority: .min, parent: Int32(node), literal: start..<Int32(literals.count)))
        return Int(number)
    }

    private mutating func growSlots() {
        let old = slots
        slots = Array(repeating: Slot(), count: old.count * 2)
        for slot in old where slot.node != 0 { fill(hash: slot.hash, with: slot.node) }
    }

    private mutating func fill(hash: UInt32, with node: Int32) {
        var slot = firstSlot(of: hash)
        while slots[slot].node != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Slot(hash: hash, node: node)
    }

    @inline(__always)
    func firstSlot(of hash: UInt32) -> Int { Int(hash) & (slots.count - 1) }
}

extension Array where Element == UInt8 {
    fileprivate subscript(range: Range<Int32>) -> ArraySlice<UInt8> {
        self[Int(range.lowerBound)..<Int(range.upperBound)]
    }
}

extension [PatternSegment] {
    /// Whether the path takes whatever follows.
    var endsInTail: Bool {
        if case .wildcard = last { true } else { false }
    }

    /// The path without its tail.
    var segmentsBeforeTail: ArraySlice<PatternSegment> { dropLast(endsInTail ? 1 : 0) }
}

/// The hash of a decoded segment below a node, fed byte by byte.
///
/// Below the root, where a segment may be a host, it is the same for both cases of a letter.
struct SegmentHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325
    private let node: UInt64
    private let caseBit: UInt8

    @inline(__always)
    mutating func combine(_ byte: UInt8) {
        state = (state ^ UInt64(byte | caseBit)) &* 0x0000_0100_0000_01B3
    }

    var value: UInt32 {
        @inline(__always) get {
            let mixed = (state ^ node &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
            return UInt32(truncatingIfNeeded: mixed >> 32)
        }
    }

    @inline(__always)
    init(below node: Int) {
        self.node = UInt64(truncatingIfNeeded: node)
        caseBit = node == 0 ? 0x20 : 0
    }

    /// The hash of bytes that are decoded already.
    init(of bytes: [UInt8], below node: Int) {
        self.init(below: node)
        for byte in bytes { combine(byte) }
    }
}
