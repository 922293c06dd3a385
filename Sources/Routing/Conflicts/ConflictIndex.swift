/// The routes of a table as a tree of segments, in which the conflicts of another route are found when it is added.
///
/// One walk for each path of the new route goes only where an answer may be, so that a route costs no more the more others
/// there are. All walks of a registration together may take a number of steps, so that a list from an untrusted source
/// cannot keep a program busy.
///
/// Children are found by a hash table. Literals may come from elsewhere, and the hash of the standard library is seeded.
struct ConflictIndex: Sendable {
    /// How many nodes and endings one registration may look at.
    static let maximumSteps = 1 << 26

    /// How many earlier routes are named that rank like a new one, and how many are looked for.
    private static let maximumRivals = 16
    static let maximumFound = 64

    /// How many mixed segments at one place are compared with a literal or a mixed segment that has other literal text.
    static let maximumSiblings = 32

    /// How many nodes and endings were looked at since the last registration began.
    private(set) var steps = 0

    /// Whether everything was looked at, of all that was added.
    var isComplete: Bool { steps <= Self.maximumSteps }

    let addressing: Addressing
    let isIgnoringCase: Bool
    private(set) var records: [RouteRecord] = []
    /// Number 0 is the root, which is no child, so that 0 also means "none".
    private(set) var nodes: [Node] = [Node(.wildcard(nil))]
    /// Number 0 means "none".
    private(set) var endings: [Ending] = [Ending(route: 0, expansion: 0, isTail: false)]
    private var children: [Edge: UInt32] = [:]
    /// How many of the paths of each route no route of higher priority covers.
    private var uncoveredCounts: [Int] = []

    /// A segment of patterns behind other segments, without names; or mixed ones that differ in types alone, whose children
    /// are each of them.
    struct Node: Sendable {
        let segment: PatternSegment
        /// Texts that the segment takes, where others may take them, too.
        let examples: [Bytes]
        let values: ValueSketch
        /// The next child of the same parent and kind.
        var next: UInt32 = 0
        var literals: UInt32 = 0
        var groups: UInt32 = 0
        var others: UInt32 = 0
        var firstEnding: UInt32 = 0
        var lastEnding: UInt32 = 0
        /// The priorities of the routes that end here or further down.
        var highest = Int.min
        var lowest = Int.max

        init(_ segment: PatternSegment) {
            self.segment = segment
            examples = segment.rank == .mixed || segment.rank == .typed ? segment.examples : []
            values = ValueSketch(of: segment)
        }
    }

    /// A path of a route that ends at a node.
    struct Ending: Sendable {
        let route: UInt32
        let expansion: UInt8
        let isTail: Bool
        /// Whether it stands for a path whose first literal has capital letters.
        var isHostOnly = false
        /// Whether a route of higher priority covers it.
        var isCovered = false
        var next: UInt32 = 0
    }

    private struct Edge: Hashable {
        let parent: UInt32
        let segment: PatternSegment
        let isGroup: Bool
    }

    /// An index of the routes of a table; the conflicts among those are not returned.
    init(of index: RouteIndex) {
        self.init(index.addressing, isIgnoringCase: index.isIgnoringCase)
        for record in index.records.all { _ = add(record, isReported: false) }
    }

    init(_ addressing: Addressing, isIgnoringCase: Bool) {
        self.addressing = addressing
        self.isIgnoringCase = isIgnoringCase
    }

    /// Adds routes, and returns the conflicts that they bring, in the order of their second routes, each pair once.
    mutating func add(
        _ others: [RouteRecord], maximumCount: Int = .max, isReported: (Int) -> Bool = { _ in true }
    ) -> [RouteConflict] {
        steps = 0
        var found: [RouteConflict] = []
        for record in others where found.count < maximumCount && isComplete {
            found += add(record, isReported: isReported(records.count))
        }
        return found
    }

    private mutating func add(_ record: RouteRecord, isReported: Bool) -> [RouteConflict] {
        let number = records.count
        var found: [RouteConflict] = []
        var rivals: [Int: [ConflictWalk.Rival]] = [:]
        var coverers: [Int] = []
        var covered: [UInt32] = []
        for expansion in record.content.expansions.indices {
            var walk = ConflictWalk(record, expansion, isIgnoringCase: isIgnoringCase, steps)
            visit(0, 0, isReported ? .all : .covering, &walk)
            steps = walk.steps
            for rival in walk.rivals { rivals[rival.route, default: []].append(rival) }
            coverers.append(walk.coverer)
            covered += walk.covered
        }
        for other in rivals.keys.sorted().prefix(Self.maximumRivals) {
            if let conflict = conflict(other, number, record, rivals[other] ?? []) { found.append(conflict) }
        }
        insert(record, coverers)
        if let last = coverers.max(), last < .max { found.append(conflict(.unreachable, last, number, record)) }
        for ending in covered where !endings[Int(ending)].isCovered {
            endings[Int(ending)].isCovered = true
            let route = Int(endings[Int(ending)].route)
            uncoveredCounts[route] -= 1
            if uncoveredCounts[route] == 0 { found.append(conflict(.unreachable, route, number, record)) }
        }
        return isReported ? found.sorted { $0.first.index < $1.first.index } : []
    }

