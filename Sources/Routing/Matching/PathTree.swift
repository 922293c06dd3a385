/// The nodes of a ``RouteTree``, and how they are built.
///
/// A literal segment is its text and the slash behind it, and a run of literals without an alternative is one label:
/// `/users/me/settings/` alone is the label `users/me/settings/`. A virtual slash follows the path, so that its last
/// segment ends as all others do.
///
/// A tree has one way to each node, so what remains untried there is known when the tree is built: the alternatives of
/// a node are followed by those of the nodes above it, the nearest first.
struct PathTree: Sendable {
    /// The nodes: number 0 is the root, and the children of a node are neighbors.
    private(set) var nodes: ContiguousArray<Node> = [.init()]
    /// The text of all labels.
    private(set) var labels: Bytes = []
    /// Number 0 means "none".
    private(set) var alternatives: ContiguousArray<Alternative> = [.init(rank: .tail, depth: 0, target: 0, next: 0)]
    /// The paths of all routes, the better candidate before the worse one; number 0 means "none".
    private(set) var endings: ContiguousArray<Ending> = [.init(route: 0, expansion: 0, isConditional: false)]
    /// The mixed and typed segments among the alternatives.
    private(set) var segments: [PatternSegment] = []
    /// A Boolean value that indicates whether a route that is found first may not be the best.
    private(set) var hasRivals: Bool

    /// A position in the tree, and the label that leads to it.
    struct Node: Sendable {
        /// The first eight bytes of the label, all of it, and by how many bits to shift a word so that only it counts.
        ///
        /// Where there is no child, the word fits no text, and nothing is counted.
        var word: UInt64 = 0xFDFD_FDFD_FDFD_FDFD
        var label: UInt32 = 0
        var count: UInt16 = 0
        var shift: UInt8 = 0
        /// The byte of the first child.
        ///
        /// There is a child for each of `width` bytes, from the number `children` on; some
        /// never fit.
        var low: UInt8 = 0
        var width: UInt16 = 0
        /// The number of segments that begin before this node.
        var depth: UInt8 = 0
        var children: UInt32 = 0
        var alternative: UInt32 = 0
        /// The best of the paths that end here.
        var ending: UInt32 = 0
    }

    /// An alternative that a lookup tries where no label fits.
    struct Alternative: Sendable {
        let rank: Rank
        /// The number of the segment that it takes.
        let depth: UInt8
        /// The node to which it leads; of a tail, the ending.
        var target: UInt32
        /// The alternative that is tried after it.
        let next: UInt32
        /// Which of the mixed and typed segments it is.
        var segment: UInt32 = 0
    }

    /// A path of a route that ends at a node.
    struct Ending: Sendable {
        let route: UInt32
        /// The number of the path among those that the groups of the pattern describe.
        let expansion: UInt8
        /// A Boolean value that indicates whether the ending counts for some URLs only.
        ///
        /// The route has conditions besides its path, or `isHostOnly` is true.
        var isConditional: Bool
        /// A Boolean value that indicates whether the ending counts only if the first segment is a host.
        ///
        /// A path whose first literal has uppercase letters has such an ending in lowercase.
        var isHostOnly = false
        /// The next best of the same node.
        var next: UInt32 = 0
    }

    /// A path of a route, while the tree is built.
    private struct Path {
        let segments: [PatternSegment]
        let key: Bytes
        let ending: UInt32
    }

    /// Paths whose keys are alike up to an offset, where a node continues them; in the order of their keys.
    private struct Branch {
        let paths: ArraySlice<Path>
        let offset: Int
        let node: Int
        /// The number of segments that end before the offset.
        let depth: Int
    }

