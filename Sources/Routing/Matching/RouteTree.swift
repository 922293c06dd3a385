/// The routes of a table as a tree of segments, to which routes can be added.
///
/// A node is a segment of patterns behind other segments; parameters share one whatever their names. Conflicts are found
/// here. For lookups the tree is laid out anew, as a ``ByteTree``.
///
/// Children are found by a hash table. Literals may come from elsewhere, and the hash of the standard library is seeded.
struct RouteTree: Sendable {
    /// Whether literals match in capital and in small letters; they are kept in small ones.
    let isIgnoringCase: Bool

    /// Whether the first segment of a path may be a host, which is compared in small letters.
    let hasHosts: Bool

    /// Number 0 is the root, which is no child, so that 0 also means "none".
    private(set) var nodes: ContiguousArray<Node> = [Node(parent: 0, segment: .wildcard(nil), depth: 0)]
    /// Number 0 means "none".
    private(set) var endings: ContiguousArray<Ending> = [Ending(route: 0, priority: 0)]
    /// Number 0 asks for nothing.
    private(set) var filters: [RouteFilter] = [RouteFilter()]
    /// How specific endings are; see ``RouteTree/rank(of:)``.
    private(set) var ranks: [Bytes] = []
    /// How many routes were added.
    private(set) var count = 0

    private var children: [Child: UInt32] = [:]
    private var numbersOfRanks: [Bytes: UInt32] = [:]
    /// The newest of the typed or mixed siblings with the same literal text; the others follow by ``Node/nextAlike``.
    private var alike: [Child: UInt32] = [:]

    init(isIgnoringCase: Bool, hasHosts: Bool) {
        self.isIgnoringCase = isIgnoringCase
        self.hasHosts = hasHosts
    }

    init(_ records: [RouteRecord], isIgnoringCase: Bool, hasHosts: Bool) {
        self.init(isIgnoringCase: isIgnoringCase, hasHosts: hasHosts)
        for record in records { insert(record) }
    }

    struct Node: Sendable {
        let parent: UInt32
        /// What patterns say here, without names.
        let segment: PatternSegment
        let depth: UInt8
        /// The next child of the same parent: of the literal ones, or of all others.
        var next: UInt32 = 0
        /// The next of the typed or mixed siblings with the same literal text, and the oldest of them.
        var nextAlike: UInt32 = 0
        var oldestAlike: UInt32 = 0
        /// The newest child that is a literal, and the newest of all others.
        var literals: UInt32 = 0
        var others: UInt32 = 0
        /// The first route that ends here, and the first that takes all that follows.
        var end: UInt32 = 0
        var tail: UInt32 = 0
        /// The priorities of the routes that end here or further down.
        var highest = Int.min
        var lowest = Int.max
        /// Of a typed segment, what few values have in common.
        var values = ValueSketch()
    }

    /// Where one of the paths of a route ends, and all that a match has to know of it.
    struct Ending: Sendable {
        let route: UInt32
        let priority: Int
        var expansion: UInt8 = 0
        /// The number of segments before the tail.
        var depth: UInt8 = 0
        var isTail = false
        /// Whether this stands for a path whose first literal has capital letters, and takes part for hosts alone.
        var isHostOnly = false
        /// Which of the parameters of the pattern take part, the first in the lowest bit.
        var taken: UInt16 = 0
        /// For each parameter that takes part the number of its segment.
        var places = SIMD16<UInt8>()
        var filter: UInt32 = 0
        var rank: UInt32 = 0
        /// The next ending of the same node, and the last of them, kept by the first.
        var next: UInt32 = 0
        var last: UInt32 = 0
    }

    private struct Child: Hashable {
        let parent: UInt32
        let segment: PatternSegment
    }
}

extension RouteTree {
    /// Adds a route behind all others.
    mutating func insert(_ record: RouteRecord) {
        var filter: UInt32 = 0
        if !record.filter.isEmpty {
            filter = UInt32(filters.count)
            filters.append(record.filter)
        }
        for (number, path) in record.content.expansions.enumerated() {
            var ending = Ending(route: UInt32(count), priority: record.priority)
            ending.expansion = UInt8(number)
            ending.filter = filter
            note(path, of: record, in: &ending)
            insert(path, ending)
            // A host is looked up in small letters.
            guard hasHosts, !isIgnoringCase, case .literal(let text) = path.first, text != text.lowercased else {
                continue
            }
            ending.isHostOnly = true
            insert([.literal(text.lowercased)] + path.dropFirst(), ending)
        }
        count += 1
    }

