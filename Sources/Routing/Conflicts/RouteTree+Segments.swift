/// What the search for conflicts asks of a tree: what stands at a node, and what stands below it.
extension RouteTree {
    /// What patterns say at a node; where case does not count, in small letters.
    ///
    /// Literals are found by their text, and not told here.
    func segment(of node: UInt32) -> PatternSegment {
        let place = places[Int(node)]
        switch place.rank {
        case .mixed: return comparable(.mixed(mixed[Int(place.detail)].segment), at: Int(place.depth) - 1)
        case .typed: return .parameter(RouteParameter(name: "", type: types[Int(place.detail)]))
        case .parameter: return .parameter(RouteParameter(name: "", type: nil))
        case .literal, .wildcard: return .wildcard(nil)
        }
    }

    /// A segment of a pattern, in small letters where case does not count.
    func comparable(_ segment: PatternSegment, at depth: Int) -> PatternSegment {
        ignoresCase(at: depth) ? segment.folded : segment
    }

    /// Whether a segment may be compared without its case.
    func ignoresCase(at depth: Int) -> Bool { isIgnoringCase || hasHosts && depth == 0 }

    /// The children of a node that rank as a segment does; of literals those that may match the same text.
    func children(of node: UInt32, ranking segment: PatternSegment) -> [UInt32] {
        let branches = branches[Int(nodes[Int(node)].branches)]
        return switch segment.rank {
        case .literal: literals(of: node, segment)
        case .mixed: siblings(from: branches.mixed)
        case .typed: siblings(from: branches.typed)
        case .parameter: siblings(from: nodes[Int(node)].parameter)
        case .wildcard: siblings(from: branches.wildcard)
        }
    }

    /// All children of a node.
    func children(of node: UInt32) -> [UInt32] {
        var children: [UInt32] = []
        var child = places[Int(node)].child
        while child != 0 {
            children.append(child)
            child = places[Int(child)].sibling
        }
        return children
    }

    private func literals(of node: UInt32, _ segment: PatternSegment) -> [UInt32] {
        guard hasHosts, node == 0, case .literal(let bytes) = segment else {
            let child = child(of: node, for: segment)
            return child == 0 ? [] : [child]
        }
        let key = LiteralKey(below: Self.hostRoot, bytes.map(\.lowercased))
        return siblings(from: literals.child(for: key))
    }

    private func siblings(from first: UInt32) -> [UInt32] {
        var siblings: [UInt32] = []
        var child = first
        while child != 0 {
            siblings.append(child)
            child = places[Int(child)].next
        }
        return siblings
    }
}

extension PatternSegment {
    /// The segment with its literal text in small letters.
    fileprivate var folded: PatternSegment {
        switch self {
        case .literal(let bytes): .literal(bytes.map(\.lowercased))
        case .mixed(let mixed):
            .mixed(
                MixedSegment(
                    pieces: mixed.pieces.map { piece in
                        if case .literal(let bytes) = piece { .literal(bytes.map(\.lowercased)) } else { piece }
                    }))
        case .parameter, .wildcard: self
        }
    }

    /// The one literal that the segment is, by its spelling or by a choice of one word.
    var onlyLiteral: PatternSegment? {
        switch self {
        case .literal: self
        case .parameter(let parameter): parameter.words.flatMap { $0.count == 1 ? .literal($0[0]) : nil }
        default: nil
        }
    }
}
