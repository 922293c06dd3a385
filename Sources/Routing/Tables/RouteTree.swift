/// A trie over the segments of paths: the shape of a route table, without what it leads to.
///
/// Everything lies in a few flat arrays. What a lookup does not look at each time lies apart.
struct RouteTree: Sendable {
    /// The node under which the literals below the root are found whatever their case; see ``insertHost(_:_:)``.
    static let hostRoot = UInt32.max

    /// Whether literals compare case-insensitively.
    let isIgnoringCase: Bool

    /// Whether the first segment of a path may be a host, which compares case-insensitively.
    let hasHosts: Bool

    /// Whether there are literals below the root that differ in nothing but case.
    private(set) var hasSimilarHosts = false

    private(set) var nodes = [Node(priority: .min)]
    private(set) var places = [Place(parent: 0, depth: 0, rank: .literal)]
    private(set) var branches = [Branches()]
    private(set) var literals = LiteralIndex()
    private(set) var endings: [Ending] = []
    private(set) var filters: [RouteFilter] = []
    private(set) var types: [ParameterType] = []
    private(set) var mixed: [MixedForm] = []

    /// The typed and mixed children, which lookups find by trying all of them.
    private var others: [Other: UInt32] = [:]

    private struct Other: Hashable {
        let parent: UInt32
        let shape: PatternSegment
    }

    init(isIgnoringCase: Bool = false, hasHosts: Bool = false) {
        self.isIgnoringCase = isIgnoringCase
        self.hasHosts = hasHosts
        // Number 0 means "none".
        let none = Ending(priority: 0, route: 0, node: 0, filter: 0, expansion: 0, depth: 0, isTail: false)
        endings.append(none)
        filters.append(RouteFilter())
    }

    /// Adds every path of a pattern.
    mutating func insert(_ pattern: RoutePattern, priority: Int, schemes: Set<String> = [], route: Int) {
        let filter = RouteFilter(schemes: schemes, host: pattern.host, query: pattern.query)
        if !filter.isEmpty { filters.append(filter) }
        for (expansion, path) in pattern.expansions.enumerated() {
            var node: UInt32 = 0
            note(priority, below: node)
            for segment in path.segmentsBeforeTail {
                let child = child(of: node, for: segment)
                node = child == 0 ? append(segment, to: node) : child
                note(priority, below: node)
            }
            var ending = Ending(
                priority: priority, route: UInt32(route), node: node,
                filter: filter.isEmpty ? 0 : UInt32(filters.count - 1), expansion: UInt8(expansion),
                depth: places[Int(node)].depth, isTail: path.endsInTail)
            ending.take(path)
            insert(ending, list: path.endsInTail ? \.tail : \.end)
        }
    }

    /// The child of a node for a segment of a pattern, or 0.
    func child(of node: UInt32, for segment: PatternSegment) -> UInt32 {
        switch segment {
        case .literal(let bytes): literals.child(for: LiteralKey(below: node, folded(bytes)))
        case .parameter(let parameter) where parameter.type == nil: nodes[Int(node)].parameter
        case .mixed, .parameter: others[Other(parent: node, shape: segment.shape)] ?? 0
        case .wildcard: branches[Int(nodes[Int(node)].branches)].wildcard
        }
    }

    private func folded(_ literal: [UInt8]) -> [UInt8] {
        isIgnoringCase ? literal.map(\.lowercased) : literal
    }

    private mutating func note(_ priority: Int, below node: UInt32) {
        nodes[Int(node)].priority = max(nodes[Int(node)].priority, priority)
        places[Int(node)].lowestPriority = min(places[Int(node)].lowestPriority, priority)
    }
}

