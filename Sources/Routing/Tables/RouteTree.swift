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

    private(set) var nodes: ContiguousArray = [Node()]
    private(set) var links: ContiguousArray = [Links(parent: 0, depth: 0, rank: .literal)]
    private(set) var variants = [Variant()]
    private(set) var rarities = [Rarity()]
    private(set) var literals = LiteralIndex()
    /// Where the literals below the root are found whatever their case; see ``insertHost(_:_:)``.
    private(set) var hosts = LiteralIndex.Region()
    private(set) var endings: ContiguousArray<Ending> = []
    private(set) var conditions: [Condition] = []
    private(set) var types: [ParameterType] = []
    private(set) var mixed: [MixedForm] = []

    /// The typed and mixed children, which lookups find by trying all of them.
    private(set) var others: [Other: UInt32] = [:]

    /// The conditions that are nothing but a priority other than 0.
    private var priorities: [Int: UInt32] = [:]

    /// Those of the parameters of all patterns.
    private var names = SharedNames()

    init(isIgnoringCase: Bool = false, hasHosts: Bool = false) {
        self.isIgnoringCase = isIgnoringCase
        self.hasHosts = hasHosts
        // Number 0 means "none".
        endings.append(Ending(route: 0, condition: 0))
        conditions.append(Condition(priority: 0, filter: RouteFilter()))
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

    /// Adds every path of a pattern; returns the names of its parameters, shared with patterns that have the same.
    @discardableResult
    mutating func insert(
        _ pattern: RoutePattern, priority: Int, schemes: Set<String>, route: Int
    ) -> ParameterNames {
        insert(pattern.content, priority: priority, schemes: schemes, route: route)
        return names.names(of: pattern.content)
    }

    /// Adds every path of a pattern.
    mutating func insert(_ pattern: PatternContent, priority: Int, schemes: Set<String> = [], route: Int) {
        let condition = condition(priority, schemes, pattern.host, pattern.query)
        for (expansion, path) in pattern.expansions.enumerated() {
            var ending = Ending(route: route, condition: condition, expansion: expansion)
            note(priority, below: 0, isNew: endings.count == 1)
            for segment in path.segmentsBeforeTail {
                let count = nodes.count
                ending.node = makeChild(of: ending.node, for: segment)
                ending.parameterCount += UInt8(segment.parameterCount)
                ending.isMixed = ending.isMixed || segment.rank == .mixed
                note(priority, below: ending.node, isNew: ending.node == count)
            }
            ending.isTail = path.endsInTail
            insert(ending)
        }
    }

    private mutating func condition(
        _ priority: Int, _ schemes: Set<String>, _ host: HostPattern? = nil, _ query: [QueryRequirement] = []
    ) -> UInt32 {
        let isPriority = schemes.isEmpty && host == nil && query.isEmpty
        if isPriority, priority == 0 { return 0 }
        if isPriority, let known = priorities[priority] { return known }
        let number = UInt32(conditions.count)
        let filter = RouteFilter(schemes: schemes, host: host, query: query)
        conditions.append(Condition(priority: priority, filter: filter))
        if isPriority { priorities[priority] = number }
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

/// The children of a node, made if they are not there yet.
extension RouteTree {
    private mutating func makeChild(of parent: UInt32, for segment: PatternSegment) -> UInt32 {
        switch segment {
        case .literal(let bytes): return makeChild(of: parent, for: bytes.span, bytes.indices)
        case .parameter(let parameter) where parameter.type == nil: return makeParameter(of: parent)
        case .mixed, .parameter, .wildcard: break
        }
        let known = child(of: parent, for: segment)
        guard known == 0 else { return known }
        let number = UInt32(nodes.count)
        var variant: Variant?
        let rarity = indexOfRarity(of: parent)
        switch segment {
        case .parameter(let parameter):
            variant = Variant(next: rarities[rarity].typed, detail: UInt32(types.count))
            rarities[rarity].typed = number
            if let type = parameter.type { types.append(type) }
        case .mixed(let form):
            variant = Variant(next: rarities[rarity].mixed, detail: UInt32(mixed.count))
            rarities[rarity].mixed = number
            mixed.append(MixedForm(form, isIgnoringCase: isIgnoringCase, isHost: parent == 0 && hasHosts))
        case .literal, .wildcard: rarities[rarity].wildcard = number
        }
        if variant != nil { others[Other(parent: parent, shape: segment.shape)] = number }
        appendNode(below: parent, segment.rank, variant)
        return number
    }

    private mutating func makeParameter(of parent: UInt32) -> UInt32 {
        let known = nodes[Int(parent)].parameter
        guard known == 0 else { return known }
        let number = UInt32(nodes.count)
        nodes[Int(parent)].parameter = number
        appendNode(below: parent, .parameter, nil)
        return number
    }

    private mutating func makeChild(of parent: UInt32, for text: Span<UInt8>, _ literal: Range<Int>) -> UInt32 {
        guard isIgnoringCase else { return makeChild(of: parent, forExactly: text, literal) }
        let folded = text.copy(of: literal).lowercased
        return makeChild(of: parent, forExactly: folded.span, folded.indices)
    }

    private mutating func makeChild(of parent: UInt32, forExactly text: Span<UInt8>, _ literal: Range<Int>) -> UInt32 {
        let segment = LiteralSegment(in: text, from: literal.lowerBound, length: literal.count, literals.seed)
        let region = nodes[Int(parent)].literals
        let known = literals.child(in: region, segment, of: text)
        guard known == 0 else { return known }
        let number = UInt32(nodes.count)
        nodes[Int(parent)].literals = literals.insert(segment, of: text, child: number, into: region, of: parent + 1)
        let variant = parent == 0 && hasHosts ? insertHost(text.copy(of: literal).lowercased, number) : nil
        appendNode(below: parent, .literal, variant)
        return number
    }

    private mutating func appendNode(below parent: UInt32, _ rank: Rank, _ variant: Variant?) {
        let depth = links[Int(parent)].depth + 1
        links.append(
            Links(parent: parent, variant: variant == nil ? 0 : UInt32(variants.count), depth: depth, rank: rank))
        if let variant { variants.append(variant) }
        nodes.append(Node())
    }

    /// Makes a literal below the root known as a host; those that differ only in case form a list.
    ///
    /// - Returns: The next of that list, if there is one.
    private mutating func insertHost(_ host: Bytes, _ number: UInt32) -> Variant? {
        let segment = LiteralSegment(in: host.span, from: 0, length: host.count, literals.seed)
        let first = Int(literals.child(in: hosts, segment, of: host.span))
        guard first != 0 else {
            hosts = literals.insert(segment, of: host.span, child: number, into: hosts, of: 0)
            return nil
        }
        hasSimilarHosts = true
        if links[first].variant == 0 {
            links[first].variant = UInt32(variants.count)
            variants.append(Variant())
        }
        let variant = Int(links[first].variant)
        let next = variants[variant].next
        variants[variant].next = number
        return next == 0 ? nil : Variant(next: next)
    }

    /// Puts a route that ends at a node into the list of those that do.
    ///
    /// Constant when it comes before or behind all of them, else linear in them.
    private mutating func insert(_ ending: Ending) {
        let number = UInt32(endings.count)
        let node = Int(ending.node)
        let first = ending.isTail ? nodes[node].tail : nodes[node].end
        guard first != 0, !isBefore(ending, first) else {
            endings.append(ending)
            endings[Int(number)].next = first
            endings[Int(number)].last = first == 0 ? number : endings[Int(first)].last
            if ending.isTail { nodes[node].tail = number } else { nodes[node].end = number }
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
}
