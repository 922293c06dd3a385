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
    private static let maximumSiblings = 64

    /// How many paths that rank like a new one are looked for, and of how many routes a conflict is reported.
    private static let maximumRivals = (paths: 64, routes: 16)

    /// How many nodes and endings were looked at since the last registration began.
    private(set) var steps = 0

    /// Whether everything was looked at, of all that was added.
    var isComplete: Bool { steps <= Self.maximumSteps }

    let addressing: Addressing
    let isIgnoringCase: Bool
    private var records: [RouteRecord] = []
    /// Number 0 is the root.
    private var nodes: [Node] = [Node(.wildcard(nil))]
    private var endings: [Ending] = []
    private var children: [Edge: Int] = [:]
    /// How many of the paths of each route no route of higher priority covers.
    private var uncoveredCounts: [Int] = []

    /// A segment of patterns behind other segments, without names.
    private struct Node {
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
    private struct Ending {
        let route: Int
        let expansion: Int
        let isTail: Bool
        /// Whether a route of higher priority covers it.
        var isCovered: Bool
    }

    private struct Edge: Hashable {
        let parent: Int
        let segment: PatternSegment
    }

    /// What the segments of a new path up to one may have to do with those of another path.
    private struct Relation: OptionSet {
        let rawValue: UInt8
        /// They rank alike, and have text in common.
        static let alike = Relation(rawValue: 1)
        /// The new path takes all that the other takes.
        static let covers = Relation(rawValue: 2)
        /// The other path takes all that the new one takes.
        static let covered = Relation(rawValue: 4)
    }

    /// A new path, and what was found for it.
    private struct Walk {
        let record: RouteRecord
        let expansion: Int
        let path: [Node]
        let isTail: Bool
        /// The paths that may be duplicates or ambiguous.
        var rivals: [Int] = []
        /// The first route of higher priority that covers the path.
        var coverer = Int.max
        /// The paths of routes of lower priority that the path is the first to cover.
        var covered: [Int] = []
    }

    /// An index of the routes of a table; the conflicts among those are not returned.
    init(_ addressing: Addressing, isIgnoringCase: Bool, _ records: [RouteRecord] = []) {
        self.addressing = addressing
        self.isIgnoringCase = isIgnoringCase
        for record in records { _ = add(record, isReported: false) }
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
        var rivals: [Int: [(path: Int, ending: Ending)]] = [:]
        var coverers: [Int] = []
        for (expansion, path) in record.pattern.expansions.enumerated() {
            let nodes = path.segmentsBeforeTail.enumerated().map { Node(shape(of: $1, at: $0)) }
            var walk = Walk(record: record, expansion: expansion, path: nodes, isTail: path.endsInTail)
            visit(0, 0, isReported ? [.alike, .covers, .covered] : [.covers, .covered], &walk)
            for ending in walk.rivals {
                rivals[endings[ending].route, default: []].append((expansion, endings[ending]))
            }
            coverers.append(walk.coverer)
            for ending in walk.covered where !endings[ending].isCovered {
                endings[ending].isCovered = true
                let route = endings[ending].route
                uncoveredCounts[route] -= 1
                if uncoveredCounts[route] == 0 { found.append(conflict(.unreachable, route, record)) }
            }
        }
        for other in rivals.keys.sorted().prefix(Self.maximumRivals.routes) {
            found += [conflict(other, record, rivals[other] ?? [])].compactMap(\.self)
        }
        if let last = coverers.max(), last < .max { found.append(conflict(.unreachable, last, record)) }
        records.append(record)
        uncoveredCounts.append(coverers.count { $0 == .max })
        for (expansion, path) in record.pattern.expansions.enumerated() {
            insert(path, record.priority, number, expansion, isCovered: coverers[expansion] < .max)
        }
        return isReported ? found.sorted { $0.first.index < $1.first.index } : []
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
    private func isFolded(at depth: Int) -> Bool { isIgnoringCase || depth == 0 && addressing.hasHosts }

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

    private mutating func visit(_ number: Int, _ depth: Int, _ relation: Relation, _ walk: inout Walk) {
        steps += 1
        let relation = possible(relation, at: number, walk)
        guard !relation.isEmpty, isComplete else { return }
        let ends = nodes[number].endings
        var place = 0
        while place < ends.count, relation != .alike || walk.rivals.count < Self.maximumRivals.paths {
            note(ends[place], isEnd: depth == walk.path.count, relation, &walk)
            place += 1
        }
        guard depth < walk.path.count else {
            guard walk.isTail, relation.contains(.covers) else { return }
            for child in nodes[number].literals + nodes[number].others { visit(child, depth, .covers, &walk) }
            return
        }
        let own = walk.path[depth]
        if let child = children[Edge(parent: number, segment: own.segment)] { visit(child, depth + 1, relation, &walk) }
        if relation.contains(.covered), let word = own.segment.onlyWord,
            let child = children[Edge(parent: number, segment: shape(of: .literal(word), at: depth))]
        {
            visit(child, depth + 1, .covered, &walk)
        }
        if relation.contains(.covers), own.segment.rank != .literal {
            for child in nodes[number].literals { visit(sibling: child, depth, .covers, &walk) }
        }
        for child in nodes[number].others.prefix(Self.maximumSiblings) where nodes[child].segment != own.segment {
            visit(sibling: child, depth, relation, &walk)
        }
    }

    /// Visits a child that is another segment than that of the path.
    private mutating func visit(sibling child: Int, _ depth: Int, _ relation: Relation, _ walk: inout Walk) {
        let (own, other) = (walk.path[depth], nodes[child])
        var shared = possible(relation, at: child, walk)
        if shared.contains(.alike), !own.isRival(of: other) { shared.remove(.alike) }
        let isFolded = isFolded(at: depth)
        if shared.contains(.covers), !own.segment.covers(other.segment, isFolded: isFolded) { shared.remove(.covers) }
        if shared.contains(.covered), !other.segment.covers(own.segment, isFolded: isFolded) { shared.remove(.covered) }
        visit(child, depth + 1, shared, &walk)
    }

    /// What a relation may still be below a node, as far as priorities tell.
    private func possible(_ relation: Relation, at node: Int, _ walk: Walk) -> Relation {
        var relation = relation
        let (lowest, highest) = (nodes[node].lowest, nodes[node].highest)
        let priority = walk.record.priority
        if lowest > priority || highest < priority || walk.rivals.count >= Self.maximumRivals.paths {
            relation.remove(.alike)
        }
        if lowest >= priority { relation.remove(.covers) }
        if highest <= priority { relation.remove(.covered) }
        return relation
    }

    private mutating func note(_ number: Int, isEnd: Bool, _ relation: Relation, _ walk: inout Walk) {
        let ending = endings[number]
        let (own, other) = (walk.record, records[ending.route])
        let isWhole = isEnd && !walk.isTail
        steps += 1
        if relation.contains(.covered), ending.isTail || isWhole, ending.route < walk.coverer,
            other.priority > own.priority, covers(other, ending.expansion, own, walk.expansion)
        {
            walk.coverer = ending.route
        }
        guard isEnd else { return }
        if relation.contains(.covers), walk.isTail || !ending.isTail, !ending.isCovered,
            other.priority < own.priority, covers(own, walk.expansion, other, ending.expansion)
        {
            walk.covered.append(number)
        }
        if relation.contains(.alike), walk.rivals.count < Self.maximumRivals.paths, own.sharesScheme(with: other),
            own.precedence(walk.expansion, over: other, ending.expansion) == 0
        {
            walk.rivals.append(number)
        }
    }

    /// Whether a route covers another, if the paths do as they are compared in the tree.
    private func covers(_ route: RouteRecord, _ path: Int, _ other: RouteRecord, _ otherPath: Int) -> Bool {
        guard route.coversConditions(of: other) else { return false }
        guard addressing.hasHosts, !isIgnoringCase, let own = route.pattern.expansions[path].segmentsBeforeTail.first,
            let first = other.pattern.expansions[otherPath].segmentsBeforeTail.first
        else { return true }
        // Of a path without a host, case counts in the first segment, too.
        return own.covers(first, isFolded: false)
    }
}
