/// The routes of a table as a tree of segments, in which the conflicts of another route are found when it is added.
///
/// One walk for each path of the new route goes only where an answer may be, so that a route costs no more the more others
/// there are. All walks of a registration together may take a number of steps, so that a list that somebody else wrote
/// cannot keep a program busy.
///
/// Children are found by a hash table. Literals may come from elsewhere, and the hash of the standard library is seeded.
struct ConflictIndex: Sendable {
    /// How many nodes and endings one registration may look at.
    static let maximumSteps = 1 << 26

    /// How many earlier routes are named that rank like a new one, and how many are looked for.
    private static let maximumRivals = 16
    private static let maximumFound = 64

    /// How many mixed segments at one place are compared with a literal or a mixed segment that has other literal text.
    private static let maximumSiblings = 32

    /// How many nodes and endings were looked at since the last registration began.
    private(set) var steps = 0

    /// Whether everything was looked at, of all that was added.
    var isComplete: Bool { steps <= Self.maximumSteps }

    private let addressing: Addressing
    private let isIgnoringCase: Bool
    private var records: [RouteRecord] = []
    /// Number 0 is the root, which is no child, so that 0 also means "none".
    private var nodes: [Node] = [Node(.wildcard(nil))]
    /// Number 0 means "none".
    private var endings: [Ending] = [Ending(route: 0, expansion: 0, isTail: false)]
    private var children: [Edge: UInt32] = [:]
    /// How many of the paths of each route no route of higher priority covers.
    private var uncoveredCounts: [Int] = []

    /// A segment of patterns behind other segments, without names; or mixed or typed ones that differ in types alone, whose
    /// children are each of them.
    fileprivate struct Node: Sendable {
        let segment: PatternSegment
        let isGroup: Bool
        /// Texts that the segment takes, where others may take them, too.
        let examples: [Bytes]
        let values: ValueSketch
        /// The next child of the same parent and kind.
        var next: UInt32 = 0
        var literals: UInt32 = 0
        var groups: UInt32 = 0
        var others: UInt32 = 0
        var firstEnding: UInt32 = 0
        var lastEnding: UInt32 = 0
        /// The priorities of the routes that end here or further down.
        var highest = Int.min
        var lowest = Int.max

        init(_ segment: PatternSegment, isGroup: Bool = false) {
            self.segment = segment
            self.isGroup = isGroup
            examples = segment.rank == .mixed || segment.rank == .typed ? segment.examples : []
            values = ValueSketch(of: segment)
        }
    }

    /// A path of a route that ends at a node.
    private struct Ending: Sendable {
        let route: UInt32
        let expansion: UInt8
        let isTail: Bool
        /// Whether it stands for a path whose first literal has capital letters.
        var isHostOnly = false
        /// Whether a route of higher priority covers it.
        var isCovered = false
        var next: UInt32 = 0
    }

    private struct Edge: Hashable {
        let parent: UInt32
        let segment: PatternSegment
        let isGroup: Bool
    }

    /// An index of the routes of a table; the conflicts among those are not returned.
    init(of index: RouteIndex) {
        self.init(index.addressing, isIgnoringCase: index.isIgnoringCase)
        for record in index.records.all { _ = add(record, isReported: false) }
    }

    init(_ addressing: Addressing, isIgnoringCase: Bool) {
        self.addressing = addressing
        self.isIgnoringCase = isIgnoringCase
    }

    /// Adds routes, and returns the conflicts that they bring, in the order of their second routes, each pair once.
    mutating func add(
        _ others: [RouteRecord], maximumCount: Int = .max, isReported: (Int) -> Bool = { _ in true }
    ) -> [RouteConflict] {
        steps = 0
        var found: [RouteConflict] = []
        for record in others where found.count < maximumCount && isComplete {
            found += add(record, isReported: isReported(records.count))
        }
        return found
    }

    private mutating func add(_ record: RouteRecord, isReported: Bool) -> [RouteConflict] {
        let number = records.count
        var found: [RouteConflict] = []
        var rivals: [Int: [Walk.Rival]] = [:]
        var coverers: [Int] = []
        var covered: [UInt32] = []
        for expansion in record.content.expansions.indices {
            var walk = Walk(record, expansion, isIgnoringCase: isIgnoringCase, steps)
            visit(0, 0, isReported ? .all : .covering, &walk)
            steps = walk.steps
            for rival in walk.rivals { rivals[rival.route, default: []].append(rival) }
            coverers.append(walk.coverer)
            covered += walk.covered
        }
        for other in rivals.keys.sorted().prefix(Self.maximumRivals) {
            if let conflict = conflict(other, number, record, rivals[other] ?? []) { found.append(conflict) }
        }
        insert(record, coverers)
        if let last = coverers.max(), last < .max { found.append(conflict(.unreachable, last, number, record)) }
        for ending in covered where !endings[Int(ending)].isCovered {
            endings[Int(ending)].isCovered = true
            let route = Int(endings[Int(ending)].route)
            uncoveredCounts[route] -= 1
            if uncoveredCounts[route] == 0 { found.append(conflict(.unreachable, route, number, record)) }
        }
        return isReported ? found.sorted { $0.first.index < $1.first.index } : []
    }

