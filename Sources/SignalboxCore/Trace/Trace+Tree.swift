extension Trace {
    /// The deepest indentation in a printed tree.
    ///
    /// Deeper events are indented as far as this, with their depth.
    private static let deepestIndentation = 64

    /// The events as a tree: each below its cause, in the order in which they began.
    ///
    /// Takes time linear in their number. An event whose cause was overwritten is not indented. From a depth of 64 on, a line
    /// states its depth and is not indented further.
    public var tree: String {
        let events = events
        let tree = CausalTree(of: events)
        var lines: [String] = []
        lines.reserveCapacity(events.count)
        // A stack rather than a recursion: a chain may be as long as the ring.
        var open = Array(tree.roots.reversed())
        while let index = open.popLast() {
            lines.append(Self.indentation(tree.depths[index]) + "\(events[index])")
            open += tree.effects[index].reversed()
        }
        return lines.joined(separator: "\n")
    }

    private static func indentation(_ depth: Int) -> String {
        let spaces = String(repeating: "  ", count: min(depth, deepestIndentation))
        return depth > deepestIndentation ? "\(spaces)(depth \(depth)) " : spaces
    }
}

/// The causes and effects among some events, by the indices of the events.
private struct CausalTree {
    /// The events without a cause among the events.
    private(set) var roots: [Int] = []

    /// The effects of each event.
    private(set) var effects: [[Int]]

    /// The number of causes above each event.
    private(set) var depths: [Int]

    /// Creates the tree of events in the order of their numbers, which have no gaps.
    init(of events: [TraceEvent]) {
        effects = Array(repeating: [], count: events.count)
        depths = Array(repeating: 0, count: events.count)
        guard let first = events.first?.id else { return }
        for (index, event) in events.enumerated() {
            guard let cause = event.cause, cause >= first else {
                roots.append(index)
                continue
            }
            // A cause has a lower number than its effects.
            let causeIndex = Int(cause - first)
            effects[causeIndex].append(index)
            depths[index] = depths[causeIndex] + 1
        }
    }
}
