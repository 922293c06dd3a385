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

        var hasChildren: Bool { mixed | typed | wildcard != 0 }
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
        let node: UInt32
        /// What else has to hold, in ``RouteTree/conditions``; 0 when nothing has to, and the priority is 0.
        let condition: UInt32
        var next: UInt32 = 0
        /// The last of the list, kept by the first.
        var last: UInt32 = 0
        let expansion: UInt8
        let parameterCount: UInt8
        let isTail: Bool
        let isMixed: Bool

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

extension PatternSegment {
    /// The parameters, from left to right.
    var parameters: [RouteParameter] {
        switch self {
        case .literal, .wildcard: []
        case .parameter(let parameter): [parameter]
        case .mixed(let segment): segment.parameters
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
