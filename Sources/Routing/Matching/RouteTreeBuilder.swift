/// Builds a tree of the paths of routes; see ``RouteTree``.
///
/// The branches that remain are kept in a list, and not on the stack, since a tree may be thousands of nodes deep.
struct RouteTreeBuilder {
    typealias Ending = RouteTree.Ending

    private(set) var nodes: ContiguousArray<RouteTree.Node> = [.init()]
    private(set) var labels: Bytes = []
    private(set) var alternatives: ContiguousArray<RouteTree.Alternative> = [
        .init(rank: .tail, depth: 0, target: 0, next: 0)
    ]
    private(set) var endings: ContiguousArray<Ending> = [.init(capture: .init(), isConditional: false)]
    private(set) var segments: [PatternSegment] = []
    private(set) var hasRivals: Bool

    private let records: [RouteRecord]
    private let isIgnoringCase: Bool
    private let hasHosts: Bool
    private var branches: [Branch] = []

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
        let ending: Ending
        /// The label of the literals with which it goes on.
        var label: Bytes = []

        var isTail: Bool { ending.capture.tailDepth != RouteTree.Capture.noTail }
    }

    init(_ records: [RouteRecord], isIgnoringCase: Bool, hasHosts: Bool) {
        self.records = records
        self.isIgnoringCase = isIgnoringCase
        self.hasHosts = hasHosts
        hasRivals = records.contains { $0.priority != records[0].priority }
    }

    mutating func build() {
        begin(records.indices.flatMap { paths(of: $0) }, at: 0, depth: 0, untried: 0)
        while let branch = branches.popLast() {
            let rest = branch.paths.drop { $0.label.count == branch.offset }
            addPaths(branch.paths[..<rest.startIndex], at: branch.node)
            if !rest.isEmpty { addChildren(rest, of: branch) }
        }
    }

    private func paths(of route: Int) -> [Path] {
        let record = records[route]
        return record.pattern.expansions.enumerated().flatMap { number, path in
            let segments = path.segmentsBeforeTail
            let capture = RouteTree.Capture(route, number, path, of: record.pattern)
            let whole = Path(segments: segments, ending: Ending(capture: capture, isConditional: record.hasConditions))
            // A host is looked up in small letters.
            guard hasHosts, !isIgnoringCase, case .literal(let text) = segments.first, text != text.lowercased else {
                return [whole]
            }
            let ending = Ending(capture: capture, isConditional: true, isHostOnly: true)
            return [whole, Path(segments: [.literal(text.lowercased)] + segments.dropFirst(), ending: ending)]
        }
    }

    /// Begins a branch at a node that no label leads to.
    private mutating func begin(_ paths: [Path], at node: Int, depth: Int, untried: UInt32) {
        nodes[node].depth = UInt8(depth)
        nodes[node].alternative = untried
        let paths = paths.map { labeled($0, from: depth) }
        let sorted = paths.count == 1 ? paths : paths.sorted { $0.label.lexicographicallyPrecedes($1.label) }
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
            (one.key.rank, one.value[0].ending.capture.route) < (other.key.rank, other.value[0].ending.capture.route)
        }
        let untried = nodes[node].alternative
        let first = alternatives.count
        let last = first + order.count + (tails.isEmpty ? -1 : 0)
        for (segment, paths) in order {
            hasRivals = hasRivals || alternatives.count > first && alternatives.last?.rank == segment.rank
            let next = alternatives.count == last ? untried : UInt32(alternatives.count) + 1
            var alternative = RouteTree.Alternative(
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
        for ending in paths.map(\.ending).sorted(by: { $0.capture.comesBefore($1.capture, records) }) {
            if endings.count > first, let last = endings.last {
                if last.capture.route == ending.capture.route, last.isHostOnly == ending.isHostOnly { continue }
                endings[endings.count - 1].hasNext = true
            }
            endings.append(ending)
        }
        return endings.count > first ? UInt32(first) : 0
    }
}

extension RouteTree.Capture {
    /// What is known of a path of a pattern.
    init(_ route: Int, _ expansion: Int, _ path: [PatternSegment], of pattern: RoutePattern) {
        self.route = UInt32(route)
        self.expansion = UInt8(expansion)
        let segments = path.segmentsBeforeTail
        if path.endsInTail { tailDepth = UInt8(segments.count) }
        hasMixed = segments.contains { $0.rank == .mixed }
        for (depth, segment) in segments.enumerated() {
            for parameter in segment.parameters {
                places[taken.nonzeroBitCount] = UInt8(depth)
                taken |= 1 << UInt16(pattern.number(ofParameter: parameter.name) ?? 0)
            }
        }
    }
}
