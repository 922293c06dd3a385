/// Looks for routes of higher priority that take all that a path of a route would.
struct CoverWalk: ~Copyable {
    private let part: ConflictPart
    private let route: ConflictRoute
    private let path: [PatternSegment]

    private var first: Int?
    private var steps = 0

    private init(_ part: ConflictPart, _ route: ConflictRoute, _ path: [PatternSegment]) {
        self.part = part
        self.route = route
        self.path = path
    }

    /// The earliest such route in a part of the routes, or `nil`; the steps are counted.
    static func first(
        in part: ConflictPart, covering path: [PatternSegment], of route: ConflictRoute, steps: inout Int
    ) -> Int? {
        var walk = CoverWalk(part, route, path)
        walk.visit(0, 0)
        steps += walk.steps
        return walk.first
    }

    private mutating func visit(_ node: UInt32, _ depth: Int) {
        let here = part.tree.nodes[Int(node)]
        steps += 1
        guard part.tree.rarity(of: node).highest > route.priority else { return }
        collect(from: here.tail)
        let rest = path.segmentsBeforeTail
        guard depth < rest.count else {
            if !path.endsInTail { collect(from: here.end) }
            return
        }
        for child in part.children(of: node, covering: rest[depth], at: depth) { visit(child, depth + 1) }
    }

    private mutating func collect(from list: UInt32) {
        for ending in part.endings(from: list, atLeast: route.priority) {
            guard part.priority(of: ending) > route.priority else { return }
            steps += 1
            if part.filter(of: ending).covers(route.filter) {
                first = min(first ?? .max, part.number(of: ending))
            }
        }
    }
}

extension ConflictPart {
    /// The children of a node that take all that a segment would.
    fileprivate func children(of node: UInt32, covering segment: PatternSegment, at depth: Int) -> [UInt32] {
        let rarity = tree.rarity(of: node)
        var children = [tree.nodes[Int(node)].parameter, rarity.wildcard]
        if let literal = segment.onlyLiteral { children.append(tree.child(of: node, for: literal)) }
        guard rarity.mixed != 0 || rarity.typed != 0 else { return children.filter { $0 != 0 } }
        let own = tree.comparable(segment, at: depth)
        let others = siblings.mixed(of: node, sharing: own) + siblings.typed(of: node, sharing: own)
        return children.filter { $0 != 0 } + others.filter { covers(tree.segment(of: $0), own, at: depth) }
    }

    /// A value is compared with its case, so a type that takes a literal need not take it in capitals.
    private func covers(_ segment: PatternSegment, _ own: PatternSegment, at depth: Int) -> Bool {
        if case .literal = own, tree.ignoresCase(at: depth), segment.parameters.contains(where: { $0.type != nil }) {
            return false
        }
        return segment.covers(own)
    }
}

/// Looks for routes of lower priority that a path of a route may cover.
///
/// What it finds are candidates: more than one path of theirs may have to be covered, and it does not ask for schemes,
/// hosts, queries or the text of literals.
struct CoveredWalk: ~Copyable {
    private let part: ConflictPart
    private let priority: Int
    private let path: [PatternSegment]

    private var numbers: Set<Int> = []
    private var steps = 0

    private init(_ part: ConflictPart, _ priority: Int, _ path: [PatternSegment]) {
        self.part = part
        self.priority = priority
        self.path = path
    }

    /// The numbers of these routes in a part of the routes; the steps are counted.
    static func candidates(
        in part: ConflictPart, below priority: Int, coveredBy path: [PatternSegment], steps: inout Int
    ) -> Set<Int> {
        var walk = CoveredWalk(part, priority, path)
        walk.visit(0, 0)
        steps += walk.steps
        return walk.numbers
    }

    private mutating func visit(_ node: UInt32, _ depth: Int) {
        steps += 1
        guard part.tree.rarity(of: node).lowest < priority else { return }
        let here = part.tree.nodes[Int(node)]
        let rest = path.segmentsBeforeTail
        if depth < rest.count {
            for child in part.children(of: node, coveredBy: rest[depth], at: depth) { visit(child, depth + 1) }
            return
        }
        collect(from: here.end)
        guard path.endsInTail else { return }
        collect(from: here.tail)
        for child in part.siblings.all(of: node) { visit(child, depth) }
    }

    private mutating func collect(from list: UInt32) {
        for ending in part.endings(from: list, atLeast: .min) {
            steps += 1
            if part.priority(of: ending) < priority { numbers.insert(part.number(of: ending)) }
        }
    }
}

extension ConflictPart {
    /// The children of a node of which a segment may take all that they would.
    fileprivate func children(of node: UInt32, coveredBy segment: PatternSegment, at depth: Int) -> [UInt32] {
        let own = tree.comparable(segment, at: depth)
        switch segment {
        case .literal:
            // Of the others only a choice of that one word is covered.
            let literal = tree.child(of: node, for: segment)
            let typed = siblings.typed(of: node, sharing: own).filter { tree.segment(of: $0).onlyLiteral != nil }
            return literal == 0 ? typed : [literal] + typed
        case .parameter(let parameter) where parameter.type != nil: break
        case .parameter, .wildcard: return siblings.all(of: node)
        case .mixed: break
        }
        return siblings.all(of: node).filter { child in
            tree.links[Int(child)].rank == .literal || own.covers(tree.segment(of: child))
        }
    }
}
