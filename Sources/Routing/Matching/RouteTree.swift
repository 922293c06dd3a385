/// The paths of all routes as a radix tree over bytes, in which paths are looked up.
///
/// A literal segment is its text and the slash behind it, and a run of literals without an alternative is one label:
/// `/users/me/settings/` alone is the label `users/me/settings/`. A virtual slash follows the path, so that its last
/// segment ends as all others do.
///
/// A lookup descends as long as a label fits. Where none does, it takes the next alternative: a mixed segment, a parameter, a
/// wildcard or a tail. A tree has one way to each node, so what remains untried there is known when the tree is built: the
/// alternatives of a node are followed by those of the nodes above it, the nearest first. The first route that is found so
/// is the best, unless priorities differ, or several mixed or typed segments fit at one place; then what may be better is
/// tried as well. Nothing is recorded on the way: which segments are values is known from the route; see ``RouteHit``.
///
/// Labels are decoded, with 0xFE for a percent sign and 0xFF for a slash inside of a segment; neither is in any UTF-8. So a
/// label never fits text that has to be decoded, and only what alternatives take is searched for escapes and dot segments.
struct RouteTree: Sendable {
    /// All nodes, of which the children of one are neighbors and number 0 is the root.
    let nodes: ContiguousArray<Node>
    /// The text of all labels.
    let labels: Bytes
    /// Number 0 means "none".
    let alternatives: ContiguousArray<Alternative>
    /// All endings: those of one node are neighbors, in the order of candidates, and number 0 means "none".
    let endings: ContiguousArray<Ending>
    let types: [ParameterType]
    let mixed: [MixedSegment]
    /// The paths that have a mixed segment; number 0 means "none".
    let mixedPaths: [MixedPath]
    /// Number 0 asks for nothing.
    let filters: [RouteFilter]
    let ranks: [Bytes]
    let isIgnoringCase: Bool
    /// Whether the first route that is found may not be the best.
    let hasRivals: Bool

    /// A tree of routes, in which their numbers are those in the list.
    init(_ records: [RouteRecord], isIgnoringCase: Bool, hasHosts: Bool) {
        var builder = RouteTreeBuilder(isIgnoringCase: isIgnoringCase, hasHosts: hasHosts)
        builder.build(records)
        // Copies, since an array that grew has room for as much again.
        nodes = ContiguousArray(builder.nodes[...])
        labels = Bytes(builder.labels[...])
        alternatives = ContiguousArray(builder.alternatives[...])
        endings = ContiguousArray(builder.endings[...])
        types = builder.types
        mixed = builder.mixed
        mixedPaths = builder.mixedPaths
        filters = builder.filters
        ranks = builder.ranks
        self.isIgnoringCase = isIgnoringCase
        hasRivals = builder.hasRivals
    }

    /// A place in the tree, and the label that leads to it.
    struct Node: Sendable {
        /// The first eight bytes of the label, all of it, and by how many bits to shift a word so that only it counts.
        ///
        /// Where there is no child, the word fits no text, and nothing is counted.
        var word: UInt64 = 0xFDFD_FDFD_FDFD_FDFD
        var label: UInt32 = 0
        var count: UInt16 = 0
        var shift: UInt8 = 0
        /// There is a child for each byte from `low` on, `width` of them from `children` on; some never fit.
        var low: UInt8 = 0
        var width: UInt16 = 0
        /// How many segments have begun before here.
        var depth: UInt8 = 0
        var children: UInt32 = 0
        var alternative: UInt32 = 0
        /// The best of the routes that end here.
        var ending: UInt32 = 0
    }

    /// What a lookup may try where no label fits.
    struct Alternative: Sendable {
        let rank: Rank
        /// Whether the alternative before is of the same rank at the same place.
        let isPeer: Bool
        /// The number of the segment that it takes.
        let depth: UInt8
        /// Where it leads; the ending of a tail.
        var target: UInt32 = 0
        /// Which type or mixed segment it is.
        var detail: UInt32 = 0
        /// What to try after it.
        var next: UInt32 = 0
        /// The highest priority among the routes that it leads to.
        var highest = Int.min
    }

    /// A path of a route that ends at a node, and all that a match has to know of it.
    struct Ending: Sendable {
        /// For each parameter that takes part the number of its segment.
        var places = SIMD16<UInt8>()
        var priority = Int.min
        var route: UInt32 = 0
        var filter: UInt32 = 0
        var rank: UInt32 = 0
        /// Its number among the paths that have a mixed segment, or 0.
        var mixedPath: UInt32 = 0
        /// Which of the parameters of the pattern take part, the first in the lowest bit.
        var taken: UInt16 = 0
        var expansion: UInt8 = 0
        /// The number of segments before the tail; `noTail` when there is none.
        var tailDepth = Self.noTail
        /// Whether this stands for a path whose first literal has capital letters, and takes part for hosts alone.
        var isHostOnly = false
        /// Whether another ending of the same node follows.
        var hasNext = false

        static let noTail = UInt8.max

        /// Whether it asks for anything besides the path.
        var isConditional: Bool { filter != 0 || isHostOnly }

        /// Whether this is a better candidate than another ending of the same rank.
        func comesBefore(_ other: Self, _ filters: [RouteFilter]) -> Bool {
            guard priority == other.priority else { return priority > other.priority }
            let (own, others) = (filters[Int(filter)], filters[Int(other.filter)])
            if own.isMoreSpecific(than: others) { return true }
            if others.isMoreSpecific(than: own) { return false }
            return (route, expansion) < (other.route, other.expansion)
        }
    }
}

extension UInt8 {
    /// The byte as it is in a label.
    var asLabel: UInt8 {
        switch self {
        case UInt8(ascii: "%"): 0xFE
        case UInt8(ascii: "/"): 0xFF
        default: self
        }
    }
}
