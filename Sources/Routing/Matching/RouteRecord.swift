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
    func takesScheme(of url: URLText) -> Bool { schemes.isEmpty || schemes.contains(where: url.hasScheme) }

    /// Bytes in whose order paths of routes are candidates for a URL that they match: the better one has the smaller bytes.
    ///
    /// They are equal where only the order of registration decides.
    func precedence(of path: [PatternSegment]) -> Bytes {
        let place = ~(UInt64(bitPattern: Int64(priority)) ^ (1 << 63))
        var bytes: Bytes = []
        for shift in 1...8 { bytes.append(UInt8(truncatingIfNeeded: place >> UInt64(64 - 8 * shift))) }
        for depth in 0...path.count { bytes.append(path.rank(at: depth).rawValue) }
        for segment in path where segment.rank == .mixed {
            let count = ~UInt16(segment.literalCount)
            bytes.append(UInt8(count >> 8))
            bytes.append(UInt8(truncatingIfNeeded: count))
        }
        bytes.append(UInt8(pattern.hostRank))
        bytes.append(~UInt8(pattern.query.count))
        return bytes
    }
}

extension PatternSegment? {
    /// Whether a URL has the host; any has, when no host is asked for.
    func matches(_ url: URLText) -> Bool {
        guard let self else { return true }
        switch url.parts.hostKind {
        case .foreign: return false
        case .coded, .dots: return self.rank == .literal && url.hasHost { self.matches($0) }
        case .plain: return url.hasHost { self.matches($0) }
        }
    }
}

extension RouteParameter {
    /// Whether a URL has the item.
    func matches(_ url: URLText) -> Bool {
        guard let place = url.firstQueryPlace(of: name) else { return false }
        guard let type else { return true }
        return url.withSpan { bytes in
            for index in place.value where bytes[index] == UInt8(ascii: "%") || bytes[index] == UInt8(ascii: "+") {
                return type.accepts(PercentCoding.decoded(bytes, place.value, plusIsSpace: true).span)
            }
            return type.accepts(bytes.extracting(place.value))
        }
    }
}

/// How specific a segment is, or what comes in its place, most specific first.
enum Rank: UInt8, Comparable, Sendable {
    case literal, mixed, typed, parameter, wildcard, end, tail

    /// What a segment of the rank begins with in the key of a path: a byte that is in no UTF-8, unless it is a literal.
    var mark: UInt8 { 0xF8 + rawValue }

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
    var endsInTail: Bool { if case .wildcard = last { true } else { false } }

    /// The path without its tail.
    var segmentsBeforeTail: ArraySlice<PatternSegment> { dropLast(endsInTail ? 1 : 0) }

    /// How specific the path is at a segment, or at its end.
    func rank(at depth: Int) -> Rank {
        guard depth < count else { return .end }
        return depth == count - 1 && endsInTail ? .tail : self[depth].rank
    }

    /// Bytes that are alike as far as paths are, but for the names of parameters; each segment ends in a slash.
    ///
    /// Those of literals are a label; see ``UInt8/asLabel``.
    func key(ignoringCase: Bool) -> Bytes {
        var key: Bytes = []
        for depth in indices { self[depth].appendKey(to: &key, rank(at: depth), ignoringCase: ignoringCase) }
        return key
    }
}

extension PatternSegment {
    /// Appends bytes that two segments share if they differ in names only.
    func appendKey(to key: inout Bytes, _ rank: Rank, ignoringCase: Bool) {
        if rank != .literal { key.append(rank.mark) }
        for piece in pieces {
            switch piece {
            case .literal(let text):
                for byte in text { key.append(ignoringCase ? byte.lowercased.asLabel : byte.asLabel) }
            case .parameter(let parameter):
                key.append(0xF7)
                if let type = parameter.type { key += ((type.isNamed ? ":" : "{") + type.name).utf8 }
                key.append(0xF7)
            }
        }
        key.append(UInt8(ascii: "/"))
    }
}

extension Bytes {
    /// The part of a key that is of one segment.
    func segment(from offset: Int) -> ArraySlice<UInt8> {
        self[offset...(self[offset...].firstIndex(of: UInt8(ascii: "/")) ?? offset)]
    }
}
