/// Builds a tree of the paths of routes; see ``RouteTree``.
///
/// It keeps what remains to be done in a list, and not on the stack, since a tree may be thousands of nodes deep.
struct RouteTreeBuilder {
    typealias Ending = RouteTree.Ending

    private(set) var nodes: ContiguousArray<RouteTree.Node> = [.init()]
    private(set) var labels: Bytes = []
    private(set) var alternatives: ContiguousArray<RouteTree.Alternative> = [
        .init(rank: .tail, isPeer: false, depth: 0)
    ]
    private(set) var endings: ContiguousArray<Ending> = [.init()]
    private(set) var segments: [PatternSegment] = []
    private(set) var hasRivals = false

    private let isIgnoringCase: Bool
    private let hasHosts: Bool
    private var records: [RouteRecord] = []
    private var branches: [Branch] = []

    /// Paths that go on at a node.
    private struct Branch {
        let node: Int
        let paths: [Path]
        /// How many of their segments are behind.
        let depth: Int
        /// The alternatives that remain untried.
        let untried: UInt32
    }

    private struct Path {
        /// All but the tail.
        let segments: ArraySlice<PatternSegment>
        let ending: Ending
        /// The label of the literals with which it goes on.
        var label: Bytes = []
    }

    /// Some paths in the order of their labels, which are alike up to an offset, where they go on at a node.
    private struct Fork {
        let paths: ArraySlice<Path>
        let offset: Int
        let node: Int
    }

    init(isIgnoringCase: Bool, hasHosts: Bool) {
        self.isIgnoringCase = isIgnoringCase
        self.hasHosts = hasHosts
    }

    mutating func build(_ records: [RouteRecord]) {
        self.records = records
        var paths: [Path] = []
        paths.reserveCapacity(records.count)
        for (number, record) in records.enumerated() { append(record, number, to: &paths) }
        hasRivals = records.contains { $0.priority != records[0].priority }
        branches.append(Branch(node: 0, paths: paths, depth: 0, untried: 0))
        while let branch = branches.popLast() { add(branch) }
    }

    private mutating func append(_ record: RouteRecord, _ route: Int, to paths: inout [Path]) {
        var ending = Ending(priority: record.priority, route: UInt32(route), hasConditions: record.hasConditions)
        for (number, path) in record.pattern.expansions.enumerated() {
            ending.expansion = UInt8(number)
            var own = ending
            note(path, of: record, in: &own)
            let segments = path.segmentsBeforeTail
            paths.append(Path(segments: segments, ending: own))
            // A host is looked up in small letters.
            guard hasHosts, !isIgnoringCase, case .literal(let text) = segments.first, text != text.lowercased else {
                continue
            }
            own.isHostOnly = true
            paths.append(Path(segments: [.literal(text.lowercased)] + segments.dropFirst(), ending: own))
        }
    }

    /// Notes which parameters a path has.
    private mutating func note(_ path: [PatternSegment], of record: RouteRecord, in ending: inout Ending) {
        let segments = path.segmentsBeforeTail
        if path.endsInTail { ending.tailDepth = UInt8(segments.count) }
        var count = 0
        for (number, segment) in segments.enumerated() {
            if segment.rank == .mixed { ending.hasMixed = true }
            for parameter in segment.parameters {
                ending.places[count] = UInt8(number)
                count += 1
                ending.taken |= 1 << UInt16(record.number(ofParameter: parameter.name) ?? 0)
            }
        }
    }
}

