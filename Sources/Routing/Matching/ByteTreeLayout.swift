/// Lays a tree of segments out as a tree of bytes; see ``ByteTree``.
///
/// It keeps what remains to be done in a list, and not on the stack, since a tree may be thousands of nodes deep.
struct ByteTreeLayout {
    private let tree: RouteTree
    private(set) var nodes: ContiguousArray<ByteTree.Node> = [.init()]
    private(set) var labels: Bytes = []
    private(set) var alternatives: ContiguousArray<ByteTree.Alternative> = []
    private(set) var endings: ContiguousArray<ByteTree.Ending> = []
    private(set) var types: [ParameterType] = []
    private(set) var mixed: [MixedSegment] = []
    private(set) var hasPeers = false

    private var tasks: [Task] = []

    /// A node of the tree that is laid out at a place, and the alternatives that remain untried there.
    private struct Task {
        let source: UInt32
        let node: Int
        let untried: UInt32
    }

    /// The label of a literal child and of all behind it up to the next node where there is something else to do.
    private struct Branch {
        let label: Range<Int>
        let child: UInt32
    }

    init(of tree: RouteTree) {
        self.tree = tree
        alternatives.append(.init(rank: .tail, isPeer: false, depth: 0, highest: .min))
        endings.append(.init(content: tree.endings[0], mixed: nil, hasNext: false))
        tasks.append(Task(source: 0, node: 0, untried: 0))
    }

    mutating func run() {
        while let task = tasks.popLast() {
            let source = tree.nodes[Int(task.source)]
            nodes[task.node].depth = source.depth
            nodes[task.node].ending = append(endingsFrom: source.end, at: task.source)
            nodes[task.node].alternative = appendAlternatives(of: task.source, untried: task.untried)
            var branches: [Branch] = []
            var child = source.literals
            while child != 0 {
                branches.append(branch(to: child))
                child = tree.nodes[Int(child)].next
            }
            branches.sort { labels[$0.label].lexicographicallyPrecedes(labels[$1.label]) }
            appendChildren(branches, of: task.node)
        }
    }

    /// Appends what can be tried at a node besides literals, and behind it what remained untried before.
    private mutating func appendAlternatives(of source: UInt32, untried: UInt32) -> UInt32 {
        let node = tree.nodes[Int(source)]
        var others: [UInt32] = []
        var child = node.others
        while child != 0 {
            others.append(child)
            child = tree.nodes[Int(child)].next
        }
        others.sort { (tree.rank($0), $0) < (tree.rank($1), $1) }
        guard !others.isEmpty || node.tail != 0 else { return untried }
        let first = alternatives.count
        let count = others.count + (node.tail == 0 ? 0 : 1)
        for (index, child) in others.enumerated() {
            let isPeer = index > 0 && tree.rank(others[index - 1]) == tree.rank(child)
            hasPeers = hasPeers || isPeer
            var alternative = ByteTree.Alternative(
                rank: tree.rank(child), isPeer: isPeer, depth: node.depth, highest: tree.nodes[Int(child)].highest)
            alternative.detail = appendDetail(of: tree.nodes[Int(child)].segment)
            alternative.target = UInt32(nodes.count)
            alternative.next = index + 1 < count ? UInt32(first + index + 1) : untried
            alternatives.append(alternative)
            tasks.append(Task(source: child, node: nodes.count, untried: alternative.next))
            nodes.append(.init())
        }
        if node.tail != 0 {
            let target = append(endingsFrom: node.tail, at: source)
            var tail = ByteTree.Alternative(
                rank: .tail, isPeer: false, depth: node.depth, highest: endings[Int(target)].content.priority)
            tail.target = target
            tail.next = untried
            alternatives.append(tail)
        }
        return UInt32(first)
    }

    private mutating func appendDetail(of segment: PatternSegment) -> UInt32 {
        switch segment {
        case .mixed(let segment):
            mixed.append(segment)
            return UInt32(mixed.count - 1)
        case .parameter(let parameter):
            guard let type = parameter.type else { return 0 }
            types.append(type)
            return UInt32(types.count - 1)
        case .literal, .wildcard: return 0
        }
    }