    init(_ records: [RouteRecord], isIgnoringCase: Bool, hasHosts: Bool) {
        hasRivals = records.contains { $0.priority != records[0].priority }
        let paths = addEndings(of: records, isIgnoringCase: isIgnoringCase, hasHosts: hasHosts)
        // A list instead of recursion, since a tree may be thousands of nodes deep.
        var branches = [Branch(paths: paths[...], offset: 0, node: 0, depth: 0)]
        while let branch = branches.popLast() {
            let ends = branch.paths.prefix { $0.key.count == branch.offset }
            nodes[branch.node].ending = link(ends)
            let rest = branch.paths[ends.endIndex...]
            let literals = rest.prefix { $0.key[branch.offset] < Rank.literal.mark }
            branches += addAlternatives(rest[literals.endIndex...], of: branch)
            if !literals.isEmpty { branches += addChildren(literals, of: branch) }
        }
        // A copy without unused capacity.
        nodes = ContiguousArray(nodes.lazy.map(\.self))
    }
}

extension PathTree {
    /// Adds the endings of all routes, and returns the paths in the order of their keys.
    private mutating func addEndings(of records: [RouteRecord], isIgnoringCase: Bool, hasHosts: Bool) -> [Path] {
        var paths: [[PatternSegment]] = []
        var found: [Ending] = []
        for (route, record) in records.enumerated() {
            for (number, path) in record.pattern.expansions.enumerated() {
                var ending = Ending(
                    route: UInt32(route), expansion: UInt8(number), isConditional: record.hasConditions)
                paths.append(path)
                found.append(ending)
                // Hosts are looked up in lowercase.
                guard hasHosts, !isIgnoringCase, case .literal(let text)? = path.first, text != text.lowercased else {
                    continue
                }
                ending.isConditional = true
                ending.isHostOnly = true
                paths.append([.literal(text.lowercased)] + path.dropFirst())
                found.append(ending)
            }
        }
        let order = paths.indices.map { records[Int(found[$0].route)].precedence(of: paths[$0]) }.sortedIndices
        for number in order { endings.append(found[number]) }
        let keys = order.map { paths[$0].key(ignoringCase: isIgnoringCase) }
        return keys.sortedIndices.map { Path(segments: paths[order[$0]], key: keys[$0], ending: UInt32($0 + 1)) }
    }

    /// Links the endings of one node, and returns the first.
    ///
    /// Of the paths of one route that are alike the earlier one counts.
    private mutating func link(_ paths: ArraySlice<Path>) -> UInt32 {
        var last = 0
        for path in paths {
            let next = endings[Int(path.ending)]
            let former = endings[last]
            if last > 0, former.route == next.route, former.isHostOnly == next.isHostOnly { continue }
            if last > 0 { endings[last].next = path.ending }
            last = Int(path.ending)
        }
        return paths.first?.ending ?? 0
    }

    /// Adds what continues paths instead of a literal, from the last to the first, since each refers to the next.
    private mutating func addAlternatives(_ paths: ArraySlice<Path>, of branch: Branch) -> [Branch] {
        var branches: [Branch] = []
        var rest = paths
        while let path = rest.last {
            let segment = path.key.segment(from: branch.offset)
            var first = rest.endIndex - 1
            while first > rest.startIndex, rest[first - 1].key.segment(from: branch.offset) == segment { first -= 1 }
            let rank = path.segments.rank(at: branch.depth)
            let untried = nodes[branch.node].alternative
            // If several segments at one position have the same rank, a lookup tries all of them.
            hasRivals = hasRivals || rest.endIndex < paths.endIndex && alternatives[Int(untried)].rank == rank
            var alternative = Alternative(
                rank: rank, depth: UInt8(branch.depth), target: UInt32(nodes.count), next: untried)
            if rank == .tail {
                alternative.target = link(rest[first...])
            } else {
                nodes.append(Node(depth: UInt8(branch.depth + 1), alternative: untried))
                branches.append(
                    Branch(
                        paths: rest[first...], offset: segment.endIndex, node: nodes.count - 1, depth: branch.depth + 1)
                )
            }
            if rank < .parameter {
                alternative.segment = UInt32(segments.count)
                segments.append(path.segments[branch.depth])
            }
            nodes[branch.node].alternative = UInt32(alternatives.count)
            alternatives.append(alternative)
            rest = rest[..<first]
        }
        return branches
    }

