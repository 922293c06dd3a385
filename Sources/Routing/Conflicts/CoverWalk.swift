/// Looks for routes of another priority where one takes all that the other would.
struct CoverWalk {
    private let tree: RouteTree
    private let path: [PatternSegment]
    private let length: Int
    private let priority: Int

    /// The numbers of these routes in the tree.
    private(set) var found: [Int] = []
    private(set) var steps: Int

    init(_ tree: RouteTree, _ path: [PatternSegment], _ priority: Int, _ steps: Int) {
        self.tree = tree
        self.path = path
        self.priority = priority
        self.steps = steps
        length = path.segmentsBeforeTail.count
    }

    /// Finds the routes of higher priority that cover the path and what its route asks for.
    mutating func findCovering(_ filter: RouteFilter) { visit(covering: filter, 0, 0) }

    private mutating func visit(covering filter: RouteFilter, _ node: UInt32, _ depth: Int) {
        let here = tree.nodes[Int(node)]
        steps += 1
        guard here.highest > priority, steps <= ConflictSearch.maximumSteps else { return }
        collect(from: here.tail, covering: filter)
        guard depth < length else {
            if !path.endsInTail { collect(from: here.end, covering: filter) }
            return
        }
        let segment = tree.comparable(path[depth])
        let literal = segment.onlyLiteral.map { tree.child(of: node, for: tree.comparable($0)) } ?? 0
        if literal != 0 { visit(covering: filter, literal, depth + 1) }
        // A value is compared with its case, so a type that takes a literal need not take it in capitals.
        let foldsLiteral = tree.isIgnoringCase || tree.hasHosts && depth == 0
        var siblings = SiblingFilter(segment, below: node, of: tree)
        var child = here.others
        while child != 0 {
            let other = tree.nodes[Int(child)].segment
            steps += 1
            var mayCover = tree.nodes[Int(child)].highest > priority
            if case .literal = segment, foldsLiteral, other.parameters.contains(where: { $0.type != nil }) {
                mayCover = false
            }
            if mayCover, siblings.mayCoverSegment(child), other.covers(segment) {
                visit(covering: filter, child, depth + 1)
            }
            child = tree.nodes[Int(child)].next
        }
    }

    private mutating func collect(from first: UInt32, covering filter: RouteFilter) {
        var number = first
        while number != 0 {
            let ending = tree.endings[Int(number)]
            steps += 1
            if ending.priority > priority, !ending.isHostOnly, tree.filters[Int(ending.filter)].covers(filter) {
                found.append(Int(ending.route))
            }
            number = ending.next
        }
    }

    /// Finds the routes of lower priority that the path may cover.
    ///
    /// More than one path of theirs may have to be covered, and it does not ask for schemes, hosts and queries.
    mutating func findCovered() { visitCovered(0, 0) }

    private mutating func visitCovered(_ node: UInt32, _ depth: Int) {
        let here = tree.nodes[Int(node)]
        steps += 1
        guard here.lowest < priority, steps <= ConflictSearch.maximumSteps else { return }
        if depth == length {
            collectCovered(from: here.end)
            guard path.endsInTail else { return }
            collectCovered(from: here.tail)
        }
        let segment = depth < length ? tree.comparable(path[depth]) : .wildcard(nil)
        let next = min(depth + 1, length)
        if case .literal = segment {
            let child = tree.child(of: node, for: segment)
            if child != 0 { visitCovered(child, next) }
        } else {
            visitCovered(from: here.literals, below: node, segment, next)
        }
        visitCovered(from: here.others, below: node, segment, next)
    }

    private mutating func visitCovered(
        from first: UInt32, below node: UInt32, _ segment: PatternSegment, _ depth: Int
    ) {
        var siblings = SiblingFilter(segment, below: node, of: tree)
        var child = first
        while child != 0 {
            steps += 1
            if tree.nodes[Int(child)].lowest < priority, siblings.mayCoverChild(child),
                segment.covers(tree.nodes[Int(child)].segment)
            {
                visitCovered(child, depth)
            }
            child = tree.nodes[Int(child)].next
        }
    }

    private mutating func collectCovered(from first: UInt32) {
        var number = first
        while number != 0 {
            let ending = tree.endings[Int(number)]
            steps += 1
            if ending.priority < priority { found.append(Int(ending.route)) }
            number = ending.next
        }
    }
}

extension PatternSegment {
    /// The one literal that the segment is, by its spelling or by a choice of one word.
    fileprivate var onlyLiteral: PatternSegment? {
        switch self {
        case .literal: self
        case .parameter(let parameter): parameter.words.flatMap { $0.count == 1 ? .literal($0[0]) : nil }
        default: nil
        }
    }
}

extension RouteFilter {
    /// Whether every URL that passes the other passes this, too; false when that cannot be told.
    fileprivate func covers(_ other: RouteFilter) -> Bool {
        let isScheme = !other.schemes.isEmpty && other.schemes.allSatisfy { schemes.contains($0) }
        return (schemes.isEmpty || isScheme) && host.covers(other.host) && query.covers(other.query)
    }
}
