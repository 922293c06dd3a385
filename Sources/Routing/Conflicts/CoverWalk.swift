/// Looks for routes of higher priority that take all that a path of a route would.
struct CoverWalk {
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
        guard here.priority > route.priority else { return }
        collect(from: here.tail)
        let rest = path.segmentsBeforeTail
        guard depth < rest.count else {
            if !path.endsInTail { collect(from: here.end) }
            return
        }
        for child in children(of: node, covering: rest[depth], at: depth) { visit(child, depth + 1) }
    }

    private mutating func collect(from list: UInt32) {
        for ending in part.endings(from: list, atLeast: route.priority) {
            guard ending.priority > route.priority else { return }
            steps += 1
            if part.filter(of: ending).covers(route.filter) {
                first = min(first ?? .max, part.number(of: ending))
            }
        }
    }

    private func children(of node: UInt32, covering segment: PatternSegment, at depth: Int) -> [UInt32] {
        let tree = part.tree
        let here = tree.nodes[Int(node)]
        let branches = tree.branches[Int(here.branches)]
        var children = [here.parameter, branches.wildcard]
        if let literal = segment.onlyLiteral { children.append(tree.child(of: node, for: literal)) }
        guard here.branches != 0 else { return children.filter { $0 != 0 } }
        let own = tree.comparable(segment, at: depth)
        for sibling in [branches.mixed, branches.typed] {
            var child = sibling
            while child != 0 {
                if covers(tree.segment(of: child), own, at: depth) { children.append(child) }
                child = tree.places[Int(child)].next
            }
        }
        return children.filter { $0 != 0 }
    }

    /// A value is compared with its case, so a type that takes a literal need not take it in capitals.
    private func covers(_ segment: PatternSegment, _ own: PatternSegment, at depth: Int) -> Bool {
        if case .literal = own, part.tree.ignoresCase(at: depth), segment.parameters.contains(where: { $0.type != nil })
        {
            return false
        }
        return segment.covers(own)
    }
}
