/// What the segments of a new path up to one and those of another path may have to do with each other.
struct ConflictRelation: OptionSet {
    let rawValue: UInt8

    /// But for the names of parameters they are the same.
    static let same = ConflictRelation(rawValue: 1)
    /// They rank alike, and have text in common.
    static let rival = ConflictRelation(rawValue: 2)
    /// The new path takes all that the other takes.
    static let covers = ConflictRelation(rawValue: 4)
    /// The other path takes all that the new one takes.
    static let covered = ConflictRelation(rawValue: 8)
    static let alike: ConflictRelation = [.same, .rival]
    static let covering: ConflictRelation = [.covers, .covered]
    static let all = alike.union(covering)
    static let none: ConflictRelation = []
}

/// A path that is compared with all that may be in conflict with it.
struct ConflictWalk {
    let record: RouteRecord
    let expansion: Int
    /// Without the tail, and as the index keeps segments.
    let path: [PatternSegment]
    let isTail: Bool
    var steps: Int

    var rivals: [Rival] = []
    /// The first route of higher priority that covers the path.
    var coverer = Int.max
    /// The paths of routes of lower priority that the path is the first to cover.
    var covered: [UInt32] = []

    /// An earlier route that may be in conflict with one of its paths.
    struct Rival {
        let route: Int
        let expansion: Int
        let otherExpansion: Int
        let isDuplicate: Bool
    }

    init(_ record: RouteRecord, _ expansion: Int, isIgnoringCase: Bool, _ steps: Int) {
        self.record = record
        self.expansion = expansion
        self.steps = steps
        let path = record.content.expansions[expansion]
        self.path = path.segmentsBeforeTail.map { (isIgnoringCase ? $0.folded : $0).shape }
        isTail = path.endsInTail
    }
}

extension ConflictIndex {
    /// Visits a node; nothing when it is a child of number 0.
    func visit(_ number: UInt32, _ depth: Int, _ relation: ConflictRelation, _ walk: inout ConflictWalk) {
        guard number != 0 || depth == 0 else { return }
        let relation = possible(relation, at: number, &walk)
        guard !relation.isEmpty else { return }
        collect(at: number, depth, relation, &walk)
        if depth < walk.path.count {
            let step = Step(own: Node(walk.path[depth]), depth: depth, next: depth + 1, relation: relation)
            visitChildren(of: number, step, &walk)
        } else if walk.isTail, relation.contains(.covers) {
            // The tail takes whatever follows.
            visitChildren(
                of: number, Step(own: Node(.wildcard(nil)), depth: depth, next: depth, relation: .covers), &walk)
        }
    }

    /// The segment of the path that is compared with children, and what the segments before it have to do with theirs.
    private struct Step {
        let own: Node
        let depth: Int
        let next: Int
        let relation: ConflictRelation
    }

    /// What a relation may still be below a node, as far as priorities tell.
    private func possible(_ relation: ConflictRelation, at node: UInt32, _ walk: inout ConflictWalk) -> ConflictRelation
    {
        walk.steps += 1
        guard walk.steps <= Self.maximumSteps else { return .none }
        var relation = relation
        let (lowest, highest) = (nodes[Int(node)].lowest, nodes[Int(node)].highest)
        let priority = walk.record.priority
        if lowest > priority || highest < priority || walk.rivals.count >= Self.maximumFound {
            relation.subtract(.alike)
        }
        if lowest >= priority { relation.remove(.covers) }
        if highest <= priority { relation.remove(.covered) }
        return relation
    }

    private func collect(at node: UInt32, _ depth: Int, _ relation: ConflictRelation, _ walk: inout ConflictWalk) {
        let isEnd = depth == walk.path.count
        var number = nodes[Int(node)].firstEnding
        while number != 0, walk.rivals.count < Self.maximumFound || !relation.isSubset(of: .alike) {
            let ending = endings[Int(number)]
            let (route, other, own) = (Int(ending.route), records[Int(ending.route)], walk.record)
            defer { number = ending.next }
            walk.steps += 1
            if relation.contains(.covered), ending.isTail || isEnd && !walk.isTail, !ending.isHostOnly,
                other.priority > own.priority, other.coversConditions(of: own)
            {
                walk.coverer = min(walk.coverer, route)
            }
            guard isEnd else { continue }
            if relation.contains(.covers), walk.isTail || !ending.isTail, !ending.isHostOnly, !ending.isCovered,
                other.priority < own.priority, own.coversConditions(of: other)
            {
                walk.covered.append(number)
            }
            guard relation.contains(.rival), ending.isTail == walk.isTail, other.priority == own.priority,
                other.ranksAlike(own), other.sharesScheme(with: own)
            else { continue }
            let isSame = relation.contains(.same) && !ending.isHostOnly && other.hasConditions(like: own)
            walk.rivals.append(
                .init(
                    route: route, expansion: walk.expansion, otherExpansion: Int(ending.expansion), isDuplicate: isSame)
            )
        }
    }

