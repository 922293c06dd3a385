extension RouteTable: CustomStringConvertible {
    /// The table as a tree, a segment a line, in the order in which a lookup walks it.
    ///
    /// Behind a segment stand the patterns that end there, with their priority unless it is 0.
    public var description: String {
        let routes = routes
        let order = routes.indices.sorted { first, second in
            let (own, other) = (routes[first].priority, routes[second].priority)
            return own == other ? first < second : own > other
        }
        var places = Array(routes.indices)
        for (place, number) in order.enumerated() { places[number] = place }
        let paths = routes.indices.flatMap { TreePath.paths(of: routes[$0].pattern, places[$0]) }
        let printer = TreePrinter(labels: order.map { Self.label(of: routes[$0]) })
        return printer.lines(of: paths, named: "/", indent: "").joined(separator: "\n")
    }

    private static func label(of route: Route) -> String {
        route.pattern.text.printed + (route.priority == 0 ? "" : " [\(route.priority)]")
    }
}

/// What is left of a path while a table is printed as a tree.
private final class TreePath {
    let segments: [PatternSegment]

    /// How many of the segments are behind.
    let depth: Int

    /// The place of the route in the order of a lookup.
    let place: Int

    private init(_ segments: [PatternSegment], _ depth: Int, _ place: Int) {
        self.segments = segments
        self.depth = depth
        self.place = place
    }

    /// The paths of a route.
    static func paths(of pattern: RoutePattern, _ place: Int) -> [TreePath] {
        pattern.expansions.map { TreePath($0, 0, place) }
    }

    var next: TreePath { TreePath(segments, depth + 1, place) }

    /// What shares a branch: how specific the segment is, as a digit, and what tells it from others that are as specific.
    var kind: String {
        let segment = segments[depth]
        return switch segment {
        case .literal: "0\(segment)"
        case .mixed: "1\(segment.shape)"
        case .parameter(let parameter): parameter.type.map { "2\($0)" } ?? "3"
        case .wildcard: depth + 1 < segments.count ? "4" : "5"
        }
    }
}

private struct TreePrinter {
    /// The routes in the order of a lookup, as they are printed where they end.
    let labels: [String]

    /// The lines for a node and for all below it; the names of parameters at one place share a line.
    func lines(of paths: [TreePath], named name: String, indent: String) -> [String] {
        var ends: [Int] = []
        var branches: [String: [TreePath]] = [:]
        for path in paths {
            if path.depth < path.segments.count {
                branches[path.kind, default: []].append(path)
            } else if !ends.contains(path.place) {
                ends.append(path.place)
            }
        }
        let labels = ends.sorted().map { self.labels[$0] }
        var lines = [indent + name + (labels.isEmpty ? "" : "  → " + labels.joined(separator: ", "))]
        for kind in inOrder(branches) { lines += self.lines(below: branches[kind] ?? [], indent: indent + "  ") }
        return lines
    }

    private func lines(below paths: [TreePath], indent: String) -> [String] {
        var names: [String] = []
        for path in paths {
            let name = path.segments[path.depth].description.printed
            if !names.contains(name) { names.append(name) }
        }
        return lines(of: paths.map(\.next), named: names.joined(separator: " | "), indent: indent)
    }

    /// The order of a lookup among branches: literals, of which at most one fits, by their text, and others that are as
    /// specific by the first of their routes.
    private func inOrder(_ branches: [String: [TreePath]]) -> [String] {
        let kinds = Array(branches.keys).sorted()
        let places = kinds.indices.map { number in
            (place: (branches[kinds[number]] ?? []).reduce(labels.count) { min($0, $1.place) }, kind: number)
        }
        let others = places.sorted { $0 < $1 }.map { kinds[$0.kind] }
        return kinds.filter { $0.begins(with: "0") }
            + ["1", "2", "3", "4", "5"].flatMap { rank in others.filter { $0.begins(with: rank) } }
    }
}