    /// Adds a child for each byte that continues labels, and for as much text as those with that byte share.
    private mutating func addChildren(_ paths: ArraySlice<Path>, of branch: Branch) -> [Branch] {
        var branches: [Branch] = []
        let offset = branch.offset
        let children = nodes.count
        let low = paths[paths.startIndex].key[offset]
        let width = UInt16(paths[paths.endIndex - 1].key[offset] - low) + 1
        nodes[branch.node].low = low
        nodes[branch.node].width = width
        nodes[branch.node].children = UInt32(children)
        for _ in 0..<width { nodes.append(Node(alternative: nodes[branch.node].alternative)) }
        var rest = paths
        while let key = rest.first?.key {
            let group = rest.prefix { $0.key[offset] == key[offset] }
            rest = rest[group.endIndex...]
            let other = group[group.endIndex - 1].key
            var end = offset
            var depth = branch.depth
            repeat {
                depth += key[end] == UInt8(ascii: "/") ? 1 : 0
                end += 1
            } while end < key.count && key[end] == other[end] && key[end] < Rank.literal.mark
            let child = children + Int(key[offset] - low)
            setLabel(key, offset..<end, of: child)
            nodes[child].depth = UInt8(depth + (key[end - 1] == UInt8(ascii: "/") ? 0 : 1))
            branches.append(Branch(paths: group, offset: end, node: child, depth: depth))
        }
        return branches
    }

    private mutating func setLabel(_ key: Bytes, _ range: Range<Int>, of node: Int) {
        nodes[node].label = UInt32(labels.count)
        nodes[node].count = UInt16(range.count)
        nodes[node].shift = UInt8(64 - 8 * min(8, range.count))
        labels += key[range]
        nodes[node].word = labels.span.word(at: labels.count - range.count)
    }
}

extension [PatternSegment] {
    /// Bytes that are alike as far as paths are, but for the names of parameters; each segment ends in a slash.
    ///
    /// Those of literals are a label; see ``UInt8/asLabel``.
    func key(ignoringCase: Bool) -> Bytes {
        var key: Bytes = []
        for depth in indices { self[depth].appendKey(to: &key, rank(at: depth), ignoringCase: ignoringCase) }
        return key
    }
}

extension PatternSegment {
    /// Appends bytes that two segments share if they differ in names only.
    func appendKey(to key: inout Bytes, _ rank: Rank, ignoringCase: Bool) {
        if rank != .literal { key.append(rank.mark) }
        for piece in pieces {
            switch piece {
            case .literal(let text):
                for byte in text { key.append(ignoringCase ? byte.lowercased.asLabel : byte.asLabel) }
            case .parameter(let parameter):
                key.append(0xF7)
                if let type = parameter.type { key += ((type.isNamed ? ":" : "{") + type.name).utf8 }
                key.append(0xF7)
            }
        }
        key.append(UInt8(ascii: "/"))
    }
}

extension Bytes {
    /// The part of a key that is of one segment.
    func segment(from offset: Int) -> ArraySlice<UInt8> {
        self[offset...(self[offset...].firstIndex(of: UInt8(ascii: "/")) ?? offset)]
    }
}

extension [Bytes] {
    /// The indices in the order of the elements; of equal elements the first comes first.
    ///
    /// A sort is compiled anew for each closure, so that all orders but those of numbers are made here.
    var sortedIndices: [Int] {
        indices.sorted { one, other in
            for (left, right) in zip(self[one], self[other]) where left != right { return left < right }
            return (self[one].count, one) < (self[other].count, other)
        }
    }

    /// The elements in their order.
    var sortedElements: [Bytes] { sortedIndices.map { self[$0] } }
}
