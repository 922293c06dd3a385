/// The routes of a table, among which the conflicts of another route are found when it is added.
///
/// The paths of all routes form a tree of segments. One walk for each path of a new route finds the paths that it
/// covers, those that cover it, and those that rank alike; see `visit(_:_:_:)`.
///
/// A route costs no more the more others there are: it is compared with a limited number of them. All searches of a
/// registration together may take a number of steps, so that a list from an untrusted source cannot keep a program
/// busy.
///
/// Literals may come from elsewhere, and the hash of the standard library is seeded.
struct ConflictIndex: Sendable {
    /// The most nodes and paths that one registration may visit.
    static let maximumSteps = 1 << 26

    /// The most paths of equal segments, and the most typed and mixed segments at one position, that a new path is
    /// compared with.
    static let maximumRivals = 32

    /// The most conflicts with routes of the same rank that are reported for a new route.
    static let maximumConflicts = 16

    /// The number of nodes and paths that were visited since the last registration began.
    var steps = 0

    /// A Boolean value that indicates whether everything was looked at, of all that was added.
    var isComplete: Bool { steps <= Self.maximumSteps }

    private let addressing: Addressing
    private let isIgnoringCase: Bool
    private var records: [RouteRecord] = []
    private var paths: [Path] = []
    private var nodes: [Node] = [Node(segment: .wildcard(nil), examples: [])]
    /// The children of each node for each segment; see `edge(from:_:at:)`.
    private var children: [Bytes: [Int]] = [:]
    private var hasPriorities = false

    /// A path of a route.
    private struct Path {
        let route: Int
        let expansion: Int
        let isTail: Bool
        /// A Boolean value that indicates whether a route of higher priority covers it.
        var isCovered: Bool
    }

    init(_ addressing: Addressing, isIgnoringCase: Bool, _ records: [RouteRecord] = []) {
        self.addressing = addressing
        self.isIgnoringCase = isIgnoringCase
        for record in records { _ = add(record) }
    }

    /// Adds a route, and returns the conflicts that it brings, in the order of the other routes, each once.
    mutating func add(_ record: RouteRecord) -> [RouteConflict] {
        hasPriorities = hasPriorities || records.first.map { $0.priority != record.priority } ?? false
        records.append(record)
        var walks = record.pattern.expansions.enumerated().map { number, path in
            Walk(expansion: number, path, isFolded: isFolded, isIgnoringCase: isIgnoringCase)
        }
        let sought: Relation = hasPriorities ? [.covers, .isCovered, .ranksAlike, .isEqual] : [.ranksAlike, .isEqual]
        for index in walks.indices { visit(0, sought, &walks[index]) }
        let unreachable = unreachableRoutes(by: walks)
        let like = likeOnes(walks)
        for walk in walks { insert(walk) }
        return (unreachable + like.map(\.first.index)).sorted().map { route in
            like.first { $0.first.index == route } ?? conflict(.unreachable, with: route)
        }
    }

    /// The earlier routes whose paths, or those of the last route because of them, are all covered by routes of higher
    /// priority.
    private mutating func unreachableRoutes(by walks: [Walk]) -> [Int] {
        var found: [Int] = []
        for other in walks.flatMap(\.covered) where !paths[other].isCovered {
            paths[other].isCovered = true
            let route = paths[other].route
            let first = other - paths[other].expansion
            let all = first..<first + records[route].pattern.expansionCount
            if all.allSatisfy({ paths[$0].isCovered }) { found.append(route) }
        }
        if let last = walks.map(\.coverer).max(), last < .max { found.append(last) }
        return found
    }