    private func conflict(
        _ other: Int, _ number: Int, _ record: RouteRecord, _ rivals: [ConflictWalk.Rival]
    ) -> RouteConflict? {
        guard !rivals.contains(where: \.isDuplicate) else { return conflict(.duplicate, other, number, record) }
        let search = WitnessSearch(records[other], record, addressing, isIgnoringCase: isIgnoringCase)
        for rival in rivals.prefix(Self.maximumRivals) {
            if let witness = search.witness(first: rival.otherExpansion, second: rival.expansion) {
                return conflict(.ambiguous, other, number, record, witness: witness)
            }
        }
        return nil
    }

    private func conflict(
        _ kind: RouteConflict.Kind, _ other: Int, _ number: Int, _ record: RouteRecord, witness: String? = nil
    ) -> RouteConflict {
        RouteConflict(
            kind: kind, first: .init(index: other, records[other]), second: .init(index: number, record),
            witness: witness)
    }
}

extension ConflictIndex {
    /// Inserts a route of which each path is covered by another one, or by none.
    private mutating func insert(_ record: RouteRecord, _ coverers: [Int]) {
        let route = UInt32(records.count)
        records.append(record)
        uncoveredCounts.append(coverers.count { $0 == .max })
        for (number, path) in record.content.expansions.enumerated() {
            var ending = Ending(route: route, expansion: UInt8(number), isTail: path.endsInTail)
            ending.isCovered = coverers[number] < .max
            insert(path.segmentsBeforeTail, ending, record.priority)
            // In a host, case does not count.
            guard addressing.hasHosts, !isIgnoringCase, case .literal(let text) = path.segmentsBeforeTail.first,
                text != text.lowercased
            else { continue }
            ending.isHostOnly = true
            insert([.literal(text.lowercased)] + path.segmentsBeforeTail.dropFirst(), ending, record.priority)
        }
    }

    private mutating func insert(_ segments: ArraySlice<PatternSegment>, _ ending: Ending, _ priority: Int) {
        var node: UInt32 = 0
        widen(node, to: priority)
        for segment in segments {
            let shape = (isIgnoringCase ? segment.folded : segment).shape
            if let skeleton = shape.skeleton {
                node = makeChild(of: node, skeleton, isGroup: true)
                widen(node, to: priority)
            }
            node = makeChild(of: node, shape)
            widen(node, to: priority)
        }
        let number = UInt32(endings.count)
        endings.append(ending)
        let last = nodes[Int(node)].lastEnding
        if last == 0 { nodes[Int(node)].firstEnding = number } else { endings[Int(last)].next = number }
        nodes[Int(node)].lastEnding = number
    }

    private mutating func widen(_ node: UInt32, to priority: Int) {
        nodes[Int(node)].highest = max(nodes[Int(node)].highest, priority)
        nodes[Int(node)].lowest = min(nodes[Int(node)].lowest, priority)
    }

    private mutating func makeChild(
        of parent: UInt32, _ segment: PatternSegment, isGroup: Bool = false
    ) -> UInt32 {
        let edge = Edge(parent: parent, segment: segment, isGroup: isGroup)
        if let known = children[edge] { return known }
        let number = UInt32(nodes.count)
        children[edge] = number
        var node = Node(segment)
        let list: WritableKeyPath<Node, UInt32> =
            isGroup ? \.groups : segment.rank == .literal ? \.literals : \.others
        node.next = nodes[Int(parent)][keyPath: list]
        nodes[Int(parent)][keyPath: list] = number
        nodes.append(node)
        return number
    }

    func child(of parent: UInt32, _ segment: PatternSegment, isGroup: Bool = false) -> UInt32 {
        children[Edge(parent: parent, segment: segment, isGroup: isGroup)] ?? 0
    }

    /// Whether a route for which a condition holds takes a path, whatever else it asks for.
    func hasRoute(taking path: ArraySlice<String>, below node: UInt32 = 0, where holds: (Int) -> Bool) -> Bool {
        var ending = nodes[Int(node)].firstEnding
        while ending != 0 {
            let other = endings[Int(ending)]
            if other.isTail || path.isEmpty, holds(Int(other.route)) { return true }
            ending = other.next
        }
        guard let written = path.first?.bytes else { return false }
        let text = isIgnoringCase ? written.lowercased : written
        var next = [child(of: node, .literal(text)), child(of: node, .literal(text.lowercased))].filter { $0 != 0 }
        var lists = [nodes[Int(node)].others]
        var group = nodes[Int(node)].groups
        while group != 0 {
            lists.append(nodes[Int(group)].others)
            group = nodes[Int(group)].next
        }
        for first in lists {
            var child = first
            while child != 0 {
                let segment = nodes[Int(child)].segment
                if segment.matches(written.span) || segment.matches(text.span) { next.append(child) }
                child = nodes[Int(child)].next
            }
        }
        return next.contains { hasRoute(taking: path.dropFirst(), below: $0, where: holds) }
    }
}
