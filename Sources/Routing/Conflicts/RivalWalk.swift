/// Looks for earlier routes that only their registration tells from a path of a route.
///
/// Where the path goes to a node, they go to it, too, or to a sibling of the same rank that has some text in common
/// with it. A path costs no more the more routes and siblings there are.
struct RivalWalk: ~Copyable {
    /// How many are looked for, so that many routes of one shape do not cost more the more there are.
    private static let maximumRivals = 64

    private let part: ConflictPart
    private let route: ConflictRoute
    private let path: [PatternSegment]
    private let expansion: Int

    private(set) var rivals: [Rival] = []
    private(set) var steps = 0

    /// An earlier route that may be in conflict.
    struct Rival {
        let number: Int

        /// Which path of the route it is in conflict with, and which path of its own.
        let expansion: Int
        let otherExpansion: Int
        let isDuplicate: Bool
    }

    private init(_ part: ConflictPart, _ route: ConflictRoute, _ expansion: Int) {
        self.part = part
        self.route = route
        self.expansion = expansion
        path = route.expansions[expansion]
    }

    /// The rivals of one path of a route in a part of the routes; the steps are counted.
    static func rivals(
        in part: ConflictPart, of route: ConflictRoute, _ expansion: Int, steps: inout Int
    ) -> [Rival] {
        var walk = RivalWalk(part, route, expansion)
        walk.visit(0, 0, isSame: true)
        steps += walk.steps
        return walk.rivals
    }

    private mutating func visit(_ node: UInt32, _ depth: Int, isSame: Bool) {
        let here = part.tree.nodes[Int(node)]
        steps += 1
        let rarity = part.tree.rarity(of: node)
        guard rarity.highest >= route.priority, rarity.lowest <= route.priority,
            rivals.count < Self.maximumRivals
        else { return }
        let rest = path.segmentsBeforeTail
        guard depth < rest.count else {
            collect(from: path.endsInTail ? here.tail : here.end, isSame: isSame)
            return
        }
        for (child, isAlike) in part.rivals(of: rest[depth], below: node, at: depth) {
            steps += 1
            visit(child, depth + 1, isSame: isSame && isAlike)
        }
    }

    private mutating func collect(from list: UInt32, isSame: Bool) {
        for ending in part.endings(from: list, atLeast: route.priority) {
            guard rivals.count < Self.maximumRivals else { return }
            steps += 1
            let filter = part.filter(of: ending)
            guard part.priority(of: ending) == route.priority, part.number(of: ending) < route.number,
                filter.ranksAlike(route.filter), filter.sharesScheme(with: route.filter)
            else { continue }
            rivals.append(
                Rival(
                    number: part.number(of: ending), expansion: expansion,
                    otherExpansion: Int(ending.expansion), isDuplicate: isSame && filter.hasShape(of: route.filter)))
        }
    }
}

extension ConflictPart {
    /// The children of a node that rank as a segment does and have text in common with it, and whether they are alike.
    fileprivate func rivals(
        of segment: PatternSegment, below node: UInt32, at depth: Int
    ) -> [(child: UInt32, isAlike: Bool)] {
        let alike = tree.child(of: node, for: segment)
        let own = tree.comparable(segment, at: depth)
        let others: [UInt32]
        switch segment.rank {
        // Some below the root differ in case, which does not count in a host.
        case .literal: return tree.literals(of: node, like: segment).map { ($0, $0 == alike) }
        case .parameter, .wildcard: others = []
        case .mixed: others = siblings.mixed(of: node, sharing: own)
        case .typed: others = siblings.typed(of: node, sharing: own)
        }
        let rivals = others.filter { child in
            child != alike && tree.ranksAlike(child, own) && own.example(sharedWith: tree.segment(of: child)) != nil
        }
        return (alike == 0 ? [] : [(alike, true)]) + rivals.map { ($0, own.shape == tree.segment(of: $0).shape) }
    }
}

extension RouteTree {
    /// Whether a child has as much literal text as a segment of its rank.
    fileprivate func ranksAlike(_ child: UInt32, _ segment: PatternSegment) -> Bool {
        guard case .mixed(let mixed) = segment else { return true }
        return literalCount(of: child) == mixed.literalCount
    }
}
