@testable import Routing

/// The rules of matching and order written down once more, without a tree: every path of every route is tried.
struct OrderModel {
    private let routes: [ModelRoute]

    init(routes: [RouteTable<Int>.Route]) { self.routes = routes.map(ModelRoute.init) }

    /// The routes for the path of a URL, or for a path alone, best first, each once, with the values of their parameters in the path.
    func matches(_ url: URLText?, path: String) -> [(route: Int, values: [String])] {
        let segments = Self.segments(of: path)
        var candidates: [Candidate] = []
        for (number, route) in routes.enumerated() where fits(route, url) {
            for (expansion, pattern) in route.pattern.expansions.enumerated() {
                guard let values = Self.values(of: pattern, in: segments) else { continue }
                candidates.append(Candidate(route, number, expansion, pattern, values))
            }
        }
        candidates.sort { $0.comesBefore($1) }
        var known: Set<Int> = []
        return candidates.filter { known.insert($0.number).inserted }.map { ($0.number, $0.values) }
    }

    private func fits(_ route: ModelRoute, _ url: URLText?) -> Bool {
        guard let url else { return route.schemes.isEmpty && route.pattern.host == nil && route.pattern.query.isEmpty }
        guard route.schemes.isEmpty || route.schemes.contains(url.scheme) else { return false }
        if let host = route.pattern.host {
            guard let text = url.host, host.matches(Bytes(text.lowercased().utf8).span) else { return false }
        }
        return route.pattern.query.allSatisfy { item in
            url.firstQueryValue(of: item.name).map { item.type?.accepts($0) ?? true } ?? false
        }
    }

    static func segments(of path: String) -> [String] {
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if segments.first == "" { segments.removeFirst() }
        if segments.last == "" { segments.removeLast() }
        return segments
    }

    private static func values(of pattern: [PatternSegment], in segments: [String]) -> [String]? {
        let fixed = pattern.segmentsBeforeTail
        guard segments.count == fixed.count || (segments.count > fixed.count && pattern.endsInTail) else { return nil }
        var values: [String] = []
        for (part, segment) in zip(fixed, segments) {
            let bytes = Bytes(segment.utf8)
            guard !bytes.isEmpty else { return nil }
            switch part {
            case .literal(let literal): guard literal == bytes else { return nil }
            case .wildcard: continue
            case .parameter(let parameter):
                guard parameter.type?.accepts(segment) ?? true else { return nil }
                values.append(segment)
            case .mixed(let mixed):
                guard let ranges = mixed.ranges(in: bytes.span) else { return nil }
                values += ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
            }
        }
        return values
    }
}

/// A route, its pattern read once.
private struct ModelRoute {
    let pattern: RoutePattern
    let schemes: Set<String>
    let priority: Int

    init(_ route: RouteTable<Int>.Route) {
        pattern = route.pattern
        schemes = Set(route.schemes)
        priority = route.priority
    }
}

/// A path of a route that fits a URL, and all that its rank depends on.
private struct Candidate {
    let number: Int
    let values: [String]
    private let priority: Int
    private let ranks: [Int]
    private let literals: [Int]
    private let rest: [Int]

    init(
        _ route: ModelRoute, _ number: Int, _ expansion: Int, _ pattern: [PatternSegment], _ values: [String]
    ) {
        self.number = number
        self.values = values
        priority = route.priority
        let fixed = pattern.segmentsBeforeTail
        ranks = fixed.map(Self.rank) + [pattern.endsInTail ? 6 : 5]
        literals = fixed.map { if case .mixed(let mixed) = $0 { -mixed.literalCount } else { 0 } }
        let hostRank =
            switch route.pattern.host {
            case .literal: 0
            case .mixed: 1
            case .parameter, .wildcard: 2
            case nil: 3
            }
        rest = [hostRank, -route.pattern.query.count, number, expansion]
    }

    private static func rank(_ segment: PatternSegment) -> Int {
        switch segment {
        case .literal: 0
        case .mixed: 1
        case .parameter(let parameter): parameter.type == nil ? 3 : 2
        case .wildcard: 4
        }
    }

    func comesBefore(_ other: Candidate) -> Bool {
        guard priority == other.priority else { return priority > other.priority }
        guard ranks == other.ranks else { return ranks.lexicographicallyPrecedes(other.ranks) }
        guard literals == other.literals else { return literals.lexicographicallyPrecedes(other.literals) }
        return rest.lexicographicallyPrecedes(other.rest)
    }
}
