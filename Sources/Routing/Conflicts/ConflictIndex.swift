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

    let addressing: Addressing
    let isIgnoringCase: Bool
    private(set) var records: [RouteRecord] = []
    var paths: [Path] = []
    var nodes: [Node] = [Node(segment: .wildcard(nil), examples: [])]
    /// The children of each node for each segment; see `edge(from:_:at:)`.
    var children: [Bytes: [Int]] = [:]
    private var hasPriorities = false

    /// A path of a route.
    struct Path {
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
    func isFolded(at depth: Int) -> Bool { isIgnoringCase || depth == 0 && addressing.hasHosts }
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
