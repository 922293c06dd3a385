/// The routes of a table, among which the conflicts of another route are found when it is added.
///
/// Duplicate and ambiguous routes rank alike in all but registration. They are found by hashes of what makes up their rank, and
/// an ambiguity is proved by a witness. Routes that others cover are found in a tree; see `unreachable(by:)`.
///
/// A route costs no more the more others there are: it is compared with a limited number of them. All searches of a
/// registration together may take a number of steps, so that a list from an untrusted source cannot keep a program busy.
///
/// Literals may come from elsewhere, and the hash of the standard library is seeded.
struct ConflictIndex: Sendable {
    /// How many nodes and paths one registration may look at in the tree.
    static let maximumSteps = 1 << 26

    /// How many paths a new one is compared with: the first that rank alike, and the first that are equal; and how many
    /// typed and mixed segments at one place of the tree.
    static let maximumRivals = 32

    /// Of how many routes a conflict with a new one is reported.
    static let maximumConflicts = 16

    /// How many nodes and paths were looked at since the last registration began.
    var steps = 0

    /// Whether everything was looked at, of all that was added.
    var isComplete: Bool { steps <= Self.maximumSteps }

    let addressing: Addressing
    let isIgnoringCase: Bool
    private(set) var records: [RouteRecord] = []
    var paths: [Path] = []

    /// The numbers of the paths with a hash.
    private var similar: [Int: [Int]] = [:]

    /// The tree; empty as long as all priorities are the same.
    var nodes: [Node] = [Node(segment: .wildcard(nil))]
    var children: [Edge: Int] = [:]
    var treeCount = 0
    private var hasPriorities = false

    /// A path of a route.
    struct Path {
        let route: Int
        let expansion: Int
        let isTail: Bool
        /// The hash of its shape, and that of its rank.
        let hashes: [Int]
        /// Texts that its segments take, where these are typed or mixed.
        let examples: [[Bytes]]
        /// Whether a route of higher priority covers it.
        var isCovered = false
    }

    init(_ addressing: Addressing, isIgnoringCase: Bool, _ records: [RouteRecord] = []) {
        self.addressing = addressing
        self.isIgnoringCase = isIgnoringCase
        for record in records { _ = add(record) }
    }

    /// Adds a route, and returns the conflicts that it brings, in the order of the other routes, each once.
    mutating func add(_ record: RouteRecord) -> [RouteConflict] {
        hasPriorities = hasPriorities || records.first.map { $0.priority != record.priority } ?? false
        if hasPriorities { growTree() }
        let number = records.count
        records.append(record)
        let own = paths.count..<paths.count + record.pattern.expansions.count
        for (expansion, path) in record.pattern.expansions.enumerated() {
            paths.append(makePath(number, expansion, path))
        }
        var found = hasPriorities ? unreachable(by: own) : []
        found += likeOnes(own)
        for path in own { for hash in Set(paths[path].hashes) { similar[hash, default: []].append(path) } }
        return found.sorted { $0.first.index < $1.first.index }
    }

    /// The conflicts with routes that rank alike.
    private func likeOnes(_ own: Range<Int>) -> [RouteConflict] {
        var rivals: [Int: [(other: Int, own: Int)]] = [:]
        for path in own {
            for hash in Set(paths[path].hashes) {
                for other in similar[hash, default: []].prefix(Self.maximumRivals) {
                    rivals[paths[other].route, default: []].append((other, path))
                }
            }
        }
        var found: [RouteConflict] = []
        for (route, pairs) in rivals.sorted(by: { $0.key < $1.key }) where found.count < Self.maximumConflicts {
            let number = records.count - 1
            guard records[route].sharesScheme(with: records[number]) else { continue }
            if pairs.contains(where: { isDuplicate(paths[$0.other], paths[$0.own]) }) {
                found.append(conflict(.duplicate, route, number))
            } else if let witness = pairs.lazy.compactMap({ witness(paths[$0.other], paths[$0.own]) }).first {
                found.append(conflict(.ambiguous, route, number, witness))
            }
        }
        return found
    }

    func conflict(_ kind: RouteConflict.Kind, _ first: Int, _ second: Int, _ witness: String? = nil) -> RouteConflict {
        let parties = [first, second].map { number in
            RouteConflict.Party(index: number, pattern: records[number].pattern, priority: records[number].priority)
        }
        return RouteConflict(kind: kind, first: parties[0], second: parties[1], witness: witness)
    }

    /// The segments of a path, without its tail.
    func segments(of path: Path) -> ArraySlice<PatternSegment> {
        records[path.route].pattern.expansions[path.expansion].segmentsBeforeTail
    }

    /// The segments of a path without names, and in small letters where case never counts; without its tail.
    func shapes(of path: Path) -> [PatternSegment] { segments(of: path).map { $0.shape(ignoringCase: isIgnoringCase) } }