    private func conflict(
        _ other: Int, _ number: Int, _ record: RouteRecord, _ rivals: [Walk.Rival]
    ) -> RouteConflict? {
        guard !rivals.contains(where: \.isDuplicate) else { return conflict(.duplicate, other, number, record) }
        let search = WitnessSearch(records[other], record, addressing, isIgnoringCase: isIgnoringCase)
        for rival in rivals.prefix(Self.maximumRivals) {
            if let witness = search.witness(first: rival.otherExpansion, second: rival.expansion) {
                return conflict(.ambiguous, other, number, record, witness: witness)
            }
        }
        return nil
    }

    private func conflict(
        _ kind: RouteConflict.Kind, _ other: Int, _ number: Int, _ record: RouteRecord, witness: String? = nil
    ) -> RouteConflict {
        RouteConflict(
            kind: kind, first: .init(index: other, records[other]), second: .init(index: number, record),
            witness: witness)
    }
}

extension ConflictIndex {
    /// Inserts a route of which each path is covered by another one, or by none.
    private mutating func insert(_ record: RouteRecord, _ coverers: [Int]) {
        let route = UInt32(records.count)
        records.append(record)
        uncoveredCounts.append(coverers.count { $0 == .max })
        for (number, path) in record.content.expansions.enumerated() {
            var ending = Ending(route: route, expansion: UInt8(number), isTail: path.endsInTail)
            ending.isCovered = coverers[number] < .max
            insert(path.segmentsBeforeTail, ending, record.priority)
            // In a host, case does not count.
            guard addressing.hasHosts, !isIgnoringCase, case .literal(let text) = path.segmentsBeforeTail.first,
                text != text.lowercased
            else { continue }
            ending.isHostOnly = true
            insert([.literal(text.lowercased)] + path.segmentsBeforeTail.dropFirst(), ending, record.priority)
        }
    }

    private mutating func insert(_ segments: ArraySlice<PatternSegment>, _ ending: Ending, _ priority: Int) {
        var node: UInt32 = 0
        widen(node, to: priority)
        for segment in segments {
            let shape = (isIgnoringCase ? segment.folded : segment).shape
            if let skeleton = shape.skeleton {
                node = makeChild(of: node, skeleton, isGroup: true)
                widen(node, to: priority)
            }
            node = makeChild(of: node, shape, isGroup: false)
            widen(node, to: priority)
        }
        let number = UInt32(endings.count)
        endings.append(ending)
        let last = nodes[Int(node)].lastEnding
        if last == 0 { nodes[Int(node)].firstEnding = number } else { endings[Int(last)].next = number }
        nodes[Int(node)].lastEnding = number
    }

    private mutating func widen(_ node: UInt32, to priority: Int) {
        nodes[Int(node)].highest = max(nodes[Int(node)].highest, priority)
        nodes[Int(node)].lowest = min(nodes[Int(node)].lowest, priority)
    }

    private mutating func makeChild(of parent: UInt32, _ segment: PatternSegment, isGroup: Bool) -> UInt32 {
        let edge = Edge(parent: parent, segment: segment, isGroup: isGroup)
        if let known = children[edge] { return known }
        let number = UInt32(nodes.count)
        children[edge] = number
        var node = Node(segment, isGroup: isGroup)
        let list: WritableKeyPath<Node, UInt32> =
            segment.rank == .literal ? \.literals : isGroup && segment.rank == .mixed ? \.groups : \.others
        node.next = nodes[Int(parent)][keyPath: list]
        nodes[Int(parent)][keyPath: list] = number
        nodes.append(node)
        return number
    }

    private func child(of parent: UInt32, _ segment: PatternSegment, isGroup: Bool = false) -> UInt32 {
        children[Edge(parent: parent, segment: segment, isGroup: isGroup)] ?? 0
    }
}

/// What the segments of a new path up to one and those of another path may have to do with each other.
private struct Relation: OptionSet {
    let rawValue: UInt8

    /// But for the names of parameters they are the same.
    static let same = Relation(rawValue: 1)
    /// They rank alike, and have text in common.
    static let rival = Relation(rawValue: 2)
    /// The new path takes all that the other takes.
    static let covers = Relation(rawValue: 4)
    /// The other path takes all that the new one takes.
    static let covered = Relation(rawValue: 8)
    static let alike: Relation = [.same, .rival]
    static let covering: Relation = [.covers, .covered]
    static let all = alike.union(covering)
    static let none: Relation = []
}

