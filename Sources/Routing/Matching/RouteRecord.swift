/// A route without what it leads to: all that matching, conflicts and explanations need of it.
///
/// A class, so that tables that share a route share its pattern as well.
final class RouteRecord: Sendable {
    let pattern: RoutePattern
    let content: PatternContent
    let priority: Int
    let schemes: Set<String>
    let filter: RouteFilter

    init(_ pattern: RoutePattern, _ content: PatternContent, priority: Int = 0, schemes: Set<String> = []) {
        self.pattern = pattern
        self.content = content
        self.priority = priority
        self.schemes = schemes
        let asksForNothing = schemes.isEmpty && content.host == nil && content.query.isEmpty
        filter = asksForNothing ? .nothing : RouteFilter(schemes: schemes, host: content.host, query: content.query)
    }

    /// The name of the parameter that the host is bound to, if there is one.
    var hostName: String? {
        if case .parameter(let parameter) = content.host { parameter.name } else { nil }
    }

    /// The parameters of the path in the order of the pattern, those of all groups included.
    var pathParameters: ArraySlice<RouteParameter> { content.parameters.dropFirst(hostName == nil ? 0 : 1) }

    /// The place of a name among ``pathParameters``, or `nil`.
    func number(ofParameter name: String) -> Int? {
        let parameters = content.parameters
        let first = hostName == nil ? 0 : 1
        for index in first..<parameters.count where parameters[index].name == name { return index - first }
        return nil
    }
}

/// What a route asks of a URL besides its path.
final class RouteFilter: Sendable {
    /// In small letters; empty when any will do.
    let schemes: [Bytes]
    let host: HostPattern?
    let query: [QueryRequirement]

    /// The filter that every URL passes.
    static let nothing = RouteFilter()

    init(schemes: Set<String> = [], host: HostPattern? = nil, query: [QueryRequirement] = []) {
        self.schemes = schemes.map { $0.bytes.lowercased }
        self.host = host
        self.query = query
    }

    /// Whether everything passes.
    var isEmpty: Bool { schemes.isEmpty && host == nil && query.isEmpty }

    /// Whether a route that is alike in all else comes before another one.
    func isMoreSpecific(than other: RouteFilter) -> Bool {
        (host.rank, -query.count) < (other.host.rank, -other.query.count)
    }

    /// Whether a URL has what the route asks for.
    func passes(_ url: URLText) -> Bool {
        guard schemes.isEmpty || hasScheme(of: url) else { return false }
        if let host {
            guard url.parts.host != nil, url.hasPlainHost, url.withHost({ host.matches($0) }) else { return false }
        }
        return query.allSatisfy { item in url.withFirstQueryValue(of: item.key) { item.matches($0) } ?? false }
    }

    private func hasScheme(of url: URLText) -> Bool {
        url.withSpan { bytes in
            schemes.contains { scheme in
                PercentCoding.isEqual(bytes, url.parts.scheme, to: scheme.span, ignoringCase: true)
            }
        }
    }
}

/// How specific a segment is, or what comes in its place, most specific first.
enum Rank: UInt8, Comparable, Sendable {
    case literal, mixed, typed, parameter, wildcard, end, tail

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
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

    /// How specific a path is, as bytes that compare from the left: the ranks of its segments and how it ends, then for
    /// each mixed segment how much literal text it has, more first.
    var rank: Bytes {
        var bytes = Bytes(segmentsBeforeTail.map(\.rank.rawValue))
        bytes.append((endsInTail ? Rank.tail : .end).rawValue)
        for case .mixed(let mixed) in self {
            let count = UInt16.max - UInt16(clamping: mixed.literalCount)
            bytes += [UInt8(count >> 8), UInt8(count & 0xFF)]
        }
        return bytes
    }
}
