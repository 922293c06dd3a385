/// A trie over the segments of paths: the shape of a route table, without what it leads to.
///
/// Everything lies in a few flat arrays. What a lookup does not look at each time lies apart.
struct RouteTree: Sendable {
    /// Whether literals compare case-insensitively.
    let isIgnoringCase: Bool

    /// Whether the first segment of a path may be a host, which compares case-insensitively.
    let hasHosts: Bool

    /// Whether there are literals below the root that differ in nothing but case.
    private(set) var hasSimilarHosts = false

    private(set) var nodes = [Node()]
    private(set) var links = [Links(parent: 0, depth: 0, rank: .literal)]
    private(set) var variants = [Variant()]
    private(set) var rarities = [Rarity()]
    private(set) var literals = LiteralIndex()
    /// Where the literals below the root are found whatever their case; see ``insertHost(_:_:)``.
    private(set) var hosts = LiteralIndex.Region()
    private(set) var endings: [Ending] = []
    private(set) var conditions: [Condition] = []
    private(set) var types: [ParameterType] = []
    private(set) var mixed: [MixedForm] = []

    /// The typed and mixed children, which lookups find by trying all of them.
    private var others: [Other: UInt32] = [:]

    /// The conditions that are nothing but a priority.
    private var priorities: [Int: UInt32] = [0: 0]

    /// Those of all patterns; few differ.
    private var names: Set<ParameterNames> = []

    private struct Other: Hashable {
        let parent: UInt32
        let shape: PatternSegment
    }

    init(isIgnoringCase: Bool = false, hasHosts: Bool = false) {
        self.isIgnoringCase = isIgnoringCase
        self.hasHosts = hasHosts
        // Number 0 means "none".
        endings.append(
            Ending(route: 0, node: 0, condition: 0, expansion: 0, parameterCount: 0, isTail: false, isMixed: false))
        conditions.append(Condition(priority: 0, filter: RouteFilter()))
    }

    /// Adds every path of a pattern.
    mutating func insert(_ pattern: PatternContent, priority: Int, schemes: Set<String> = [], route: Int) {
        let filter = RouteFilter(schemes: schemes, host: pattern.host, query: pattern.query)
        let condition = condition(Condition(priority: priority, filter: filter))
        for (expansion, path) in pattern.expansions.enumerated() {
            var node: UInt32 = 0
            note(priority, below: node, isNew: endings.count == 1)
            for segment in path.segmentsBeforeTail {
                let child = child(of: node, for: segment)
                node = child == 0 ? append(segment, to: node) : child
                note(priority, below: node, isNew: child == 0)
            }
            let ending = Ending(
                route: UInt32(route), node: node, condition: condition, expansion: UInt8(expansion),
                parameterCount: UInt8(path.reduce(0) { $0 + $1.parameters.count }), isTail: path.endsInTail,
                isMixed: path.contains { $0.rank == .mixed })
            insert(ending, list: path.endsInTail ? \.tail : \.end)
        }
    }

    /// The names of a pattern's parameters, shared with the patterns that have the same.
    mutating func names(of pattern: PatternContent) -> ParameterNames {
        names.insert(ParameterNames(of: pattern)).memberAfterInsert
    }

    /// Gives back the memory that was kept for more routes.
    mutating func trim() {
        literals = literals.compacted { moved in
            for node in nodes.indices { nodes[node].literals = moved(nodes[node].literals) }
            hosts = moved(hosts)
        }
        nodes.trim()
        links.trim()
        endings.trim()
    }

    /// The child of a node for a segment of a pattern, or 0.
    func child(of node: UInt32, for segment: PatternSegment) -> UInt32 {
        switch segment {
        case .literal(let bytes): literals.child(in: nodes[Int(node)].literals, folded(bytes))
        case .parameter(let parameter) where parameter.type == nil: nodes[Int(node)].parameter
        case .mixed, .parameter: others[Other(parent: node, shape: segment.shape)] ?? 0
        case .wildcard: rarity(of: node).wildcard
        }
    }

    /// What few nodes have.
    func rarity(of node: UInt32) -> Rarity { rarities[Int(nodes[Int(node)].rarity)] }

    /// What a route asks for besides its path, and how early it is asked.
    func condition(of ending: UInt32) -> Condition { conditions[Int(endings[Int(ending)].condition)] }

