/// A new path is compared with those that may be in conflict with it.
extension ConflictIndex {
    /// What the segments of a new path up to one may have to do with those of another path.
    struct Relation: OptionSet {
        let rawValue: UInt8
        /// They rank alike, and have text in common.
        static let alike = Relation(rawValue: 1)
        /// The new path takes all that the other takes.
        static let covers = Relation(rawValue: 2)
        /// The other path takes all that the new one takes.
        static let covered = Relation(rawValue: 4)
    }

    /// A new path, and what was found for it.
    struct Walk {
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

    mutating func visit(_ number: Int, _ depth: Int, _ relation: Relation, _ walk: inout Walk) {
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
