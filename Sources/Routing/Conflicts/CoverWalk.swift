/// Looks for routes of higher priority that take all that a path of a route would.
struct CoverWalk: ~Copyable {
    private let part: ConflictPart
    private let route: ConflictRoute
    private let path: [PatternSegment]
    private let length: Int

    /// The number of the earliest such route, or the most there are.
    private(set) var first = Int.max
    private(set) var steps = 0

    init(_ part: ConflictPart, covering path: [PatternSegment], of route: ConflictRoute) {
        self.part = part
        self.route = route
        self.path = path
        length = path.segmentsBeforeTail.count
    }

    mutating func run() { visit(0, 0) }

    private mutating func visit(_ node: UInt32, _ depth: Int) {
        let here = part.tree.nodes[Int(node)]
        steps += 1
        guard part.budget.spend(), part.tree.rarity(of: node).highest > route.priority else { return }
        collect(from: here.tail)
        guard depth < length else {
            if !path.endsInTail { collect(from: here.end) }
            return
        }
        for child in part.children(of: node, covering: path[depth], at: depth) { visit(child, depth + 1) }
    }

    @inline(never)
    private mutating func collect(from list: UInt32) {
        var number = list
        while number != 0 {
            let ending = part.tree.endings[Int(number)]
            guard part.budget.spend(), part.priority(of: ending) > route.priority else { return }
            steps += 1
            if part.filter(of: ending).covers(route.filter) { first = min(first, part.number(of: ending)) }
            number = ending.next
        }
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
    private let length: Int

    /// The numbers of these routes.
    private(set) var numbers: [Int] = []
    private(set) var steps = 0

    init(_ part: ConflictPart, below priority: Int, coveredBy path: [PatternSegment]) {
        self.part = part
        self.priority = priority
        self.path = path
        length = path.segmentsBeforeTail.count
    }

    mutating func run() { visit(0, 0) }

    private mutating func visit(_ node: UInt32, _ depth: Int) {
        steps += 1
        guard part.budget.spend(), part.tree.rarity(of: node).lowest < priority else { return }
        let here = part.tree.nodes[Int(node)]
        guard depth == length else {
            for child in part.children(of: node, coveredBy: path[depth], at: depth) { visit(child, depth + 1) }
            return
        }
        collect(from: here.end)
        guard path.endsInTail else { return }
        collect(from: here.tail)
        for child in part.siblings.all(of: node) { visit(child, depth) }
    }

    @inline(never)
    private mutating func collect(from list: UInt32) {
        var number = list
        while number != 0 {
            let ending = part.tree.endings[Int(number)]
            steps += 1
            guard part.budget.spend() else { return }
            if part.priority(of: ending) < priority { numbers.append(part.number(of: ending)) }
            number = ending.next
        }
    }
}

extension ConflictPart {
    /// The children of a node that take all that a segment would.
    @inline(never)
    fileprivate func children(of node: UInt32, covering segment: PatternSegment, at depth: Int) -> [UInt32] {
        var children: [UInt32] = []
        children.add(tree.nodes[Int(node)].parameter)
        children.add(tree.rarity(of: node).wildcard)
        if let literal = segment.onlyLiteral { children.add(tree.child(of: node, for: literal)) }
        let own = tree.comparable(segment, at: depth)
        for child in siblings.others(of: node, sharing: own) {
            let other = tree.segment(of: child)
            // A value is compared with its case, so a type that takes a literal need not take it in capitals.
            if case .literal = own, tree.ignoresCase(at: depth), other.hasType { continue }
            if other.covers(own) { children.add(child) }
        }
        return children
    }

    /// The children of a node of which a segment may take all that they would.
    @inline(never)
    fileprivate func children(of node: UInt32, coveredBy segment: PatternSegment, at depth: Int) -> [UInt32] {
        let own = tree.comparable(segment, at: depth)
        var children: [UInt32] = []
        if case .literal = segment {
            children.add(tree.child(of: node, for: segment))
            // Of the others only a choice of that one word is covered.
            for child in siblings.typed(of: node, sharing: own) where tree.segment(of: child).onlyLiteral != nil {
                children.add(child)
            }
            return children
        }
        let takesAll = segment.rank >= .parameter
        for child in siblings.all(of: node) {
            guard budget.spend() else { break }
            if takesAll || tree.links[Int(child)].rank == .literal || own.covers(tree.segment(of: child)) {
                children.add(child)
            }
        }
        return children
    }
}

extension PatternSegment {
    fileprivate var hasType: Bool {
        for parameter in parameters where parameter.type != nil { return true }
        return false
    }
}
