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

    /// How many typed and mixed segments at one place, the first ones, are compared with another that is not the same.
    static let maximumSiblings = 64

    /// How many paths that rank like a new one are looked for, and of how many routes a conflict is reported.
    static let maximumRivals = (paths: 64, routes: 16)

    /// How many nodes and endings were looked at since the last registration began.
    var steps = 0

    /// Whether everything was looked at, of all that was added.
    var isComplete: Bool { steps <= Self.maximumSteps }

    let addressing: Addressing
    let isIgnoringCase: Bool
    private(set) var records: [RouteRecord] = []
    /// Number 0 is the root.
    private(set) var nodes: [Node] = [Node(.wildcard(nil))]
    private(set) var endings: [Ending] = []
    private(set) var children: [Edge: Int] = [:]

    /// A segment of patterns behind other segments, without names.
    struct Node {
        let segment: PatternSegment
        /// Texts that a typed or mixed segment takes.
        let examples: [Bytes]
        /// The children.
        var literals: [Int] = []
        var others: [Int] = []
        /// The paths that end here.
        var endings: [Int] = []
        /// The priorities of the routes that end here or further down.
        var highest = Int.min
        var lowest = Int.max

        init(_ segment: PatternSegment) {
            self.segment = segment
            examples = segment.rank == .mixed || segment.rank == .typed ? segment.examples : []
        }

        /// Whether both rank alike, and an example of one is taken by the other.
        func isRival(of other: Node) -> Bool {
            segment.rank == other.segment.rank && segment.literalCount == other.segment.literalCount
                && (examples.contains { !$0.isDotSegment && other.segment.matches($0.span) }
                    || other.examples.contains { !$0.isDotSegment && segment.matches($0.span) })
        }
    }

    /// A path of a route that ends at a node.
    struct Ending {
        let route: Int
        let expansion: Int
        let isTail: Bool
        /// Whether a route of higher priority covers it.
        var isCovered: Bool
    }

    struct Edge: Hashable {
        let parent: Int
        let segment: PatternSegment
    }

    /// An index of the routes of a table; the conflicts among those are not returned.
    init(_ addressing: Addressing, isIgnoringCase: Bool, _ records: [RouteRecord] = []) {
        self.addressing = addressing
        self.isIgnoringCase = isIgnoringCase
        for record in records { _ = add(record) }
    }

    /// Adds routes, and returns the conflicts that they bring, in the order of their second routes, each pair once.
    mutating func add(
        _ others: [RouteRecord], maximumCount: Int = .max, isReported: (Int) -> Bool = { _ in true }
    ) -> [RouteConflict] {
        steps = 0
        var found: [RouteConflict] = []
        for record in others where found.count < maximumCount && isComplete {
            let number = records.count
            found += add(record).filter { _ in isReported(number) }
        }
        return found
    }

    private mutating func add(_ record: RouteRecord) -> [RouteConflict] {
        let number = records.count
        var found: [RouteConflict] = []
        var rivals: [Int: [(path: Int, ending: Ending)]] = [:]
        var coverers: [Int] = []
        for (expansion, path) in record.pattern.expansions.enumerated() {
            let nodes = path.segmentsBeforeTail.enumerated().map { Node(shape(of: $1, at: $0)) }
            var walk = Walk(record: record, expansion: expansion, path: nodes, isTail: path.endsInTail)
            visit(0, 0, [.alike, .covers, .covered], &walk)
            for ending in walk.rivals {
                rivals[endings[ending].route, default: []].append((expansion, endings[ending]))
            }
            coverers.append(walk.coverer)
            for ending in walk.covered where !endings[ending].isCovered {
                endings[ending].isCovered = true
                let first = ending - endings[ending].expansion
                let route = endings[ending].route
                let count = records[route].pattern.expansions.count
                guard endings[first..<first + count].allSatisfy(\.isCovered) else { continue }
                found.append(conflict(.unreachable, route, record))
            }
        }
        for other in rivals.keys.sorted().prefix(Self.maximumRivals.routes) {
            found += [conflict(other, record, rivals[other] ?? [])].compactMap(\.self)
        }
        if let last = coverers.max(), last < .max { found.append(conflict(.unreachable, last, record)) }
        records.append(record)
        for (expansion, path) in record.pattern.expansions.enumerated() {
            insert(path, record.priority, number, expansion, isCovered: coverers[expansion] < .max)
        }
        return found.sorted { $0.first.index < $1.first.index }
    }

    private func conflict(
        _ other: Int, _ record: RouteRecord, _ rivals: [(path: Int, ending: Ending)]
    ) -> RouteConflict? {
        let first = records[other]
        let isDuplicate = rivals.contains { own, ending in
            let paths = [first.pattern.expansions[ending.expansion], record.pattern.expansions[own]].map { path in
                path.map { $0.shape(ignoringCase: isIgnoringCase) }
            }
            return paths[0] == paths[1] && first.hasConditions(like: record)
        }
        if isDuplicate { return conflict(.duplicate, other, record) }
        let witnesses = rivals.lazy.prefix(Self.maximumRivals.routes).compactMap { own, ending in
            witness(first, ending.expansion, record, own)
        }
        return witnesses.first.map { conflict(.ambiguous, other, record, $0) }
    }

    private func conflict(
        _ kind: RouteConflict.Kind, _ other: Int, _ record: RouteRecord, _ witness: String? = nil
    ) -> RouteConflict {
        RouteConflict(
            kind: kind, first: .init(index: other, records[other]), second: .init(index: records.count, record),
            witness: witness)
    }
}

extension ConflictIndex {
    /// The segment without names, and in small letters where case may not count.
    func shape(of segment: PatternSegment, at depth: Int) -> PatternSegment {
        segment.shape(ignoringCase: isFolded(at: depth))
    }

    /// Whether case may not count: everywhere, or in a host.
    func isFolded(at depth: Int) -> Bool { isIgnoringCase || depth == 0 && addressing.hasHosts }

    private mutating func insert(
        _ path: [PatternSegment], _ priority: Int, _ route: Int, _ expansion: Int, isCovered: Bool
    ) {
        var node = 0
        widen(node, to: priority)
        for (depth, segment) in path.segmentsBeforeTail.enumerated() {
            node = makeChild(of: node, shape(of: segment, at: depth))
            widen(node, to: priority)
        }
        nodes[node].endings.append(endings.count)
        endings.append(Ending(route: route, expansion: expansion, isTail: path.endsInTail, isCovered: isCovered))
    }

    private mutating func widen(_ node: Int, to priority: Int) {
        nodes[node].highest = max(nodes[node].highest, priority)
        nodes[node].lowest = min(nodes[node].lowest, priority)
    }

    private mutating func makeChild(of parent: Int, _ segment: PatternSegment) -> Int {
        let edge = Edge(parent: parent, segment: segment)
        if let known = children[edge] { return known }
        let number = nodes.count
        children[edge] = number
        nodes.append(Node(segment))
        if segment.rank == .literal {
            nodes[parent].literals.append(number)
        } else {
            // A parameter without a type and a wildcard are compared with every other.
            nodes[parent].others.insert(number, at: segment.rank < .parameter ? nodes[parent].others.count : 0)
        }
        return number
    }
}
