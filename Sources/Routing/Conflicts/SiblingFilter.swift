/// Which of the mixed and typed children of a node are compared with a segment.
struct SiblingFilter {
    /// How many mixed ones with other literal text are compared: those beyond count as told apart.
    static let maximumCount = 32

    private let tree: RouteTree
    private let oldestAlike: UInt32
    private let values: ValueSketch
    private let rank: Rank

    /// How many with other literal text there were.
    private(set) var count = 0

    init(_ segment: PatternSegment, below node: UInt32, of tree: RouteTree) {
        self.tree = tree
        oldestAlike = tree.nodes[Int(tree.firstAlike(of: node, segment))].oldestAlike
        values = ValueSketch(of: segment)
        rank = segment.rank
    }

    /// Whether a child is a mixed segment with other literal text, of which there were few so far.
    mutating func isUnlike(_ child: UInt32) -> Bool {
        guard tree.nodes[Int(child)].segment.rank == .mixed, tree.nodes[Int(child)].oldestAlike != oldestAlike else {
            return false
        }
        count += 1
        return count <= Self.maximumCount
    }

    /// Whether a child may take all that the segment takes, and is not one of too many.
    mutating func mayCoverSegment(_ child: UInt32) -> Bool {
        rank == .typed && tree.nodes[Int(child)].segment.rank == .typed
            ? tree.nodes[Int(child)].values.mayCover(values) : isComparable(child)
    }

    /// Whether the segment may take all that a child takes, which is not one of too many.
    mutating func mayCoverChild(_ child: UInt32) -> Bool {
        rank == .typed && tree.nodes[Int(child)].segment.rank == .typed
            ? values.mayCover(tree.nodes[Int(child)].values) : isComparable(child)
    }

    private mutating func isComparable(_ child: UInt32) -> Bool {
        switch tree.nodes[Int(child)].segment.rank {
        case .mixed: rank != .mixed || tree.nodes[Int(child)].oldestAlike == oldestAlike || isUnlike(child)
        default: true
        }
    }
}

/// A coarse view of the values that a typed parameter takes, by which most pairs of types are told apart at once.
struct ValueSketch: Sendable {
    /// The bounds of a range.
    private var bounds = Int.min...Int.max
    /// A bit for each word of a choice; words may share bits.
    private var words = UInt64.max

    init() {}

    init(of segment: PatternSegment) {
        guard case .parameter(let parameter) = segment else { return }
        switch parameter.type?.test {
        case .range(let range): bounds = range
        case .choice(let texts):
            words = texts.reduce(0) { words, text in
                let sum = text.reduce(UInt64(text.count)) { ($0 &+ UInt64($1)) &* 0x9E37_79B9_7F4A_7C15 }
                return words | 1 << (sum >> 58)
            }
        default: break
        }
    }

    /// False when some values of the other are not taken.
    func mayCover(_ other: ValueSketch) -> Bool {
        let hasWords = other.words != .max
        return other.words & ~words == 0
            && (hasWords || bounds.contains(other.bounds.lowerBound) && bounds.contains(other.bounds.upperBound))
    }

    /// False when no value is taken by both.
    func mayOverlap(_ other: ValueSketch) -> Bool { words & other.words != 0 && bounds.overlaps(other.bounds) }
}
