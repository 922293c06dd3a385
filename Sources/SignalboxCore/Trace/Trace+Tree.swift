extension Trace {
    /// The deepest indentation in a printed tree.
    ///
    /// Deeper events are indented as far as this, with their depth.
    private static let deepestIndentation = 64

    /// The events as a tree: each below its cause, in the order in which they began.
    ///
    /// Takes time linear in their number. An event whose cause was overwritten is not indented. From a depth of 64 on, a line
    /// states its depth and is not indented further.
    public var tree: String { Self.tree(of: events) }

    /// The events that an event led to, as a tree with the event as its root.
    ///
    /// - Parameter root: The event.
    /// - Returns: `nil` if the event was overwritten.
    package func tree(below root: Cause) -> String? {
        var found: Set<UInt64> = []
        let below = events.filter { event in
            // A cause has a lower number than its effects.
            let isBelow = event.id == root.id || event.cause.map { found.contains($0) } ?? false
            if isBelow { found.insert(event.id) }
            return isBelow
        }
        return found.contains(root.id) ? Self.tree(of: below) : nil
    }

    private static func tree(of events: [TraceEvent]) -> String {
        let tree = CausalTree(of: events)
        var lines: [String] = []
        lines.reserveCapacity(events.count)
        // A stack rather than a recursion: a chain may be as long as the ring.
        var open = Array(tree.roots.reversed())
        while let index = open.popLast() {
            lines.append(indentation(tree.depths[index]) + "\(events[index])")
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

    /// Creates the tree of events in the order of their numbers.
    init(of events: [TraceEvent]) {
        effects = Array(repeating: [], count: events.count)
        depths = Array(repeating: 0, count: events.count)
        var indices: [UInt64: Int] = [:]
        for (index, event) in events.enumerated() {
            indices[event.id] = index
            // A cause has a lower number than its effects.
            guard let cause = event.cause, let causeIndex = indices[cause] else {
                roots.append(index)
                continue
            }
            effects[causeIndex].append(index)
            depths[index] = depths[causeIndex] + 1
        }
    }
}