    /// What is only said of nodes that share their rank with siblings.
    func variant(of node: UInt32) -> Variant { variants[Int(links[Int(node)].variant)] }

    private func folded(_ literal: [UInt8]) -> [UInt8] {
        isIgnoringCase ? literal.map(\.lowercased) : literal
    }

    private mutating func condition(_ condition: Condition) -> UInt32 {
        let isPriority = condition.filter.isEmpty
        if isPriority, let known = priorities[condition.priority] { return known }
        conditions.append(condition)
        let number = UInt32(conditions.count - 1)
        if isPriority { priorities[condition.priority] = number }
        return number
    }

    /// Widens the range of priorities below a node; where all of them are 0, nothing needs to be noted.
    private mutating func note(_ priority: Int, below node: UInt32, isNew: Bool) {
        guard priority != 0 || nodes[Int(node)].rarity != 0 else { return }
        let index = indexOfRarity(of: node)
        rarities[index].highest = isNew ? priority : max(rarities[index].highest, priority)
        rarities[index].lowest = isNew ? priority : min(rarities[index].lowest, priority)
    }

    private mutating func indexOfRarity(of node: UInt32) -> Int {
        if nodes[Int(node)].rarity == 0 {
            nodes[Int(node)].rarity = UInt32(rarities.count)
            rarities.append(Rarity())
        }
        return Int(nodes[Int(node)].rarity)
    }
}

extension RouteTree {
    private mutating func append(_ segment: PatternSegment, to parent: UInt32) -> UInt32 {
        let number = UInt32(nodes.count)
        var variant = Variant()
        switch segment {
        case .literal(let bytes):
            let literal = folded(bytes)
            let region = nodes[Int(parent)].literals
            nodes[Int(parent)].literals = literals.insert(literal, child: number, into: region)
            if parent == 0, hasHosts { variant.next = insertHost(literal, number) }
        case .parameter(let parameter):
            guard let type = parameter.type else {
                nodes[Int(parent)].parameter = number
                break
            }
            variant.detail = UInt32(types.count)
            types.append(type)
            variant.next = replaceFirst(\.typed, of: parent, with: number, segment)
        case .mixed(let form):
            variant.detail = UInt32(mixed.count)
            mixed.append(MixedForm(form, isIgnoringCase: isIgnoringCase, isHost: parent == 0 && hasHosts))
            variant.next = replaceFirst(\.mixed, of: parent, with: number, segment)
        case .wildcard:
            rarities[indexOfRarity(of: parent)].wildcard = number
        }
        let depth = links[Int(parent)].depth + 1
        let isVariant = segment.rank == .mixed || segment.rank == .typed || variant.next != 0
        links.append(
            Links(parent: parent, variant: isVariant ? UInt32(variants.count) : 0, depth: depth, rank: segment.rank))
        if isVariant { variants.append(variant) }
        nodes.append(Node())
        return number
    }

    /// Makes a literal below the root known as a host; those that differ only in case form a list.
    ///
    /// - Returns: The next of that list.
    private mutating func insertHost(_ literal: [UInt8], _ number: UInt32) -> UInt32 {
        let host = literal.map(\.lowercased)
        let first = Int(literals.child(in: hosts, host))
        guard first != 0 else {
            hosts = literals.insert(host, child: number, into: hosts)
            return 0
        }
        hasSimilarHosts = true
        if links[first].variant == 0 {
            links[first].variant = UInt32(variants.count)
            variants.append(Variant())
        }
        let variant = Int(links[first].variant)
        defer { variants[variant].next = number }
        return variants[variant].next
    }

    private mutating func replaceFirst(
        _ list: WritableKeyPath<Rarity, UInt32>, of parent: UInt32, with number: UInt32, _ segment: PatternSegment
    ) -> UInt32 {
        others[Other(parent: parent, shape: segment.shape)] = number
        let index = indexOfRarity(of: parent)
        defer { rarities[index][keyPath: list] = number }
        return rarities[index][keyPath: list]
    }

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
        let own = conditions[Int(ending.condition)]
        let other = condition(of: other)
        guard own.priority == other.priority else { return own.priority > other.priority }
        return own.filter.isMoreSpecific(than: other.filter)
    }
}
