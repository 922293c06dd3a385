/// The nodes of a ``RouteTree``, and how they are built.
///
/// A literal segment is its text and the slash behind it, and a run of literals without an alternative is one label:
/// `/users/me/settings/` alone is the label `users/me/settings/`. A virtual slash follows the path, so that its last
/// segment ends as all others do.
///
/// A tree has one way to each node, so what remains untried there is known when the tree is built: the alternatives of a node
/// are followed by those of the nodes above it, the nearest first.
struct PathTree: Sendable {
    /// All nodes, of which the children of one are neighbors and number 0 is the root.
    private(set) var nodes: ContiguousArray<Node> = [.init()]
    /// The text of all labels.
    private(set) var labels: Bytes = []
    /// Number 0 means "none".
    private(set) var alternatives: ContiguousArray<Alternative> = [.init(rank: .tail, depth: 0, target: 0, next: 0)]
    /// All endings: those of one node are neighbors, in the order of candidates, and number 0 means "none".
    private(set) var endings: ContiguousArray<Ending> = [.init(route: 0, expansion: 0, isConditional: false)]
    /// The mixed and typed segments among the alternatives.
    private(set) var segments: [PatternSegment] = []
    /// Whether a route that is found first may not be the best.
    private(set) var hasRivals: Bool

    private let records: [RouteRecord]
    private let isIgnoringCase: Bool
    private let hasHosts: Bool
    /// The branches that remain to be built: a list, since a tree may be thousands of nodes deep.
    private var branches: [Branch] = []

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
        /// The number of the segment that it takes.
        let depth: UInt8
        /// Where it leads; the ending of a tail.
        let target: UInt32
        /// What to try after it.
        let next: UInt32
        /// Which of the mixed and typed segments it is.
        var segment: UInt32 = 0
    }

    /// A path of a route that ends at a node.
    struct Ending: Sendable {
        let route: UInt32
        /// Which of the paths that the groups of the pattern describe.
        let expansion: UInt8
        /// Whether it takes part for some URLs only, since the route asks for more than a path or since it is for hosts alone.
        let isConditional: Bool
        /// Whether this is for a path whose first literal has capital letters, and takes part for hosts alone.
        var isHostOnly = false
        /// Whether another ending of the same node follows.
        var hasNext = false

        /// Whether of two paths this is the better candidate where both match.
        func comesBefore(_ other: Self, _ records: [RouteRecord]) -> Bool {
            let precedence = records[Int(route)].precedence(
                Int(expansion), over: records[Int(other.route)], Int(other.expansion))
            return precedence == 0 ? (route, expansion) < (other.route, other.expansion) : precedence > 0
        }
    }

    /// Paths whose labels are alike up to an offset, where they go on at a node; in the order of the labels.
    private struct Branch {
        let paths: ArraySlice<Path>
        let offset: Int
        let node: Int
        /// How many segments are before the labels.
        let depth: Int
    }

    private struct Path {
        /// All but the tail.
        let segments: ArraySlice<PatternSegment>
        let isTail: Bool
        let ending: Ending
        /// The label of the literals with which it goes on.
        var label: Bytes = []
    }

    init(_ records: [RouteRecord], isIgnoringCase: Bool, hasHosts: Bool) {
        self.records = records
        self.isIgnoringCase = isIgnoringCase
        self.hasHosts = hasHosts
        hasRivals = records.contains { $0.priority != records[0].priority }
        begin(records.indices.flatMap { paths(of: $0) }, at: 0, depth: 0, untried: 0)
        while let branch = branches.popLast() {
            let rest = branch.paths.drop { $0.label.count == branch.offset }
            addPaths(branch.paths[..<rest.startIndex], at: branch.node)
            if !rest.isEmpty { addChildren(rest, of: branch) }
        }
    }
}

extension PathTree {
    private func paths(of route: Int) -> [Path] {
        let record = records[route]
        return record.pattern.expansions.enumerated().flatMap { number, path in
            var spellings = [path.segmentsBeforeTail]
            if hasHosts, !isIgnoringCase, case .literal(let text) = spellings[0].first, text != text.lowercased {
                // A host is looked up in small letters.
                spellings.append([.literal(text.lowercased)] + spellings[0].dropFirst())
            }
            return spellings.enumerated().map { spelling, segments in
                let ending = Ending(
                    route: UInt32(route), expansion: UInt8(number), isConditional: spelling > 0 || record.hasConditions,
                    isHostOnly: spelling > 0)
                return Path(segments: segments, isTail: path.endsInTail, ending: ending)
            }
        }
    }

