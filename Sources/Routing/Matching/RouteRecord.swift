/// A route without what it leads to: all that matching, conflicts and explanations need of it.
struct RouteRecord: Sendable {
    let pattern: RoutePattern
    var priority = 0
    var schemes: Set<String> = []
}

/// What a route asks of a URL besides its path.
extension RouteRecord {
    /// Whether it asks for anything.
    var hasConditions: Bool { !schemes.isEmpty || pattern.host != nil || !pattern.query.isEmpty }

    /// Whether a URL has all of it.
    func passes(_ url: URLText) -> Bool {
        takesScheme(of: url) && pattern.host.matches(url) && pattern.query.allSatisfy { $0.matches(url) }
    }

    /// Whether a URL has one of the schemes, in capital or small letters.
    func takesScheme(of url: URLText) -> Bool {
        schemes.isEmpty
            || url.withSpan { bytes in
                let scheme = bytes.extracting(url.parts.scheme)
                return schemes.contains { $0.withSpan { scheme.equals($0, ignoringCase: true) } }
            }
    }

    /// Positive when a path of this route is the better candidate for a URL that both routes take, negative when it is the
    /// worse one, and 0 when only the order of registration decides.
    func precedence(_ path: Int, over other: RouteRecord, _ otherPath: Int) -> Int {
        guard priority == other.priority else { return priority > other.priority ? 1 : -1 }
        let pathSurplus = pattern.expansions[path].precedence(over: other.pattern.expansions[otherPath])
        guard pathSurplus == 0 else { return pathSurplus }
        let surplus = other.pattern.hostRank - pattern.hostRank
        return surplus == 0 ? pattern.query.count - other.pattern.query.count : surplus
    }
}

extension PatternSegment? {
    /// Whether a URL has the host; any has, when no host is asked for.
    func matches(_ url: URLText) -> Bool {
        guard let self else { return true }
        return url.parts.host != nil && (url.hasPlainHost || self.rank == .literal) && url.withHost { self.matches($0) }
    }
}

extension RouteParameter {
    /// Whether a URL has the item.
    func matches(_ url: URLText) -> Bool { url.withFirstQueryValue(of: name) { matches($0) } ?? false }
}

/// How specific a segment is, or what comes in its place, most specific first.
enum Rank: Comparable, Sendable {
    case literal, mixed, typed, parameter, wildcard, end, tail
}

extension PatternSegment {
    var rank: Rank {
        switch self {
        case .literal: .literal
        case .mixed: .mixed
        case .parameter(let parameter): parameter.type == nil ? .parameter : .typed
        case .wildcard: .wildcard
        }
    }

    /// How much literal text a mixed segment has; 0 for the others.
    var literalCount: Int { if case .mixed(let segment) = self { segment.literalCount } else { 0 } }

    /// The parameters, from left to right.
    var parameters: [RouteParameter] {
        switch self {
        case .literal, .wildcard: []
        case .parameter(let parameter): [parameter]
        case .mixed(let segment): segment.parameters
        }
    }
}

extension MixedSegment {
    /// The parameters, from left to right.
    var parameters: [RouteParameter] {
        pieces.compactMap { if case .parameter(let parameter) = $0 { parameter } else { nil } }
    }
}

extension [PatternSegment] {
    /// What the parameters of a path are called, in the order in which they stand in it.
    var names: [String] { flatMap { $0.parameters.map(\.name) } }

    /// Whether the path takes whatever follows.
    var endsInTail: Bool {
        if case .wildcard = last { true } else { false }
    }

    /// The path without its tail.
    var segmentsBeforeTail: ArraySlice<PatternSegment> { dropLast(endsInTail ? 1 : 0) }

    /// How specific the path is at a segment, or at its end.
    func rank(at depth: Int) -> Rank {
        guard depth < count else { return .end }
        return depth == count - 1 && endsInTail ? .tail : self[depth].rank
    }

    /// Positive when the path is the more specific one, negative when it is the less specific one, and 0 when neither is.
    func precedence(over other: [PatternSegment]) -> Int {
        for depth in 0..<Swift.max(count, other.count) where rank(at: depth) != other.rank(at: depth) {
            return rank(at: depth) < other.rank(at: depth) ? 1 : -1
        }
        for (segment, rival) in zip(self, other) {
            let surplus = segment.literalCount - rival.literalCount
            if surplus != 0 { return surplus }
        }
        return 0
    }
}