    private func visitChildren(of node: UInt32, _ step: Step, _ walk: inout ConflictWalk) {
        let segment = step.own.segment
        if case .literal(let text) = segment {
            visit(child(of: node, segment), step.next, step.relation, &walk)
            // In a host, case does not count.
            if step.depth == 0, addressing.hasHosts, text != text.lowercased {
                let other = child(of: node, .literal(text.lowercased))
                visit(other, step.next, step.relation.intersection(.rival), &walk)
            }
        } else if step.relation.contains(.covers) {
            visitList(from: nodes[Int(node)].literals, step, &walk)
        }
        if let literal = segment.onlyLiteral {
            let child = child(of: node, isIgnoringCase ? literal.folded : literal)
            visit(child, step.next, step.relation.intersection(.covered), &walk)
        }
        visitList(from: nodes[Int(node)].others, step, &walk)
        visitMixed(of: node, step, &walk)
    }

    private func visitList(from first: UInt32, _ step: Step, _ walk: inout ConflictWalk) {
        var child = first
        while child != 0 {
            visit(sibling: child, step, &walk)
            child = nodes[Int(child)].next
        }
    }

    /// Visits the mixed children: those with the same literal text, and some of the others.
    private func visitMixed(of node: UInt32, _ step: Step, _ walk: inout ConflictWalk) {
        var own: UInt32 = 0
        if let skeleton = step.own.segment.skeleton {
            own = child(of: node, skeleton, isGroup: true)
            if own != 0 { visitList(from: nodes[Int(own)].others, step, &walk) }
        }
        var rest = step.own.segment.rank < .parameter ? Self.maximumSiblings : .max
        var group = nodes[Int(node)].groups
        while group != 0, rest > 0 {
            if group != own {
                visitList(from: nodes[Int(group)].others, step, &walk)
                rest -= 1
            }
            group = nodes[Int(group)].next
        }
    }

    /// Visits a child that is no literal, or that the segment may cover.
    private func visit(sibling child: UInt32, _ step: Step, _ walk: inout ConflictWalk) {
        let relation = possible(step.relation, at: child, &walk)
        let (own, other) = (step.own, nodes[Int(child)])
        var shared = ConflictRelation.none
        if relation.contains(.same), own.segment == other.segment {
            shared = .all
        } else {
            let isFolded = isIgnoringCase || addressing.hasHosts && step.depth == 0
            if relation.contains(.rival), own.isRival(of: other) { shared.insert(.rival) }
            if relation.contains(.covers), own.covers(other, isIgnoringCase: isFolded) { shared.insert(.covers) }
            if relation.contains(.covered), other.covers(own, isIgnoringCase: isFolded) { shared.insert(.covered) }
        }
        visit(child, step.next, relation.intersection(shared), &walk)
    }
}

extension ConflictIndex.Node {
    /// Whether both rank alike, and an example of one is taken by the other.
    fileprivate func isRival(of other: Self) -> Bool {
        guard segment.rank == other.segment.rank, values.mayOverlap(other.values) else { return false }
        switch (segment, other.segment) {
        case (.mixed(let own), .mixed(let mixed)):
            guard own.literalCount == mixed.literalCount else { return false }
        case (.parameter, .parameter): break
        default: return true
        }
        guard segment.rank != .parameter else { return true }
        return examples.contains { !$0.isDotSegment && other.segment.matches($0.span) }
            || other.examples.contains { !$0.isDotSegment && segment.matches($0.span) }
    }

    /// Whether all that the other takes is taken, too.
    fileprivate func covers(_ other: Self, isIgnoringCase: Bool) -> Bool {
        // A value is compared with its case, so a type that takes a literal need not take it in capitals.
        if isIgnoringCase, other.segment.rank == .literal, segment.hasTypes { return false }
        let areTyped = segment.rank == .typed && other.segment.rank == .typed
        return (!areTyped || values.mayCover(other.values)) && segment.covers(other.segment)
    }
}

extension PatternSegment {
    fileprivate var hasTypes: Bool { parameters.contains { $0.type != nil } }

    /// The one literal that a choice of one word is.
    fileprivate var onlyLiteral: PatternSegment? {
        guard case .parameter(let parameter) = self, let words = parameter.words, words.count == 1 else { return nil }
        return .literal(words[0])
    }
}
