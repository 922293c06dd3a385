/// Looks for earlier routes that only their registration tells from a path of a route.
///
/// Where the path goes to a node, they go to it, too, or to a sibling of the same rank that has some text in common
/// with it.
struct RivalWalk {
    /// How many are looked for, so that many routes of one shape do not cost more the more there are.
    private static let maximumRivals = 64

    private let tree: RouteTree
    private let record: RouteRecord
    private let path: [PatternSegment]
    private let limit: Int

    /// Those that were found.
    private(set) var rivals: [Rival] = []
    private(set) var steps: Int

    /// An earlier route that may be in conflict.
    struct Rival {
        let route: Int
        /// Which path of the route it is in conflict with, and which path of its own.
        var expansion = 0
        let otherExpansion: Int
        let isDuplicate: Bool
    }

    /// A walk that finds the routes of a tree before a number.
    init(_ tree: RouteTree, _ record: RouteRecord, _ path: [PatternSegment], before limit: Int, _ steps: Int) {
        self.tree = tree
        self.record = record
        self.path = path
        self.limit = limit
        self.steps = steps
    }

    mutating func run() { visit(0, 0, isSame: true) }

    private mutating func visit(_ node: UInt32, _ depth: Int, isSame: Bool) {
        let here = tree.nodes[Int(node)]
        steps += 1
        guard here.highest >= record.priority, here.lowest <= record.priority, rivals.count < Self.maximumRivals,
            steps <= ConflictSearch.maximumSteps
        else { return }
        guard depth < path.segmentsBeforeTail.count else {
            return collect(from: path.endsInTail ? here.tail : here.end, isSame: isSame)
        }
        let segment = tree.comparable(path[depth])
        let same = tree.child(of: node, for: segment)
        if same != 0 { visit(same, depth + 1, isSame: isSame) }
        switch segment {
        case .literal(let text):
            // In a host, case does not count.
            guard depth == 0, tree.hasHosts, text != text.lowercased else { return }
            let other = tree.child(of: node, for: .literal(text.lowercased))
            if other != 0 { visit(other, depth + 1, isSame: false) }
        case .mixed, .parameter:
            for child in siblings(of: segment, below: node) where child != same {
                visit(child, depth + 1, isSame: false)
            }
        case .wildcard: break
        }
    }

    /// The children of a node that rank as a segment does and have text in common with it.
    private mutating func siblings(of segment: PatternSegment, below node: UInt32) -> [UInt32] {
        var siblings: [UInt32] = []
        var child = tree.firstAlike(of: node, segment)
        let values = ValueSketch(of: segment)
        while child != 0, siblings.count < Self.maximumRivals, steps <= ConflictSearch.maximumSteps {
            steps += 1
            if mayHaveRivals(below: child), values.mayOverlap(tree.nodes[Int(child)].values),
                segment.example(sharedWith: tree.nodes[Int(child)].segment) != nil
            {
                siblings.append(child)
            }
            child = tree.nodes[Int(child)].nextAlike
        }
        guard case .mixed(let mixed) = segment else { return siblings }
        var others = SiblingFilter(segment, below: node, of: tree)
        child = tree.nodes[Int(node)].others
        while child != 0, others.count < SiblingFilter.maximumCount {
            steps += 1
            if mayHaveRivals(below: child), others.isUnlike(child),
                case .mixed(let other) = tree.nodes[Int(child)].segment,
                other.literalCount == mixed.literalCount, segment.example(sharedWith: .mixed(other)) != nil
            {
                siblings.append(child)
            }
            child = tree.nodes[Int(child)].next
        }
        return siblings
    }

    private func mayHaveRivals(below node: UInt32) -> Bool {
        tree.nodes[Int(node)].highest >= record.priority && tree.nodes[Int(node)].lowest <= record.priority
    }

    private mutating func collect(from first: UInt32, isSame: Bool) {
        var number = first
        while number != 0, rivals.count < Self.maximumRivals {
            let ending = tree.endings[Int(number)]
            steps += 1
            number = ending.next
            let filter = tree.filters[Int(ending.filter)]
            guard ending.route < limit else { return }
            guard ending.priority == record.priority,
                filter.ranksAlike(record.filter), filter.sharesScheme(with: record.filter)
            else { continue }
            rivals.append(
                Rival(
                    route: Int(ending.route), otherExpansion: Int(ending.expansion),
                    isDuplicate: isSame && !ending.isHostOnly && filter.hasShape(of: record.filter)))
        }
    }
}

extension RouteFilter {
    /// Whether a URL may have a scheme that both take.
    fileprivate func sharesScheme(with other: RouteFilter) -> Bool {
        schemes.isEmpty || other.schemes.isEmpty || schemes.contains { other.schemes.contains($0) }
    }

    /// Whether both are alike in all but the names of parameters and their schemes.
    fileprivate func hasShape(of other: RouteFilter) -> Bool {
        host.map(\.shape) == other.host.map(\.shape) && query.hasShape(of: other.query)
    }

    /// Whether both rank alike in the order of routes.
    fileprivate func ranksAlike(_ other: RouteFilter) -> Bool {
        !isMoreSpecific(than: other) && !other.isMoreSpecific(than: self)
    }
}