    /// Begins a branch at a node that no label leads to.
    private mutating func begin(_ paths: [Path], at node: Int, depth: Int, untried: UInt32) {
        nodes[node].depth = UInt8(depth)
        nodes[node].alternative = untried
        let sorted = paths.map { labeled($0, from: depth) }.sorted { $0.label.lexicographicallyPrecedes($1.label) }
        branches.append(Branch(paths: sorted[...], offset: 0, node: node, depth: depth))
    }

    private func labeled(_ path: Path, from depth: Int) -> Path {
        var path = path
        path.label = []
        for case .literal(let text) in path.segments.dropFirst(depth).prefix(while: { $0.rank == .literal }) {
            for byte in text { path.label.append(isIgnoringCase ? byte.lowercased.asLabel : byte.asLabel) }
            path.label.append(UInt8(ascii: "/"))
        }
        return path
    }

    /// Adds a child for each byte with which labels go on, and for as much text as those with that byte share.
    private mutating func addChildren(_ paths: ArraySlice<Path>, of branch: Branch) {
        let offset = branch.offset
        let low = paths[paths.startIndex].label[offset]
        let width = UInt16(paths[paths.endIndex - 1].label[offset] - low) + 1
        let children = nodes.count
        nodes[branch.node].low = low
        nodes[branch.node].width = width
        nodes[branch.node].children = UInt32(children)
        nodes.append(contentsOf: repeatElement(.init(), count: Int(width)))
        var rest = paths
        while let label = rest.first?.label {
            let paths = rest.prefix { $0.label[offset] == label[offset] }
            rest = rest[paths.endIndex...]
            let other = paths[paths.endIndex - 1].label
            var end = offset + 1
            while end < label.count, label[end] == other[end] { end += 1 }
            let child = children + Int(label[offset] - low)
            setLabel(label[offset..<end], of: child)
            let slash = UInt8(ascii: "/")
            let depth = branch.depth + label[..<end].count { $0 == slash } + (label[end - 1] == slash ? 0 : 1)
            nodes[child].depth = UInt8(depth)
            nodes[child].alternative = nodes[branch.node].alternative
            branches.append(Branch(paths: paths, offset: end, node: child, depth: branch.depth))
        }
    }

    private mutating func setLabel(_ label: ArraySlice<UInt8>, of node: Int) {
        nodes[node].label = UInt32(labels.count)
        nodes[node].count = UInt16(label.count)
        nodes[node].shift = UInt8(64 - 8 * min(8, label.count))
        labels += label
        nodes[node].word = labels.span.word(at: labels.count - label.count)
    }

    /// Adds paths that end at a node, or that go on with something else than a literal.
    private mutating func addPaths(_ paths: ArraySlice<Path>, at node: Int) {
        let depth = Int(nodes[node].depth)
        let ends = paths.filter { $0.segments.count == depth }
        nodes[node].ending = append(ends.filter { !$0.isTail })
        let tails = ends.filter(\.isTail)
        let others = Dictionary(grouping: paths.filter { $0.segments.count > depth }) { path in
            path.segments[path.segments.startIndex + depth].shape(ignoringCase: isIgnoringCase)
        }
        let order = others.sorted { one, other in
            (one.key.rank, one.value[0].ending.route) < (other.key.rank, other.value[0].ending.route)
        }
        let untried = nodes[node].alternative
        let first = alternatives.count
        let last = first + order.count + (tails.isEmpty ? -1 : 0)
        for (segment, paths) in order {
            hasRivals = hasRivals || alternatives.count > first && alternatives.last?.rank == segment.rank
            let next = alternatives.count == last ? untried : UInt32(alternatives.count) + 1
            var alternative = Alternative(
                rank: segment.rank, depth: UInt8(depth), target: UInt32(nodes.count), next: next)
            if segment.rank < .parameter {
                alternative.segment = UInt32(segments.count)
                segments.append(segment)
            }
            alternatives.append(alternative)
            nodes.append(.init())
            begin(paths, at: nodes.count - 1, depth: depth + 1, untried: next)
        }
        if !tails.isEmpty {
            alternatives.append(.init(rank: .tail, depth: UInt8(depth), target: append(tails), next: untried))
        }
        if last >= first { nodes[node].alternative = UInt32(first) }
    }

    /// Appends the endings of one node in the order of candidates, and returns the number of the first.
    ///
    /// Of the paths of one route that are alike the earlier one counts.
    private mutating func append(_ paths: [Path]) -> UInt32 {
        let first = endings.count
        for ending in paths.map(\.ending).sorted(by: { $0.comesBefore($1, records) }) {
            if endings.count > first, let last = endings.last {
                if last.route == ending.route, last.isHostOnly == ending.isHostOnly { continue }
                endings[endings.count - 1].hasNext = true
            }
            endings.append(ending)
        }
        return endings.count > first ? UInt32(first) : 0
    }
}