    /// The conflicts with routes that rank alike: duplicates, and those for which there is a witness.
    private func likeOnes(_ walks: [Walk]) -> [RouteConflict] {
        let rivals = walks.flatMap(\.rivals)
        var found: [RouteConflict] = []
        var known: Set<Int> = []
        for rival in rivals where rival.isEqual && found.count < Self.maximumConflicts {
            let route = paths[rival.path].route
            if known.insert(route).inserted { found.append(conflict(.duplicate, with: route)) }
        }
        var last = -1
        for route in rivals.map({ paths[$0.path].route }).sorted() where route > last && !known.contains(route) {
            last = route
            guard found.count < Self.maximumConflicts else { break }
            let witnesses = rivals.lazy.filter { paths[$0.path].route == route }.compactMap { witness(of: $0) }
            if let witness = witnesses.first { found.append(conflict(.ambiguous, with: route, witness)) }
        }
        return found
    }

    /// A conflict of the last route with another.
    private func conflict(_ kind: RouteConflict.Kind, with route: Int, _ witness: String? = nil) -> RouteConflict {
        let own = records.count - 1
        return RouteConflict(
            kind: kind, first: .init(index: route, records[route]), second: .init(index: own, records[own]),
            witness: witness)
    }

    /// Returns whether case may not count: everywhere, or in a host.
    private func isFolded(at depth: Int) -> Bool { isIgnoringCase || depth == 0 && addressing.hasHosts }
}

/// The tree of paths, and the walk in it.
extension ConflictIndex {
    /// A segment of patterns behind other segments, without names.
    ///
    /// Number 0 is the root.
    private struct Node {
        let segment: PatternSegment
        /// Texts that it takes, if it is typed.
        let examples: [Bytes]
        var literals: [Int] = []
        /// The other children; a parameter without a type and a wildcard come first.
        var others: [Int] = []
        /// The paths that end here.
        var paths: [Int] = []
        /// The paths that end here behind the first ``maximumRivals``, by their conditions.
        ///
        /// See ``RouteRecord/conditionKeys(isTail:)``.
        var twins: [Bytes: Int] = [:]
    }

    /// The relation of the first segments of a new path to those of another path.
    private struct Relation: OptionSet {
        let rawValue: UInt8
        /// The new path takes all that the other takes.
        static let covers = Relation(rawValue: 1)
        /// The other path takes all that the new one takes.
        static let isCovered = Relation(rawValue: 2)
        /// Neither is more specific, and there are texts that both take.
        static let ranksAlike = Relation(rawValue: 4)
        /// Both are the same but for names.
        static let isEqual = Relation(rawValue: 8)
    }

    /// A new path, and what was found for it.
    private struct Walk {
        let expansion: Int
        let isTail: Bool
        /// The segments without names, and in lowercase where case never counts; without the tail.
        let segments: [PatternSegment]
        let examples: [[Bytes]]
        /// Texts that the segments so far and those of the other path take, as long as they rank alike.
        var texts: [Bytes] = []
        /// The first route of higher priority that covers the path.
        var coverer = Int.max
        /// The paths of routes of lower priority that the path covers.
        var covered: [Int] = []
        var rivals: [Rival] = []

        init(expansion: Int, _ path: [PatternSegment], isFolded: (Int) -> Bool, isIgnoringCase: Bool) {
            self.expansion = expansion
            isTail = path.endsInTail
            segments = path.segmentsBeforeTail.map { $0.shape(ignoringCase: isIgnoringCase) }
            examples = segments.enumerated().map { depth, segment in
                segment.rank == .typed ? segment.shape(ignoringCase: isFolded(depth)).examples : []
            }
        }
    }

    /// A path that ranks as a new one does, or is the same but for names, and texts that the segments of both take.
    private struct Rival {
        let path: Int
        let expansion: Int
        let isEqual: Bool
        let texts: [Bytes]
    }

