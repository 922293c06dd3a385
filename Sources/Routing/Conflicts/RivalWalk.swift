/// Looks for earlier routes that only their registration tells from a path of a route.
///
/// Where the path goes to a node, they go to it, too, or to a sibling of the same rank that has some text in common with it.
struct RivalWalk {
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
        /// Which path of the route, and which of the rival.
        let expansions: (own: Int, other: Int)
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
        guard here.priority >= route.priority, part.tree.places[Int(node)].lowestPriority <= route.priority else {
            return
        }
        let rest = path.segmentsBeforeTail
        guard depth < rest.count else {
            collect(from: path.endsInTail ? here.tail : here.end, isSame: isSame)
            return
        }
        let own = part.tree.comparable(rest[depth], at: depth)
        for child in part.tree.children(of: node, ranking: rest[depth]) {
            switch relation(of: child, to: own) {
            case .same: visit(child, depth + 1, isSame: isSame)
            case .overlapping: visit(child, depth + 1, isSame: false)
            case .apart: steps += 1
            }
        }
    }

    private enum Relation {
        case same
        case overlapping
        case apart
    }

    private func relation(of child: UInt32, to segment: PatternSegment) -> Relation {
        let place = part.tree.places[Int(child)]
        switch segment {
        case .literal:
            // The others below the root differ in case, which does not count in a host.
            return child == part.tree.child(of: place.parent, for: path[Int(place.depth) - 1]) ? .same : .overlapping
        case .wildcard: return .same
        case .parameter(let parameter) where parameter.type == nil: return .same
        case .mixed(let mixed) where UInt16(clamping: mixed.literalCount) != place.literalCount: return .apart
        case .mixed, .parameter:
            let other = part.tree.segment(of: child)
            if segment.shape == other.shape { return .same }
            return segment.example(sharedWith: other) == nil ? .apart : .overlapping
        }
    }

    private mutating func collect(from list: UInt32, isSame: Bool) {
        for ending in part.endings(from: list, atLeast: route.priority) {
            guard rivals.count < Self.maximumRivals else { return }
            steps += 1
            let filter = part.filter(of: ending)
            guard ending.priority == route.priority, part.number(of: ending) < route.number,
                filter.ranksAlike(route.filter), filter.sharesScheme(with: route.filter)
            else { continue }
            rivals.append(
                Rival(
                    number: part.number(of: ending), expansions: (expansion, Int(ending.expansion)),
                    isDuplicate: isSame && filter.hasShape(of: route.filter)))
        }
    }
}