    private mutating func insert(_ path: [PatternSegment], _ ending: Ending) {
        widen(0, to: ending.priority)
        var node: UInt32 = 0
        for segment in path.segmentsBeforeTail {
            node = makeChild(of: node, for: comparable(segment))
            widen(node, to: ending.priority)
        }
        append(ending, to: node)
    }

    private mutating func append(_ ending: Ending, to node: UInt32) {
        let number = UInt32(endings.count)
        let first = Int(ending.isTail ? nodes[Int(node)].tail : nodes[Int(node)].end)
        if first == 0 {
            if ending.isTail { nodes[Int(node)].tail = number } else { nodes[Int(node)].end = number }
        } else {
            let last = Int(endings[first].last)
            // Of the paths of one route that are alike the earlier one counts.
            guard endings[last].route != ending.route else { return }
            endings[last].next = number
        }
        endings.append(ending)
        endings[first == 0 ? Int(number) : first].last = number
    }

    private mutating func widen(_ node: UInt32, to priority: Int) {
        nodes[Int(node)].highest = max(nodes[Int(node)].highest, priority)
        nodes[Int(node)].lowest = min(nodes[Int(node)].lowest, priority)
    }

    private mutating func makeChild(of parent: UInt32, for segment: PatternSegment) -> UInt32 {
        let shape = segment.shape
        let child = Child(parent: parent, segment: shape)
        if let known = children[child] { return known }
        let number = UInt32(nodes.count)
        children[child] = number
        var node = Node(parent: parent, segment: shape, depth: nodes[Int(parent)].depth + 1)
        if case .literal = shape {
            node.next = nodes[Int(parent)].literals
            nodes[Int(parent)].literals = number
        } else {
            node.next = nodes[Int(parent)].others
            nodes[Int(parent)].others = number
        }
        if let skeleton = shape.skeleton {
            let group = Child(parent: parent, segment: skeleton)
            node.values = ValueSketch(of: shape)
            node.nextAlike = alike[group] ?? 0
            node.oldestAlike = node.nextAlike == 0 ? number : nodes[Int(node.nextAlike)].oldestAlike
            alike[group] = number
        }
        nodes.append(node)
        return number
    }

    /// Notes which parameters a path has, and how specific it is.
    private mutating func note(_ path: [PatternSegment], of record: RouteRecord, in ending: inout Ending) {
        ending.isTail = path.endsInTail
        let segments = path.segmentsBeforeTail
        ending.depth = UInt8(segments.count)
        var count = 0
        for (number, segment) in segments.enumerated() {
            for parameter in segment.parameters {
                ending.places[count] = UInt8(number)
                count += 1
                let index = record.number(ofParameter: parameter.name) ?? 0
                ending.taken |= 1 << UInt16(index)
            }
        }
        let rank = Self.rank(of: path)
        ending.rank = numbersOfRanks[rank] ?? UInt32(ranks.count)
        guard ending.rank == ranks.count else { return }
        numbersOfRanks[rank] = ending.rank
        ranks.append(rank)
    }

    /// How specific a path is, as bytes that compare from the left: the ranks of its segments and how it ends, then for
    /// each mixed segment how much literal text it has, more first.
    static func rank(of path: [PatternSegment]) -> Bytes {
        var bytes: Bytes = []
        for segment in path.segmentsBeforeTail { bytes.append(segment.rank.rawValue) }
        bytes.append((path.endsInTail ? Rank.tail : .end).rawValue)
        for segment in path {
            guard case .mixed(let mixed) = segment else { continue }
            let count = UInt16.max - UInt16(clamping: mixed.literalCount)
            bytes += [UInt8(count >> 8), UInt8(count & 0xFF)]
        }
        return bytes
    }
}

extension RouteTree {
    /// The child of a node for a segment, or 0.
    func child(of node: UInt32, for segment: PatternSegment) -> UInt32 {
        children[Child(parent: node, segment: segment.shape)] ?? 0
    }

    /// The first child of a node that differs from a typed or mixed segment in types alone, or 0.
    func firstAlike(of node: UInt32, _ segment: PatternSegment) -> UInt32 {
        segment.skeleton.flatMap { alike[Child(parent: node, segment: $0)] } ?? 0
    }

    /// A segment as the tree keeps it: where case does not count, in small letters.
    func comparable(_ segment: PatternSegment) -> PatternSegment { isIgnoringCase ? segment.folded : segment }
}
