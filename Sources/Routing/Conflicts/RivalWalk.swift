/// Looks for earlier routes that only their registration tells from a path of a route.
///
/// Where the path goes to a node, they go to it, too, or to a sibling of the same rank that has some text in common
/// with it. A path costs no more the more routes and siblings there are.
struct RivalWalk: ~Copyable {
    /// How many are looked for, so that many routes of one shape do not cost more the more there are.
    private static let maximumRivals = 64

    private let part: ConflictPart
    private let route: ConflictRoute
    private let path: [PatternSegment]
    private let length: Int
    private let expansion: Int

    /// Those that were found in a part of the routes.
    private(set) var rivals: [Rival] = []
    private(set) var steps = 0

    /// An earlier route that may be in conflict.
    struct Rival {
        let number: Int

        /// Which path of the route it is in conflict with, and which path of its own.
        let expansion: Int
        let otherExpansion: Int
        let isDuplicate: Bool
    }

    init(_ part: ConflictPart, _ route: ConflictRoute, _ expansion: Int) {
        self.part = part
        self.route = route
        self.expansion = expansion
        path = route.expansions[expansion]
        length = path.segmentsBeforeTail.count
    }

    mutating func run() { visit(0, 0, isSame: true) }

    private mutating func visit(_ node: UInt32, _ depth: Int, isSame: Bool) {
        let here = part.tree.nodes[Int(node)]
        steps += 1
        guard part.budget.spend() else { return }
        let rarity = part.tree.rarity(of: node)
        guard rarity.highest >= route.priority, rarity.lowest <= route.priority,
            rivals.count < Self.maximumRivals
        else { return }
        guard depth < length else {
            collect(from: path.endsInTail ? here.tail : here.end, isSame: isSame)
            return
        }
        let alike = part.tree.child(of: node, for: path[depth])
        if alike != 0 {
            steps += 1
            visit(alike, depth + 1, isSame: isSame)
        }
        let own = part.tree.comparable(path[depth], at: depth)
        for child in part.rivals(of: path[depth], own, below: node) where child != alike {
            steps += 1
            visit(child, depth + 1, isSame: isSame && part.isAlike(own, child))
        }
    }

    @inline(never)
    private mutating func collect(from list: UInt32, isSame: Bool) {
        var number = list
        while number != 0, rivals.count < Self.maximumRivals {
            let ending = part.tree.endings[Int(number)]
            guard part.priority(of: ending) >= route.priority else { return }
            steps += 1
            guard part.budget.spend() else { return }
            number = ending.next
            let filter = part.filter(of: ending)
            guard part.priority(of: ending) == route.priority, part.number(of: ending) < route.number,
                filter.ranksAlike(route.filter), filter.sharesScheme(with: route.filter)
            else { continue }
            rivals.append(
                Rival(
                    number: part.number(of: ending), expansion: expansion,
                    otherExpansion: Int(ending.expansion), isDuplicate: isSame && filter.hasShape(of: route.filter)))
        }
    }
}

extension ConflictPart {
    /// The children of a node that rank as a segment does and have text in common with it.
    @inline(never)
    fileprivate func rivals(of segment: PatternSegment, _ own: PatternSegment, below node: UInt32) -> [UInt32] {
        var rivals: [UInt32] = []
        switch segment {
        // Some below the root differ in case, which does not count in a host.
        case .literal: return tree.literals(of: node, like: segment)
        case .wildcard: break
        case .parameter(let parameter):
            guard parameter.type != nil else { break }
            for child in siblings.typed(of: node, sharing: own) where sharesText(own, child) { rivals.add(child) }
        case .mixed(let mixed):
            for child in siblings.mixed(of: node, sharing: own) {
                if tree.literalCount(of: child) == mixed.literalCount, sharesText(own, child) { rivals.add(child) }
            }
        }
        return rivals
    }

    /// Whether a child differs from a segment in names alone.
    @inline(never)
    fileprivate func isAlike(_ own: PatternSegment, _ child: UInt32) -> Bool {
        own.rank != .literal && own.shape == tree.segment(of: child).shape
    }

    @inline(never)
    private func sharesText(_ own: PatternSegment, _ child: UInt32) -> Bool {
        own.example(sharedWith: tree.segment(of: child), within: budget) != nil
    }
}

/// Writes a URL that two routes take, and tries it with both.
struct WitnessSearch: ~Copyable {
    private let first: ConflictRoute
    private let second: ConflictRoute
    private let addressing: Addressing
    private let budget: StepBudget

    /// The two routes alone.
    private let index: RouteIndex

    init(_ first: ConflictRoute, _ second: ConflictRoute, _ all: RouteIndex, _ budget: StepBudget) {
        self.budget = budget
        self.first = first
        self.second = second
        addressing = all.addressing
        index = RouteIndex(of: [first, second], addressing, isIgnoringCase: all.tree.isIgnoringCase)
    }

    /// A URL that both take with these of their paths, or `nil` when none was found.
    func witness(first own: Int, second other: Int) -> String? {
        guard let path = path(own, other), let host = first.filter.host.example(sharedWith: second.filter.host),
            let items = first.filter.query.example(sharedWith: second.filter.query)
        else { return nil }
        var rest = path
        var separator = "?"
        for item in items {
            rest += separator + PercentCoding.encodedPart(item.key.bytes)
            if !item.value.isEmpty { rest += "=" + PercentCoding.encodedPart(item.value.bytes) }
            separator = "&"
        }
        for place in places(host: PercentCoding.encodedPart(host)) where isTaken(place + rest, own, other) {
            return place + rest
        }
        return nil
    }

    @inline(never)
    private func path(_ own: Int, _ other: Int) -> String? {
        var path = ""
        let own = first.expansions[own].segmentsBeforeTail
        let other = second.expansions[other].segmentsBeforeTail
        for depth in 0..<min(own.count, other.count) {
            let segment = index.tree.comparable(own[depth], at: depth)
            let text = segment.example(sharedWith: index.tree.comparable(other[depth], at: depth), within: budget)
            guard let text else { return nil }
            path += "/" + PercentCoding.encodedPart(text)
        }
        return path.isEmpty ? "/" : path
    }

    /// What may stand before the path.
    @inline(never)
    private func places(host: String) -> [String] {
        switch addressing {
        case .host(let rule):
            let start = (sharedScheme ?? "app") + ":"
            // A host that is a segment begins the path by itself.
            return rule == .path && host.isEmpty ? [start + "/", start + "//"] : [start + "//" + host]
        case .origins(let list):
            return list.origins.map { $0.url(of: "") }
        }
    }

    private var sharedScheme: String? {
        let (own, others) = (first.schemes, second.schemes)
        if own.isEmpty { return Array(others).inOrder.first?.lowercased() }
        return Array(own).inOrder.first { own in
            others.isEmpty || others.contains { $0.lowercased() == own.lowercased() }
        }?.lowercased()
    }

    @inline(never)
    private func isTaken(_ text: String, _ own: Int, _ other: Int) -> Bool {
        guard let url = try? URLText(text), let path = addressing.path(of: url) else { return false }
        let taken = index.all(path, of: url)
        return taken.count == 2 && taken[0].route == 0 && taken[0].expansion == own && taken[1].expansion == other
    }
}