extension RouteTree {
    private mutating func append(_ segment: PatternSegment, to parent: UInt32) -> UInt32 {
        let number = UInt32(nodes.count)
        let depth = places[Int(parent)].depth + 1
        var place = Place(parent: parent, depth: depth, rank: segment.rank)
        place.sibling = places[Int(parent)].child
        places[Int(parent)].child = number
        switch segment {
        case .literal(let bytes):
            let literal = folded(bytes)
            literals.insert(LiteralKey(below: parent, literal), child: number)
            nodes[Int(parent)].lengths |= LiteralKey.lengthBit(literal.count)
            if parent == 0, hasHosts { place.next = insertHost(literal, number) }
        case .parameter(let parameter):
            guard let type = parameter.type else {
                nodes[Int(parent)].parameter = number
                break
            }
            place.detail = UInt32(types.count)
            types.append(type)
            place.next = replaceFirst(\.typed, of: parent, with: number, segment)
        case .mixed(let segment):
            place.detail = UInt32(mixed.count)
            mixed.append(MixedForm(segment, isIgnoringCase: isIgnoringCase, isHost: parent == 0 && hasHosts))
            place.literalCount = UInt16(clamping: segment.literalCount)
            place.next = replaceFirst(\.mixed, of: parent, with: number, .mixed(segment))
        case .wildcard:
            branches[branches(of: parent)].wildcard = number
        }
        places.append(place)
        nodes.append(Node(priority: .min))
        return number
    }

    /// Makes a literal below the root known as a host; those that differ only in case form a list.
    ///
    /// - Returns: The next of that list.
    private mutating func insertHost(_ literal: [UInt8], _ number: UInt32) -> UInt32 {
        let key = LiteralKey(below: Self.hostRoot, literal.map(\.lowercased))
        let first = Int(literals.child(for: key))
        guard first != 0 else {
            literals.insert(key, child: number)
            return 0
        }
        hasSimilarHosts = true
        defer { places[first].next = number }
        return places[first].next
    }

    private mutating func replaceFirst(
        _ list: WritableKeyPath<Branches, UInt32>, of parent: UInt32, with number: UInt32, _ segment: PatternSegment
    ) -> UInt32 {
        others[Other(parent: parent, shape: segment.shape)] = number
        let index = branches(of: parent)
        defer { branches[index][keyPath: list] = number }
        return branches[index][keyPath: list]
    }

    private mutating func branches(of node: UInt32) -> Int {
        if nodes[Int(node)].branches == 0 {
            nodes[Int(node)].branches = UInt32(branches.count)
            branches.append(Branches())
        }
        return Int(nodes[Int(node)].branches)
    }
}

extension RouteTree {
    /// Puts a route that ends at a node into the list of those that do.
    ///
    /// Constant when it comes before or behind all of them, else linear in them.
    private mutating func insert(_ ending: Ending, list: WritableKeyPath<Node, UInt32>) {
        let number = UInt32(endings.count)
        let first = nodes[Int(ending.node)][keyPath: list]
        guard first != 0, !isBefore(ending, first) else {
            endings.append(ending)
            endings[Int(number)].next = first
            endings[Int(number)].last = first == 0 ? number : endings[Int(first)].last
            nodes[Int(ending.node)][keyPath: list] = number
            return
        }
        let last = endings[Int(first)].last
        var previous = isBefore(ending, last) ? first : last
        while endings[Int(previous)].next != 0, !isBefore(ending, endings[Int(previous)].next) {
            previous = endings[Int(previous)].next
        }
        // Of one route's paths with the same shape the earlier is always the better.
        guard endings[Int(previous)].route != ending.route else { return }
        endings.append(ending)
        endings[Int(number)].next = endings[Int(previous)].next
        endings[Int(previous)].next = number
        if previous == last { endings[Int(first)].last = number }
    }

    private func isBefore(_ ending: Ending, _ other: UInt32) -> Bool {
        let other = endings[Int(other)]
        guard ending.priority == other.priority else { return ending.priority > other.priority }
        return filters[Int(ending.filter)].isMoreSpecific(than: filters[Int(other.filter)])
    }
}