extension RouteTreeBuilder {
    private mutating func add(_ branch: Branch) {
        nodes[branch.node].depth = UInt8(branch.depth)
        nodes[branch.node].alternative = branch.untried
        let paths = branch.paths.map { labeled($0, from: branch.depth) }
        let sorted = paths.count == 1 ? paths : paths.sorted { $0.label.lexicographicallyPrecedes($1.label) }
        var forks = [Fork(paths: sorted[...], offset: 0, node: branch.node)]
        while let fork = forks.popLast() {
            let rest = fork.paths.drop { $0.label.count == fork.offset }
            addPaths(fork.paths[..<rest.startIndex], at: fork.node)
            if !rest.isEmpty { addChildren(Fork(paths: rest, offset: fork.offset, node: fork.node), &forks) }
        }
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
    private mutating func addChildren(_ fork: Fork, _ forks: inout [Fork]) {
        let (first, last) = (fork.paths.startIndex, fork.paths.endIndex - 1)
        let low = fork.paths[first].label[fork.offset]
        let width = UInt16(fork.paths[last].label[fork.offset] - low) + 1
        let children = nodes.count
        nodes[fork.node].low = low
        nodes[fork.node].width = width
        nodes[fork.node].children = UInt32(children)
        nodes.append(contentsOf: repeatElement(.init(), count: Int(width)))
        var rest = fork.paths
        while let label = rest.first?.label {
            let paths = rest.prefix { $0.label[fork.offset] == label[fork.offset] }
            rest = rest[paths.endIndex...]
            let other = paths[paths.endIndex - 1].label
            var end = fork.offset + 1
            while end < label.count, label[end] == other[end] { end += 1 }
            let child = children + Int(label[fork.offset] - low)
            setLabel(label[fork.offset..<end], of: child, below: fork.node)
            forks.append(Fork(paths: paths, offset: end, node: child))
        }
    }

    private mutating func setLabel(_ label: ArraySlice<UInt8>, of node: Int, below parent: Int) {
        let slash = UInt8(ascii: "/")
        nodes[node].label = UInt32(labels.count)
        nodes[node].count = UInt16(label.count)
        nodes[node].shift = UInt8(64 - 8 * min(8, label.count))
        // A label that goes on in a segment that has begun begins none with its first byte.
        let isInside =
            nodes[parent].count > 0 && labels[Int(nodes[parent].label) + Int(nodes[parent].count) - 1] != slash
        nodes[node].depth = nodes[parent].depth + UInt8(label.count { $0 == slash }) - (isInside ? 1 : 0)
        if label.last != slash { nodes[node].depth += 1 }
        nodes[node].alternative = nodes[parent].alternative
        labels += label
        nodes[node].word = labels.span.word(at: labels.count - label.count)
    }

    /// Adds paths that end at a node, or that go on with something else than a literal.
    private mutating func addPaths(_ paths: ArraySlice<Path>, at node: Int) {
        guard !paths.isEmpty else { return }
        let depth = Int(nodes[node].depth)
        var ends: [Ending] = []
        var tails: [Ending] = []
        var others: [PatternSegment: [Path]] = [:]
        for path in paths {
            if path.segments.count > depth {
                let segment = path.segments[path.segments.startIndex + depth]
                others[segment.shape(ignoringCase: isIgnoringCase), default: []].append(path)
            } else if path.ending.tailDepth == Ending.noTail {
                ends.append(path.ending)
            } else {
                tails.append(path.ending)
            }
        }
        nodes[node].ending = append(ends)
        let order = others.keys.sorted { one, other in
            one.rank == other.rank
                ? routeNumber(of: others[one]) < routeNumber(of: others[other]) : one.rank < other.rank
        }
        let untried = nodes[node].alternative
        let first = UInt32(alternatives.count)
        for (index, segment) in order.enumerated() {
            let isPeer = index > 0 && order[index - 1].rank == segment.rank
            let isLast = index + 1 == order.count && tails.isEmpty
            hasRivals = hasRivals || isPeer
            var alternative = RouteTree.Alternative(rank: segment.rank, isPeer: isPeer, depth: UInt8(depth))
            if segment.rank == .mixed || segment.rank == .typed {
                alternative.segment = UInt32(segments.count)
                segments.append(segment)
            }
            alternative.target = UInt32(nodes.count)
            alternative.next = isLast ? untried : first + UInt32(index) + 1
            let paths = others[segment] ?? []
            alternative.highest = paths.reduce(Int.min) { max($0, $1.ending.priority) }
            alternatives.append(alternative)
            branches.append(Branch(node: nodes.count, paths: paths, depth: depth + 1, untried: alternative.next))
            nodes.append(.init())
        }
        if !tails.isEmpty {
            var tail = RouteTree.Alternative(rank: .tail, isPeer: false, depth: UInt8(depth))
            tail.target = append(tails)
            tail.next = untried
            tail.highest = endings[Int(tail.target)].priority
            alternatives.append(tail)
        }
        if alternatives.count > first { nodes[node].alternative = first }
    }

    private func routeNumber(of paths: [Path]?) -> UInt32 { paths?.first?.ending.route ?? 0 }

    /// Appends endings of one node in the order of candidates, and returns the number of the first.
    ///
    /// Of the paths of one route that are alike the earlier one counts.
    private mutating func append(_ list: [Ending]) -> UInt32 {
        let first = endings.count
        for ending in list.count > 1 ? list.sorted(by: { $0.comesBefore($1, records) }) : list {
            if endings.count > first, let last = endings.last, last.route == ending.route,
                last.isHostOnly == ending.isHostOnly
            {
                continue
            }
            if endings.count > first { endings[endings.count - 1].hasNext = true }
            endings.append(ending)
        }
        return endings.count > first ? UInt32(first) : 0
    }
}
