/// Looks for routes of lower priority that a path of a route may cover.
///
/// What it finds are candidates: more than one path of theirs may have to be covered, and it does not ask for schemes,
/// hosts, queries or the text of literals.
struct CoveredWalk {
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
        guard part.tree.places[Int(node)].lowestPriority < priority else { return }
        let here = part.tree.nodes[Int(node)]
        let rest = path.segmentsBeforeTail
        if depth < rest.count {
            for child in children(of: node, coveredBy: rest[depth], at: depth) { visit(child, depth + 1) }
            return
        }
        collect(from: here.end)
        guard path.endsInTail else { return }
        collect(from: here.tail)
        for child in part.tree.children(of: node) { visit(child, depth) }
    }

    private mutating func collect(from list: UInt32) {
        for ending in part.endings(from: list, atLeast: .min) {
            steps += 1
            if ending.priority < priority { numbers.insert(part.number(of: ending)) }
        }
    }

    private func children(of node: UInt32, coveredBy segment: PatternSegment, at depth: Int) -> [UInt32] {
        let tree = part.tree
        switch segment {
        case .wildcard: return tree.children(of: node)
        case .parameter(let parameter) where parameter.type == nil: return tree.children(of: node)
        case .literal:
            // Of the others only a choice of that one word is covered.
            let literal = tree.child(of: node, for: segment)
            let typed = tree.branches[Int(tree.nodes[Int(node)].branches)].typed
            var children = literal == 0 ? [] : [literal]
            var child = typed
            while child != 0 {
                if tree.segment(of: child).onlyLiteral != nil { children.append(child) }
                child = tree.places[Int(child)].next
            }
            return children
        case .mixed, .parameter:
            let own = tree.comparable(segment, at: depth)
            return tree.children(of: node).filter { child in
                tree.places[Int(child)].rank == .literal || own.covers(tree.segment(of: child))
            }
        }
    }
}
