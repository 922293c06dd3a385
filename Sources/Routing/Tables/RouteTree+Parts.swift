extension RouteTree {
    /// A place that some patterns lead to.
    ///
    /// Number 0 is the root, which is nobody's child, so that 0 also means "none".
    struct Node: Sendable {
        var parameter: UInt32 = 0
        /// The first of the routes that end here, and of those that take whatever follows.
        var end: UInt32 = 0
        var tail: UInt32 = 0
        /// Where in ``RouteTree/rarities`` stands what few nodes have, or 0.
        var rarity: UInt32 = 0
        /// Where the literals below this node are found.
        var literals = LiteralIndex.Region()
    }

    /// What few nodes have: other children than literals and a parameter, and routes below them with a priority.
    struct Rarity: Sendable {
        /// The highest and the lowest priority among this node and all below it.
        var highest = 0
        var lowest = 0
        /// The first mixed and typed child, and the wildcard.
        var mixed: UInt32 = 0
        var typed: UInt32 = 0
        var wildcard: UInt32 = 0
    }

    /// How nodes hang together, for all that is not done at each lookup.
    struct Links: Sendable {
        let parent: UInt32
        /// Where in ``RouteTree/variants`` stands what only nodes have that share their rank with siblings, or 0.
        var variant: UInt32 = 0
        let depth: UInt8
        let rank: Rank
    }

    /// One of several siblings of the same rank that one segment may fit.
    struct Variant: Sendable {
        /// The next of them.
        var next: UInt32 = 0
        /// Which type or mixed segment it is.
        var detail: UInt32 = 0
    }

    /// A typed or mixed child, by what it looks like.
    struct Other: Hashable {
        let parent: UInt32
        let shape: PatternSegment
    }

    /// How specific a segment is, most specific first.
    enum Rank: UInt8, Comparable, Sendable {
        case literal
        case mixed
        case typed
        case parameter
        case wildcard

        static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    /// A route that ends at a node, in a list in the order in which they are asked.
    struct Ending: Sendable {
        let route: UInt32
        var node: UInt32 = 0
        /// What else has to hold, in ``RouteTree/conditions``; 0 when nothing has to, and the priority is 0.
        let condition: UInt32
        var next: UInt32 = 0
        /// The last of the list, kept by the first.
        var last: UInt32 = 0
        let expansion: UInt8
        var parameterCount: UInt8 = 0
        var isTail = false
        var isMixed = false

        init(route: Int, condition: UInt32, expansion: Int = 0) {
            self.route = UInt32(route)
            self.condition = condition
            self.expansion = UInt8(expansion)
        }

        /// The number of the expansion and that of the parameters, as ``RouteHit`` has them.
        @inline(__always)
        var head: UInt32 { UInt32(expansion) | UInt32(parameterCount) &<< 8 }
    }

    /// What routes ask for besides their path, and how early they are asked.
    struct Condition: Sendable {
        let priority: Int
        let filter: RouteFilter
    }
}

extension RouteTree {
    /// The child of a node for a segment of a pattern, or 0.
    func child(of node: UInt32, for segment: PatternSegment) -> UInt32 {
        switch segment {
        case .literal(let bytes):
            literals.child(
                in: nodes[Int(node)].literals, isIgnoringCase ? bytes.lowercased : bytes)
        case .parameter(let parameter) where parameter.type == nil: nodes[Int(node)].parameter
        case .mixed, .parameter: others[Other(parent: node, shape: segment.shape)] ?? 0
        case .wildcard: rarity(of: node).wildcard
        }
    }

    /// What few nodes have.
    func rarity(of node: UInt32) -> Rarity { rarities[Int(nodes[Int(node)].rarity)] }

    /// What a route asks for besides its path, and how early it is asked.
    func condition(of ending: UInt32) -> Condition { conditions[Int(endings[Int(ending)].condition)] }

    /// Whether a new ending of a list comes before one that is there.
    func isBefore(_ ending: Ending, _ other: UInt32) -> Bool {
        let own = conditions[Int(ending.condition)]
        let other = condition(of: other)
        guard own.priority == other.priority else { return own.priority > other.priority }
        return own.filter.isMoreSpecific(than: other.filter)
    }

    /// What is only said of nodes that share their rank with siblings.
    func variant(of node: UInt32) -> Variant { variants[Int(links[Int(node)].variant)] }
}

extension PatternSegment {
    /// The parameters, from left to right.
    var parameters: [RouteParameter] {
        switch self {
        case .literal, .wildcard: []
        case .parameter(let parameter): [parameter]
        case .mixed(let segment): segment.parameters
        }
    }

    /// How many parameters there are.
    var parameterCount: Int {
        switch self {
        case .literal, .wildcard: 0
        case .parameter: 1
        case .mixed(let segment): segment.parameters.count
        }
    }

    var rank: RouteTree.Rank {
        switch self {
        case .literal: .literal
        case .mixed: .mixed
        case .parameter(let parameter): parameter.type == nil ? .parameter : .typed
        case .wildcard: .wildcard
        }
    }
}

extension MixedSegment {
    /// The parameters, from left to right.
    var parameters: [RouteParameter] {
        pieces.compactMap { piece in
            if case .parameter(let parameter) = piece { parameter } else { nil }
        }
    }
}

extension [PatternSegment] {
    /// Whether the path takes whatever follows.
    var endsInTail: Bool {
        if case .wildcard = last { true } else { false }
    }

    /// The path without its tail.
    var segmentsBeforeTail: ArraySlice<PatternSegment> { dropLast(endsInTail ? 1 : 0) }
}

extension UInt8 {
    /// The small letter, if this is a capital one of ASCII.
    @inline(__always) var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

/// A mixed segment of a tree, which may have to compare its literal text case-insensitively.
struct MixedForm: Sendable {
    let segment: MixedSegment

    /// How much literal text there is.
    let literalCount: Int

    /// The segment in small letters and without types, since only literal text is compared without its case.
    private let folded: MixedSegment?

    init(_ segment: MixedSegment, isIgnoringCase: Bool, isHost: Bool) {
        self.segment = segment
        literalCount = segment.literalCount
        folded = isIgnoringCase || isHost ? segment.foldedWithoutTypes : nil
    }

    /// Whether a decoded segment matches.
    func matches(_ plain: Span<UInt8>) -> Bool { segment.matches(plain) }

    /// Where in a decoded segment the values of the parameters stand.
    func ranges(in plain: Span<UInt8>) -> [Range<Int>]? { segment.ranges(in: plain) }

    /// The same for literal text that is compared in small letters.
    func ranges(in plain: Span<UInt8>, folded text: Span<UInt8>) -> [Range<Int>]? {
        guard let folded, let ranges = folded.ranges(in: text) else { return nil }
        for (parameter, range) in zip(segment.parameters, ranges) {
            guard parameter.type?.accepts(plain.extracting(range)) ?? true else { return nil }
        }
        return ranges
    }
}

extension MixedSegment {
    fileprivate var foldedWithoutTypes: MixedSegment {
        MixedSegment(
            pieces: pieces.map { piece in
                switch piece {
                case .literal(let bytes): .literal(bytes.lowercased)
                case .parameter(let parameter): .parameter(RouteParameter(name: parameter.name, type: nil))
                }
            })
    }
}