/// A path that is compared with all that may be in conflict with it.
private struct Walk {
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
    private func visit(_ number: UInt32, _ depth: Int, _ relation: Relation, _ walk: inout Walk) {
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
        let relation: Relation
    }

    /// What a relation may still be below a node, as far as priorities tell.
    private func possible(_ relation: Relation, at node: UInt32, _ walk: inout Walk) -> Relation {
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

    private func collect(at node: UInt32, _ depth: Int, _ relation: Relation, _ walk: inout Walk) {
        let isEnd = depth == walk.path.count
        var number = nodes[Int(node)].firstEnding
        while number != 0, walk.rivals.count < Self.maximumFound || !relation.isSubset(of: .alike) {
            let ending = endings[Int(number)]
            let (route, other, own) = (Int(ending.route), records[Int(ending.route)], walk.record)
            defer { number = ending.next }
            walk.steps += 1
            if relation.contains(.covered), ending.isTail || isEnd && !walk.isTail, !ending.isHostOnly,
                other.priority > own.priority, other.filter.covers(own.filter)
            {
                walk.coverer = min(walk.coverer, route)
            }
            guard isEnd else { continue }
            if relation.contains(.covers), walk.isTail || !ending.isTail, !ending.isHostOnly, !ending.isCovered,
                other.priority < own.priority, own.filter.covers(other.filter)
            {
                walk.covered.append(number)
            }
            guard relation.contains(.rival), ending.isTail == walk.isTail, other.priority == own.priority,
                other.filter.ranksAlike(own.filter), other.filter.sharesScheme(with: own.filter)
            else { continue }
            let isSame = relation.contains(.same) && !ending.isHostOnly && other.filter.hasShape(of: own.filter)
            walk.rivals.append(
                .init(
                    route: route, expansion: walk.expansion, otherExpansion: Int(ending.expansion), isDuplicate: isSame)
            )
        }
    }

    private func visitChildren(of node: UInt32, _ step: Step, _ walk: inout Walk) {
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

    private func visitList(from first: UInt32, _ step: Step, _ walk: inout Walk) {
        var child = first
        while child != 0 {
            if nodes[Int(child)].isGroup {
                visitList(from: nodes[Int(child)].others, step, &walk)
            } else {
                visit(sibling: child, step, &walk)
            }
            child = nodes[Int(child)].next
        }
    }

    /// Visits the mixed children: those with the same literal text, and some of the others.
    private func visitMixed(of node: UInt32, _ step: Step, _ walk: inout Walk) {
        var own: UInt32 = 0
        if step.own.segment.rank == .mixed, let skeleton = step.own.segment.skeleton {
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
    private func visit(sibling child: UInt32, _ step: Step, _ walk: inout Walk) {
        let relation = possible(step.relation, at: child, &walk)
        let (own, other) = (step.own, nodes[Int(child)])
        var shared = Relation.none
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

/// A coarse view of the values that a typed parameter takes, by which most pairs of types are told apart at once.
private struct ValueSketch: Sendable {
    /// The bounds of a range.
    private var bounds = Int.min...Int.max
    /// A bit for each word of a choice; words may share bits.
    private var words = UInt64.max

    init(of segment: PatternSegment) {
        guard case .parameter(let parameter) = segment else { return }
        switch parameter.type?.test {
        case .range(let range): bounds = range
        case .choice(let texts):
            words = texts.reduce(0) { words, text in
                let sum = text.reduce(UInt64(text.count)) { ($0 &+ UInt64($1)) &* 0x9E37_79B9_7F4A_7C15 }
                return words | 1 << (sum >> 58)
            }
        default: break
        }
    }

    /// False when some values of the other are not taken.
    func mayCover(_ other: ValueSketch) -> Bool {
        let hasWords = other.words != .max
        return other.words & ~words == 0
            && (hasWords || bounds.contains(other.bounds.lowerBound) && bounds.contains(other.bounds.upperBound))
    }

    /// False when no value is taken by both.
    func mayOverlap(_ other: ValueSketch) -> Bool { words & other.words != 0 && bounds.overlaps(other.bounds) }
}

extension PatternSegment {
    fileprivate var hasTypes: Bool { parameters.contains { $0.type != nil } }

    /// The one literal that a choice of one word is.
    fileprivate var onlyLiteral: PatternSegment? {
        guard case .parameter(let parameter) = self, let words = parameter.words, words.count == 1 else { return nil }
        return .literal(words[0])
    }
}

extension RouteFilter {
    /// Whether every URL that passes the other passes this, too; false when that cannot be told.
    fileprivate func covers(_ other: RouteFilter) -> Bool {
        let isScheme = !other.schemes.isEmpty && other.schemes.allSatisfy { schemes.contains($0) }
        return (schemes.isEmpty || isScheme) && host.covers(other.host) && query.covers(other.query)
    }

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
