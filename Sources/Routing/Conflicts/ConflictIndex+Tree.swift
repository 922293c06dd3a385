/// The paths as a tree of segments, in which those are found that another covers: all that they match, it matches, too.
///
/// One walk for each path of a new route finds both: what covers the path, and what the path covers.
extension ConflictIndex {
    /// A segment of patterns behind other segments, without names.
    ///
    /// Number 0 is the root.
    struct Node {
        let segment: PatternSegment
        var literals: [Int] = []
        /// The other children; a parameter without a type and a wildcard come first.
        var others: [Int] = []
        /// The paths that end here.
        var paths: [Int] = []
    }

    struct Edge: Hashable {
        let parent: Int
        let segment: PatternSegment
    }

    /// What the segments of a new path up to one have to do with those of another path.
    struct Relation: OptionSet {
        let rawValue: UInt8
        /// The new path takes all that the other takes.
        static let covers = Relation(rawValue: 1)
        /// The other path takes all that the new one takes.
        static let covered = Relation(rawValue: 2)
    }

    /// A new path, and what was found for it.
    struct Walk {
        let record: RouteRecord
        let segments: [PatternSegment]
        let isTail: Bool
        /// The first route of higher priority that covers the path.
        var coverer = Int.max
        /// The paths of routes of lower priority that the path is the first to cover.
        var covered: [Int] = []
    }

    /// The conflicts of routes of which one never gets a URL, since routes of higher priority cover each of its paths.
    mutating func unreachable(by own: Range<Int>) -> [RouteConflict] {
        let route = records.count - 1
        var found: [RouteConflict] = []
        var coverers: [Int] = []
        for path in own {
            var walk = Walk(
                record: records[route], segments: shapes(of: paths[path]), isTail: paths[path].isTail)
            visit(0, 0, [.covers, .covered], &walk)
            coverers.append(walk.coverer)
            paths[path].isCovered = walk.coverer < .max
            for other in walk.covered where !paths[other].isCovered {
                paths[other].isCovered = true
                let first = other - paths[other].expansion
                let all = first..<first + records[paths[other].route].pattern.expansions.count
                if paths[all].allSatisfy(\.isCovered) {
                    found.append(conflict(.unreachable, paths[other].route, route))
                }
            }
        }
        if let last = coverers.max(), last < .max { found.append(conflict(.unreachable, last, route)) }
        return found
    }

    private mutating func visit(_ number: Int, _ depth: Int, _ relation: Relation, _ walk: inout Walk) {
        steps += 1
        guard !relation.isEmpty, isComplete else { return }
        let isEnd = depth == walk.segments.count
        for path in nodes[number].paths { note(path, isEnd: isEnd, relation, &walk) }
        guard !isEnd else {
            guard walk.isTail, relation.contains(.covers) else { return }
            for child in nodes[number].literals + nodes[number].others { visit(child, depth, .covers, &walk) }
            return
        }
        let (own, isFolded) = (walk.segments[depth], isFolded(at: depth))
        if let child = children[Edge(parent: number, segment: own)] { visit(child, depth + 1, relation, &walk) }
        let literals = relation.contains(.covers) && own.rank != .literal ? nodes[number].literals : []
        for child in literals + nodes[number].others.prefix(Self.maximumRivals) where nodes[child].segment != own {
            var shared: Relation = []
            if own.covers(nodes[child].segment, isFolded: isFolded) { shared.insert(.covers) }
            if nodes[child].segment.covers(own, isFolded: isFolded) { shared.insert(.covered) }
            visit(child, depth + 1, relation.intersection(shared), &walk)
        }
    }

    private mutating func note(_ number: Int, isEnd: Bool, _ relation: Relation, _ walk: inout Walk) {
        steps += 1
        let (own, path) = (walk.record, paths[number])
        let other = records[path.route]
        if relation.contains(.covered), path.isTail || isEnd && !walk.isTail, path.route < walk.coverer,
            other.priority > own.priority, other.coversConditions(of: own)
        {
            walk.coverer = path.route
        }
        if relation.contains(.covers), isEnd, walk.isTail || !path.isTail, !path.isCovered,
            other.priority < own.priority, own.coversConditions(of: other)
        {
            walk.covered.append(number)
        }
    }

    /// Adds the paths that are not in the tree yet.
    mutating func growTree() {
        for path in treeCount..<paths.count {
            var node = 0
            for shape in shapes(of: paths[path]) { node = makeChild(of: node, shape) }
            nodes[node].paths.append(path)
        }
        treeCount = paths.count
    }

    private mutating func makeChild(of parent: Int, _ segment: PatternSegment) -> Int {
        let edge = Edge(parent: parent, segment: segment)
        if let known = children[edge] { return known }
        let number = nodes.count
        children[edge] = number
        nodes.append(Node(segment: segment))
        if segment.rank == .literal {
            nodes[parent].literals.append(number)
        } else {
            nodes[parent].others.insert(number, at: segment.isTypedOrMixed ? nodes[parent].others.count : 0)
        }
        return number
    }
}
