extension RouteIndex {
    /// An index of some routes by their places in the list.
    @inline(never)
    convenience init(of routes: [ConflictRoute], _ addressing: Addressing, isIgnoringCase: Bool = false) {
        var tree = RouteTree(isIgnoringCase: isIgnoringCase, hasHosts: addressing.hasHosts)
        for number in routes.indices {
            let route = routes[number]
            tree.insert(route.content, priority: route.priority, schemes: route.schemes, route: number)
        }
        self.init(tree, addressing)
    }
}

/// What the search for conflicts asks of a tree: what stands at a node, and what stands below it.
extension RouteTree {
    /// What patterns say at a node; where case does not count, in small letters.
    ///
    /// Literals are found by their text, and not told here.
    @inline(never)
    func segment(of node: UInt32) -> PatternSegment {
        let detail = Int(variant(of: node).detail)
        switch links[Int(node)].rank {
        case .mixed: return comparable(.mixed(mixed[detail].segment), at: Int(links[Int(node)].depth) - 1)
        case .typed: return .parameter(RouteParameter(name: "", type: types[detail]))
        case .parameter: return .parameter(RouteParameter(name: "", type: nil))
        case .literal, .wildcard: return .wildcard(nil)
        }
    }

    /// A segment of a pattern, in small letters where case does not count.
    @inline(never)
    func comparable(_ segment: PatternSegment, at depth: Int) -> PatternSegment {
        ignoresCase(at: depth) ? segment.folded : segment
    }

    /// Whether a segment may be compared without its case.
    func ignoresCase(at depth: Int) -> Bool { isIgnoringCase || hasHosts && depth == 0 }

    /// The mixed or the typed children of a node.
    func children(of node: UInt32, ranked rank: Rank) -> [UInt32] {
        siblings(from: rank == .mixed ? rarity(of: node).mixed : rarity(of: node).typed)
    }

    /// The literal children of a node that may match the same text.
    func literals(of node: UInt32, like segment: PatternSegment) -> [UInt32] {
        guard hasHosts, node == 0, case .literal(let bytes) = segment else {
            let child = child(of: node, for: segment)
            return child == 0 ? [] : [child]
        }
        return siblings(from: literals.child(in: hosts, bytes.lowercased))
    }

    private func siblings(from first: UInt32) -> [UInt32] {
        var siblings: [UInt32] = []
        var child = first
        while child != 0 {
            siblings.add(child)
            child = variant(of: child).next
        }
        return siblings
    }
}

extension [UInt32] {
    /// Appends a node, if there is one.
    @inline(never)
    mutating func add(_ node: UInt32) {
        if node != 0 { append(node) }
    }
}

extension Bytes {
    /// The whole number that the text is.
    @inline(never)
    var wholeNumber: Int? { span.integer(as: Int.self) }
}

extension PatternSegment {
    /// The segment with its literal text in small letters.
    fileprivate var folded: PatternSegment {
        switch self {
        case .literal(let bytes): return .literal(bytes.lowercased)
        case .mixed(let mixed):
            var pieces: [MixedSegment.Piece] = []
            for piece in mixed.pieces {
                if case .literal(let bytes) = piece {
                    pieces.append(.literal(bytes.lowercased))
                } else {
                    pieces.append(piece)
                }
            }
            return .mixed(MixedSegment(pieces: pieces))
        case .parameter, .wildcard: return self
        }
    }

    /// The one literal that the segment is, by its spelling or by a choice of one word.
    @inline(never)
    var onlyLiteral: PatternSegment? {
        switch self {
        case .literal: self
        case .parameter(let parameter): parameter.words.flatMap { $0.count == 1 ? .literal($0[0]) : nil }
        default: nil
        }
    }
}

/// The literal text that a segment begins with, and that it ends with, turned round.
struct OuterText {
    let first: Bytes
    let last: Bytes

    init(_ first: Bytes, _ last: Bytes) {
        self.first = first
        self.last = Bytes(last.reversed())
    }

    func mayShareText(with other: OuterText) -> Bool {
        Self.agree(first, other.first) && Self.agree(last, other.last)
    }

    private static func agree(_ one: Bytes, _ other: Bytes) -> Bool {
        for index in 0..<min(one.count, other.count) where one[index] != other[index] { return false }
        return true
    }
}

extension PatternSegment {
    /// The literal text that it begins and ends with; one pair, but for a choice of words.
    var outerTexts: [OuterText] {
        var (first, last): (Bytes, Bytes) = ([], [])
        switch self {
        case .literal(let text): (first, last) = (text, text)
        case .mixed(let mixed):
            if case .literal(let text)? = mixed.pieces.first { first = text }
            if case .literal(let text)? = mixed.pieces.last { last = text }
        case .parameter(let parameter):
            guard let words = parameter.words else { break }
            return words.map { OuterText($0, $0) }
        case .wildcard: break
        }
        return [OuterText(first, last)]
    }
}

extension [OuterText] {
    func mayShareText(with others: [OuterText]) -> Bool {
        contains { own in others.contains { own.mayShareText(with: $0) } }
    }
}

extension RouteFilter {
    /// Whether a URL may have a scheme that both take.
    func sharesScheme(with other: RouteFilter) -> Bool {
        schemes.isEmpty || other.schemes.isEmpty || schemes.contains { other.schemes.contains($0) }
    }

    /// Whether both are alike in all but the names of parameters and their schemes.
    func hasShape(of other: RouteFilter) -> Bool {
        host.map(\.shape) == other.host.map(\.shape) && query.hasShape(of: other.query)
    }

    /// Whether both rank alike in the order of routes.
    func ranksAlike(_ other: RouteFilter) -> Bool {
        !isMoreSpecific(than: other) && !other.isMoreSpecific(than: self)
    }

    /// Whether every URL that passes the other passes this, too; false when that cannot be told.
    func covers(_ other: RouteFilter) -> Bool {
        let isScheme = !other.schemes.isEmpty && other.schemes.allSatisfy { schemes.contains($0) }
        return (schemes.isEmpty || isScheme) && host.covers(other.host) && query.covers(other.query)
    }
}