    /// Visits the nodes whose segments have one of these relations to those of a new path.
    private mutating func visit(_ number: Int, _ relation: Relation, _ walk: inout Walk) {
        steps += 1
        guard !relation.isEmpty, isComplete else { return }
        let depth = walk.texts.count
        let isEnd = walk.texts.count == walk.segments.count
        let isOnlyAlike = relation.isDisjoint(with: [.covers, .isCovered])
        let limit = isOnlyAlike ? Self.maximumRivals : Int.max
        for index in 0..<min(nodes[number].paths.count, limit) {
            note(nodes[number].paths[index], isEnd: isEnd, relation, &walk)
        }
        if isEnd, relation.contains(.isEqual) { noteTwin(at: number, &walk) }
        guard !isEnd else {
            guard walk.isTail, relation.contains(.covers) else { return }
            for child in nodes[number].literals + nodes[number].others { visit(child, .covers, &walk) }
            return
        }
        let own = walk.segments[depth]
        let literals = relation.contains(.covers) && own.rank != .literal ? nodes[number].literals : []
        var next = children[edge(from: number, own, at: depth)] ?? []
        if own.isTypedOrMixed || !isOnlyAlike {
            let others = literals + nodes[number].others.prefix(Self.maximumRivals)
            next += others.filter { nodes[$0].segment != own }
        }
        for child in next {
            let other = nodes[child].segment
            let isFolded = self.isFolded(at: depth)
            var shared: Relation = own == other ? .isEqual : []
            if relation.contains(.covers), own.covers(other, isFolded: isFolded) { shared.insert(.covers) }
            if relation.contains(.isCovered), other.covers(own, isFolded: isFolded) { shared.insert(.isCovered) }
            let text = relation.contains(.ranksAlike) ? text(of: walk, and: child, isFolded: isFolded) : nil
            if text != nil { shared.insert(.ranksAlike) }
            walk.texts.append(text ?? [])
            visit(child, relation.intersection(shared), &walk)
            walk.texts.removeLast()
        }
    }

    /// A text that the next segment of a new path and that of a node take, or `nil` when they do not rank alike or none
    /// was found.
    private mutating func text(of walk: Walk, and child: Int, isFolded: Bool) -> Bytes? {
        let own = walk.segments[walk.texts.count]
        let other = nodes[child].segment
        guard own.rank == other.rank, own.literalCount == other.literalCount else { return nil }
        if case .literal(let text) = own { return isFolded ? text.lowercased : text }
        if own.rank == .mixed {
            let first = own.shape(ignoringCase: isFolded)
            let second = other.shape(ignoringCase: isFolded)
            return first.mixedText(sharedWith: second, ignoringCase: isFolded, &steps)
        }
        guard own.isTypedOrMixed else { return "1".bytes }
        return (nodes[child].examples + walk.examples[walk.texts.count]).first { text in
            !text.isDotSegment && own.matches(text.span, ignoringCase: isFolded)
                && other.matches(text.span, ignoringCase: isFolded)
        }
    }

    private mutating func note(_ number: Int, isEnd: Bool, _ relation: Relation, _ walk: inout Walk) {
        steps += 1
        let own = records[records.count - 1]
        let path = paths[number]
        let other = records[path.route]
        if relation.contains(.isCovered), path.isTail || isEnd && !walk.isTail, path.route < walk.coverer,
            other.priority > own.priority, other.coversConditions(of: own)
        {
            walk.coverer = path.route
        }
        if relation.contains(.covers), isEnd, walk.isTail || !path.isTail, !path.isCovered,
            other.priority < own.priority, own.coversConditions(of: other)
        {
            walk.covered.append(number)
        }
        guard isEnd, walk.isTail == path.isTail, own.priority == other.priority,
            own.pattern.hostRank == other.pattern.hostRank, own.pattern.query.count == other.pattern.query.count,
            own.sharesSite(with: other)
        else { return }
        let isEqual = relation.contains(.isEqual) && own.hasConditions(like: other)
        // Paths that only rank alike leave room for duplicates.
        let limit = isEqual ? 2 * Self.maximumRivals : Self.maximumRivals
        if isEqual || relation.contains(.ranksAlike), walk.rivals.count < limit {
            walk.rivals.append(Rival(path: number, expansion: walk.expansion, isEqual: isEqual, texts: walk.texts))
        }
    }

