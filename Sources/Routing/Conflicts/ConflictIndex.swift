/// The routes of a table, among which the conflicts of another route are found when it is added.
///
/// The paths of all routes form a tree of segments. One walk for each path of a new route finds the paths that it covers, those
/// that cover it, and those that rank alike; see `visit(_:_:_:)`.
///
/// A route costs no more the more others there are: it is compared with a limited number of them. All searches of a
/// registration together may take a number of steps, so that a list from an untrusted source cannot keep a program busy.
///
/// Literals may come from elsewhere, and the hash of the standard library is seeded.
struct ConflictIndex: Sendable {
    /// How many nodes and paths one registration may look at in the tree.
    static let maximumSteps = 1 << 26

    /// How many paths of the same segments, and how many typed and mixed segments at one place, a new path is compared with: the
    /// first of each.
    static let maximumRivals = 32

    /// With how many routes of the same rank a conflict of a new one is reported.
    static let maximumConflicts = 16

    /// How many nodes and paths were looked at since the last registration began.
    var steps = 0

    /// Whether everything was looked at, of all that was added.
    var isComplete: Bool { steps <= Self.maximumSteps }

    let addressing: Addressing
    let isIgnoringCase: Bool
    private(set) var records: [RouteRecord] = []
    var paths: [Path] = []
    var nodes: [Node] = [Node(segment: .wildcard(nil), examples: [])]
    var children: [Edge: [Int]] = [:]
    private var hasPriorities = false

    /// A path of a route.
    struct Path {
        let route: Int
        let expansion: Int
        let isTail: Bool
        /// Whether a route of higher priority covers it.
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
        let found = unreachable(by: walks) + likeOnes(walks)
        for walk in walks { insert(walk) }
        return found.sorted { $0.first.index < $1.first.index }
    }

    /// The conflicts of routes of which one never gets a URL, since routes of higher priority cover each of its paths.
    private mutating func unreachable(by walks: [Walk]) -> [RouteConflict] {
        var found: [RouteConflict] = []
        for other in walks.flatMap(\.covered) where !paths[other].isCovered {
            paths[other].isCovered = true
            let (route, first) = (paths[other].route, other - paths[other].expansion)
            let all = first..<first + records[route].pattern.expansions.count
            if paths[all].allSatisfy(\.isCovered) { found.append(conflict(.unreachable, with: route)) }
        }
        if let last = walks.map(\.coverer).max(), last < .max { found.append(conflict(.unreachable, with: last)) }
        return found
    }

    /// The conflicts with routes that rank alike.
    private func likeOnes(_ walks: [Walk]) -> [RouteConflict] {
        let rivals = Dictionary(grouping: walks.flatMap(\.rivals)) { paths[$0.path].route }
        var found: [RouteConflict] = []
        for (route, rivals) in rivals.sorted(by: { $0.key < $1.key }) where found.count < Self.maximumConflicts {
            if rivals.contains(where: \.isEqual) {
                found.append(conflict(.duplicate, with: route))
            } else if let witness = rivals.lazy.compactMap({ witness(of: $0) }).first {
                found.append(conflict(.ambiguous, with: route, witness))
            }
        }
        return found
    }

    /// A conflict of the last route with another.
    private func conflict(_ kind: RouteConflict.Kind, with route: Int, _ witness: String? = nil) -> RouteConflict {
        let parties = [route, records.count - 1].map { number in
            RouteConflict.Party(index: number, pattern: records[number].pattern, priority: records[number].priority)
        }
        return RouteConflict(kind: kind, first: parties[0], second: parties[1], witness: witness)
    }

    /// Whether case may not count: everywhere, or in a host.
    func isFolded(at depth: Int) -> Bool { isIgnoringCase || depth == 0 && addressing.hasHosts }
}

extension ConflictIndex {
    /// A URL that the last route and another match, with paths that rank alike, or `nil` when none was found.
    ///
    /// It is looked up in a table of both.
    private func witness(of rival: Rival) -> String? {
        let routes = [records[paths[rival.path].route], records[records.count - 1]]
        guard let host = routes[0].pattern.host.example(sharedWith: routes[1].pattern.host),
            let items = routes[0].pattern.query.example(sharedWith: routes[1].pattern.query)
        else { return nil }
        let query = items.map { item in
            let value = item.value.isEmpty ? "" : "=" + item.value.encoded(except: .unreserved)
            return item.name.encoded(except: .unreserved) + value
        }
        let path = rival.texts.isEmpty ? "/" : rival.texts.map { "/" + $0.span.encoded(except: .unreserved) }.joined()
        let rest = path + (query.isEmpty ? "" : "?") + query.joined(separator: "&")
        let tree = RouteTree(routes, addressing, isIgnoringCase: isIgnoringCase)
        return sites(of: routes, host: host.span.encoded(except: .unreserved)).map { $0 + rest }.first { text in
            guard let url = try? URLText(text), let path = addressing.path(of: url) else { return false }
            let found = tree.all(path, of: url)
            return found.map(\.route) == [0, 1]
                && found.map(\.expansion) == [paths[rival.path].expansion, rival.expansion]
        }
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
