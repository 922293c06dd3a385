/// The routes as a tree over bytes, in which paths are looked up.
///
/// A literal segment is its text and the slash behind it, and a run of literals without
/// an alternative is one label: `/users/me/settings` alone is the label `users/me/settings/`. Behind the path stands a
/// slash that is not there, so that its last segment ends as all others do.
///
/// A lookup goes from node to node as long as a label fits. Where none does, it takes the next alternative: a mixed
/// segment, a parameter, a wildcard or a tail. A tree has one way to each node, so what remains untried there is known when
/// the tree is laid out: the alternatives of a node are followed by those of the nodes above it, the nearest first. The
/// first route that is found so is the best, unless priorities differ, or several mixed or typed segments fit at one
/// place; then what may be better is tried as well.
///
/// Nothing is noted on the way. Which segments are values is known from the route, and where they are in the path from the
/// slashes before them; see ``RouteHit``.
///
/// Labels are decoded, with 0xFE for a percent sign and 0xFF for a slash inside of a segment; neither is in any UTF-8. So a
/// label never fits text that would have to be decoded, and only what alternatives take is searched for that. If there is
/// any, the lookup begins again with a decoded copy of the path; see ``DecodedPath``.
struct ByteTree: Sendable {
    /// All nodes, of which the children of one are neighbours and number 0 is the root.
    let nodes: ContiguousArray<Node>
    /// The text of all labels.
    let labels: Bytes
    /// Number 0 means "none".
    let alternatives: ContiguousArray<Alternative>
    /// All endings: those of one node are neighbours, in the order of candidates, and number 0 means "none".
    let endings: ContiguousArray<Ending>
    let types: [ParameterType]
    let mixed: [MixedSegment]
    let filters: [RouteFilter]
    let ranks: [Bytes]
    let isIgnoringCase: Bool
    /// Whether the first route that is found may not be the best.
    let hasRivals: Bool

    init(_ tree: RouteTree) {
        var layout = ByteTreeLayout(of: tree)
        layout.run()
        nodes = layout.nodes
        labels = layout.labels
        alternatives = layout.alternatives
        endings = layout.endings
        types = layout.types
        mixed = layout.mixed
        filters = tree.filters
        ranks = tree.ranks
        isIgnoringCase = tree.isIgnoringCase
        hasRivals = layout.hasPeers || tree.nodes[0].lowest != tree.nodes[0].highest
    }

    /// A place in the tree, and the label that leads to it.
    struct Node: Sendable {
        /// The first eight bytes of the label, all of it, and by how many bits to shift a word so that only it counts.
        var word: UInt64 = 0xFDFD_FDFD_FDFD_FDFD
        var label: UInt32 = 0
        var count: UInt16 = 8
        var shift: UInt8 = 0
        /// There is a child for each byte from `low` on, `width` of them from `children` on; some never fit.
        var low: UInt8 = 0
        var width: UInt16 = 0
        /// How many segments are complete here.
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
        let highest: Int
    }

    /// A route that ends at a node.
    struct Ending: Sendable {
        let content: RouteTree.Ending
        /// The mixed segments on the way, if there are any.
        let mixed: MixedPlaces?
        /// Whether another ending of the same node follows.
        let hasNext: Bool
        /// Whether it asks for anything besides the path.
        var isConditional: Bool { content.filter != 0 || content.isHostOnly }
    }
}