    /// Notes a path that ends at a node and is the same as a new one but for names, if it is not among those that were
    /// compared.
    private func noteTwin(at number: Int, _ walk: inout Walk) {
        guard !nodes[number].twins.isEmpty else { return }
        let sought = records[records.count - 1].conditionKeys(isTail: walk.isTail).sought
        guard let twin = sought.lazy.compactMap({ nodes[number].twins[$0] }).first else { return }
        walk.rivals.append(Rival(path: twin, expansion: walk.expansion, isEqual: true, texts: walk.texts))
    }

    /// Adds the path of a walk to the tree.
    private mutating func insert(_ walk: Walk) {
        var node = 0
        for depth in walk.segments.indices { node = child(of: node, walk, depth) }
        if nodes[node].paths.count >= Self.maximumRivals {
            for key in records[records.count - 1].conditionKeys(isTail: walk.isTail).own
            where nodes[node].twins[key] == nil {
                nodes[node].twins[key] = paths.count
            }
        }
        nodes[node].paths.append(paths.count)
        let route = records.count - 1
        let isCovered = walk.coverer < .max
        paths.append(Path(route: route, expansion: walk.expansion, isTail: walk.isTail, isCovered: isCovered))
    }

    /// The child of a node for a segment of a walk, which is added if there is none.
    private mutating func child(of node: Int, _ walk: Walk, _ depth: Int) -> Int {
        let segment = walk.segments[depth]
        let new = nodes.count
        let edge = edge(from: node, segment, at: depth)
        if let known = children[edge]?.first(where: { nodes[$0].segment == segment }) { return known }
        children[edge, default: []].append(new)
        nodes.append(Node(segment: segment, examples: walk.examples[depth]))
        if segment.rank == .literal {
            nodes[node].literals.append(new)
        } else {
            nodes[node].others.insert(new, at: segment.isTypedOrMixed ? nodes[node].others.count : 0)
        }
        return new
    }

    /// The bytes of a node and of a segment behind it, in lowercase where case may not count.
    private func edge(from parent: Int, _ segment: PatternSegment, at depth: Int) -> Bytes {
        var key: Bytes = []
        segment.appendKey(to: &key, segment.rank, ignoringCase: segment.rank == .literal && isFolded(at: depth))
        for shift in 0..<4 { key.append(UInt8(truncatingIfNeeded: parent >> (8 * shift))) }
        return key
    }
}

extension ConflictIndex {
    /// A URL that the last route and another match, with paths that rank alike, or `nil` when none was found.
    ///
    /// The URL is looked up in a table of both routes.
    private func witness(of rival: Rival) -> String? {
        let routes = [records[paths[rival.path].route], records[records.count - 1]]
        guard let host = routes[0].pattern.host.example(sharedWith: routes[1].pattern.host),
            let query = routes[0].pattern.query.example(sharedWith: routes[1].pattern.query)
        else { return nil }
        var rest = rival.texts.isEmpty ? "/" : ""
        for text in rival.texts { rest += "/" + text.span.encoded(except: .unreserved) }
        rest += query
        let tree = RouteTree(routes, addressing, isIgnoringCase: isIgnoringCase)
        for text in urls(of: rest, host: host.span.encoded(except: .unreserved), for: routes) {
            guard let url = try? URLText(text), let path = addressing.path(of: url) else { continue }
            let found = tree.all(path, of: url).flatMap { [$0.route, $0.expansion] }
            if found == [0, paths[rival.path].expansion, 1, rival.expansion] { return url.text }
        }
        return nil
    }

    /// The URLs of a path, and a query, that both routes may match.
    private func urls(of path: String, host: String, for routes: [RouteRecord]) -> [String] {
        switch addressing {
        case .host(let rule):
            let first = routes[0].lowercasedSchemes
            let second = routes[1].lowercasedSchemes
            let schemes = first.isEmpty ? second : second.isEmpty ? first : first.filter(second.contains)
            let start = (schemes.min() ?? "app") + ":"
            // Where a host is a segment, the path begins with it.
            let sites = rule == .path && host.isEmpty ? [start + "/", start + "//"] : [start + "//" + host]
            return sites.map { $0 + path }
        case .origins(let origins):
            return origins.map { $0.example.url(of: path) }
        }
    }
}