    /// Appends the endings of a list in the order of candidates, and returns the number of the first.
    private mutating func append(endingsFrom first: UInt32, at source: UInt32) -> UInt32 {
        var list: [RouteTree.Ending] = []
        var number = first
        while number != 0 {
            list.append(tree.endings[Int(number)])
            number = list[list.count - 1].next
        }
        guard !list.isEmpty else { return 0 }
        list.sort { $0.priority == $1.priority ? $0.comesBefore($1, tree.filters) : $0.priority > $1.priority }
        let places = mixedPlaces(above: source)
        for (index, ending) in list.enumerated() {
            endings.append(.init(content: ending, mixed: places, hasNext: index + 1 < list.count))
        }
        return UInt32(endings.count - list.count)
    }

    private func mixedPlaces(above source: UInt32) -> MixedPlaces? {
        var places: [UInt8: MixedSegment] = [:]
        var node = tree.nodes[Int(source)]
        while node.depth > 0 {
            if case .mixed(let segment) = node.segment { places[node.depth - 1] = segment }
            node = tree.nodes[Int(node.parent)]
        }
        return places.isEmpty ? nil : MixedPlaces(places, isIgnoringCase: tree.isIgnoringCase)
    }
}

extension ByteTreeLayout {
    /// Writes the label of a literal, and of all that follow it without an alternative.
    private mutating func branch(to literal: UInt32) -> Branch {
        let start = labels.count
        var child = literal
        while true {
            let node = tree.nodes[Int(child)]
            if case .literal(let text) = node.segment { labels += text.map(\.asLabel) }
            labels.append(UInt8(ascii: "/"))
            let only = node.literals
            guard node.end == 0, node.tail == 0, node.others == 0, only != 0, tree.nodes[Int(only)].next == 0,
                labels.count - start + RoutePattern.maximumLength < Int(UInt16.max)
            else { break }
            child = only
        }
        return Branch(label: start..<labels.count, child: child)
    }

    /// Appends children for sorted branches; what several of them begin with is a node in between.
    private mutating func appendChildren(_ branches: [Branch], of parent: Int) {
        var groups = [(branches: branches[...], offset: 0, node: parent)]
        while let (branches, offset, node) = groups.popLast() {
            guard let first = branches.first, let last = branches.last else { continue }
            let low = labels[first.label.lowerBound + offset]
            nodes[node].low = low
            nodes[node].width = UInt16(labels[last.label.lowerBound + offset] - low) + 1
            nodes[node].children = UInt32(nodes.count)
            let children = nodes.count
            nodes.append(contentsOf: repeatElement(.init(), count: Int(nodes[node].width)))
            var start = branches.startIndex
            while start < branches.endIndex {
                let byte = labels[branches[start].label.lowerBound + offset]
                var stop = start + 1
                while stop < branches.endIndex, labels[branches[stop].label.lowerBound + offset] == byte { stop += 1 }
                let child = children + Int(byte - low)
                let branch = branches[start]
                if stop == start + 1 {
                    setLabel(branch.label.dropFirst(offset), of: child)
                    tasks.append(Task(source: branch.child, node: child, untried: nodes[node].alternative))
                } else {
                    let end = offset + sharedCount(branch.label, branches[stop - 1].label, from: offset)
                    setLabel(branch.label.dropFirst(offset).prefix(end - offset), of: child)
                    nodes[child].depth = nodes[node].depth
                    nodes[child].alternative = nodes[node].alternative
                    groups.append((branches[start..<stop], end, child))
                }
                start = stop
            }
        }
    }

    private func sharedCount(_ one: Range<Int>, _ other: Range<Int>, from offset: Int) -> Int {
        zip(labels[one].dropFirst(offset), labels[other].dropFirst(offset)).prefix { $0 == $1 }.count
    }

    private mutating func setLabel(_ label: Range<Int>, of node: Int) {
        nodes[node].label = UInt32(label.lowerBound)
        nodes[node].count = UInt16(label.count)
        nodes[node].word = labels.span.word(at: label.lowerBound)
        nodes[node].shift = UInt8(64 - 8 * min(8, label.count))
    }
}

extension RouteTree {
    fileprivate func rank(_ node: UInt32) -> Rank { nodes[Int(node)].segment.rank }
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
