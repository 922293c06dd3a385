extension RouteTree {
    /// A place that some patterns lead to, as far as a lookup looks at it each time.
    ///
    /// Number 0 is the root, which is nobody's child, so that 0 also means "none".
    struct Node: Sendable {
        /// The highest priority among this node and all below it.
        var priority: Int
        /// A bit for every length that a literal below this node has; see ``LiteralKey/lengthBit(_:)``.
        var lengths: UInt64 = 0
        var parameter: UInt32 = 0
        /// Where the rarer kinds of children stand in ``branches``, or 0.
        var branches: UInt32 = 0
        /// The first of the routes that end here, and of those that take whatever follows.
        var end: UInt32 = 0
        var tail: UInt32 = 0
    }

    /// The rarer kinds of children: the first mixed and typed ones, and the wildcard.
    struct Branches: Sendable {
        var mixed: UInt32 = 0
        var typed: UInt32 = 0
        var wildcard: UInt32 = 0
    }

    /// How a node is reached, for all that is not done at each lookup.
    struct Place: Sendable {
        /// The lowest priority among this node and all below it.
        var lowestPriority = Int.max
        let parent: UInt32
        /// The child that came last, and the sibling that came before, of whatever rank.
        var child: UInt32 = 0
        var sibling: UInt32 = 0
        /// The next sibling of the same rank, where there are several that one segment may fit.
        var next: UInt32 = 0
        /// Which type or mixed segment it is.
        var detail: UInt32 = 0
        /// The bytes of literal text in a mixed segment.
        var literalCount: UInt16 = 0
        let depth: UInt8
        let rank: Rank
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
        let priority: Int
        /// Which segment each parameter of the path stands in, for the first ``parameterCount`` of them.
        var positions = SIMD16<UInt8>()
        let route: UInt32
        let node: UInt32
        /// What else has to hold, in ``filters``; 0 when nothing has to.
        let filter: UInt32
        var next: UInt32 = 0
        /// The last of the list, kept by the first.
        var last: UInt32 = 0
        let expansion: UInt8
        /// The number of segments before the tail.
        let depth: UInt8
        var parameterCount: UInt8 = 0
        var isMixed = false
        let isTail: Bool
    }
}

extension RouteTree.Ending {
    /// The number of the expansion and that of the parameters, as ``RouteHit`` has them.
    var head: UInt32 { UInt32(expansion) | UInt32(parameterCount) << 8 }

    /// Notes where the parameters of a path stand.
    mutating func take(_ path: [PatternSegment]) {
        for (position, segment) in path.enumerated() {
            if case .mixed = segment { isMixed = true }
            for _ in segment.parameters {
                positions[Int(parameterCount)] = UInt8(position)
                parameterCount += 1
            }
        }
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