    /// Whether case may not count: everywhere, or in a host.
    func isFolded(at depth: Int) -> Bool { isIgnoringCase || depth == 0 && addressing.hasHosts }
}

extension ConflictIndex {
    private func makePath(_ route: Int, _ expansion: Int, _ path: [PatternSegment]) -> Path {
        let segments = path.segmentsBeforeTail
        let examples = segments.enumerated().map { depth, segment in
            segment.isTypedOrMixed ? segment.shape(ignoringCase: isFolded(at: depth)).examples : []
        }
        return Path(
            route: route, expansion: expansion, isTail: path.endsInTail,
            hashes: [hash(path, of: records[route], isShape: true), hash(path, of: records[route], isShape: false)],
            examples: examples)
    }

    /// A hash of all that must be equal in two paths that are alike: of the shape, or of what the order of candidates depends on.
    private func hash(_ path: [PatternSegment], of record: RouteRecord, isShape: Bool) -> Int {
        var hasher = Hasher()
        hasher.combine(record.priority)
        hasher.combine(path.endsInTail)
        for (depth, segment) in path.segmentsBeforeTail.enumerated() {
            if isShape {
                hasher.combine(segment.shape(ignoringCase: isIgnoringCase))
            } else if segment.rank == .literal {
                hasher.combine(segment.shape(ignoringCase: isFolded(at: depth)))
            } else {
                hasher.combine(segment.rank)
                hasher.combine(segment.literalCount)
            }
        }
        let (pattern, query) = (record.pattern, record.pattern.query)
        let host = pattern.host?.shape(ignoringCase: false)
        if isShape || pattern.hostRank == 0 { hasher.combine(host) } else { hasher.combine(pattern.hostRank) }
        if isShape { hasher.combine(Set(query)) } else { hasher.combine(query.count) }
        return hasher.finalize()
    }

    /// Whether two paths are equal but for the names of parameters and for schemes.
    private func isDuplicate(_ first: Path, _ second: Path) -> Bool {
        first.hashes[0] == second.hashes[0] && shapes(of: first) == shapes(of: second)
            && records[first.route].hasConditions(like: records[second.route])
    }

    /// A URL that two routes match with these of their paths, or `nil` when none was found.
    ///
    /// It is looked up in a table of both.
    private func witness(_ first: Path, _ second: Path) -> String? {
        let routes = [records[first.route], records[second.route]]
        guard let path = path(first, second),
            let host = routes[0].pattern.host.example(sharedWith: routes[1].pattern.host),
            let items = routes[0].pattern.query.example(sharedWith: routes[1].pattern.query)
        else { return nil }
        let query = items.map { item in
            let value = item.value.isEmpty ? "" : "=" + item.value.encoded(except: .unreserved)
            return item.name.encoded(except: .unreserved) + value
        }
        let rest = path + (query.isEmpty ? "" : "?") + query.joined(separator: "&")
        let tree = RouteTree(routes, addressing, isIgnoringCase: isIgnoringCase)
        return sites(of: routes, host: host.span.encoded(except: .unreserved)).map { $0 + rest }.first { text in
            guard let url = try? URLText(text), let path = addressing.path(of: url) else { return false }
            let found = tree.all(path, of: url)
            return found.map(\.route) == [0, 1] && found.map(\.expansion) == [first.expansion, second.expansion]
        }
    }

    /// A path of texts that the segments of both take; these rank alike.
    private func path(_ first: Path, _ second: Path) -> String? {
        var texts: [Bytes] = []
        for (depth, (own, other)) in zip(segments(of: first), segments(of: second)).enumerated() {
            let isFolded = isFolded(at: depth)
            if own.isTypedOrMixed {
                func isShared(_ text: Bytes) -> Bool {
                    !text.isDotSegment && other.matches(text.span, ignoringCase: isFolded)
                        && own.matches(text.span, ignoringCase: isFolded)
                }
                let example =
                    first.examples[depth].first(where: isShared) ?? second.examples[depth].first(where: isShared)
                guard let text = example else { return nil }
                texts.append(text)
            } else if case .literal(let text) = own {
                texts.append(isFolded ? text.lowercased : text)
            } else {
                texts.append("1".bytes)
            }
        }
        return texts.isEmpty ? "/" : texts.map { "/" + $0.span.encoded(except: .unreserved) }.joined()
    }

    /// What may stand before the path.
    private func sites(of routes: [RouteRecord], host: String) -> [String] {
        switch addressing {
        case .host(let rule):
            let schemes = routes.filter { !$0.schemes.isEmpty }.map(\.lowercasedSchemes)
            let start = (schemes.reduce(schemes.first ?? ["app"]) { $0.intersection($1) }.min() ?? "app") + ":"
            // A host that is a segment begins the path by itself.
            return rule == .path && host.isEmpty ? [start + "/", start + "//"] : [start + "//" + host]
        case .origins(let origins):
            return origins.map { $0.url(of: "") }
        }
    }
}
