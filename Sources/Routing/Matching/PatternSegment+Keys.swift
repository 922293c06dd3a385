extension PatternSegment {
    var rank: Rank {
        switch self {
        case .literal: .literal
        case .mixed: .mixed
        case .parameter(let parameter): parameter.type == nil ? .parameter : .typed
        case .wildcard: .wildcard
        }
    }

    /// The length of the literal text of a mixed segment; 0 for other segments.
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
    /// The names of the parameters of the path, from left to right.
    var names: [String] { flatMap { $0.parameters.map(\.name) } }

    /// A Boolean value that indicates whether the path takes whatever follows.
    var endsInTail: Bool { if case .wildcard = last { true } else { false } }

    /// The path without its tail.
    var segmentsBeforeTail: ArraySlice<PatternSegment> { dropLast(endsInTail ? 1 : 0) }

    /// The rank of the path at a segment, or at its end.
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
