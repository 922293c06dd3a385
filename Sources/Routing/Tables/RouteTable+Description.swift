extension RouteTable: CustomStringConvertible {
    /// The table as a tree, a segment a line, in the order in which a lookup walks it.
    ///
    /// Behind a segment stand the patterns that end there, with their priority unless it is 0.
    public var description: String {
        let paths = routes.enumerated().flatMap { number, route in
            let end = TreePath.End(route: number, priority: route.priority, label: Self.label(of: route))
            return route.pattern.expansions.map { TreePath(segments: $0[...], end: end) }
        }
        return TreePath.lines(of: paths, named: "/", indent: "").joined(separator: "\n")
    }

    private static func label(of route: Route) -> String {
        route.pattern.text + (route.priority == 0 ? "" : " [\(route.priority)]")
    }
}

/// What is left of a path while a table is printed as a tree.
private struct TreePath {
    let segments: ArraySlice<PatternSegment>
    let end: End

    /// A route, to be printed where it ends.
    struct End: Hashable, Comparable {
        let route: Int
        let priority: Int
        let label: String

        /// The order of a lookup.
        static func < (left: End, right: End) -> Bool {
            left.priority == right.priority ? left.route < right.route : left.priority > right.priority
        }
    }

    /// The lines for a node and for all below it; the names of parameters at one place share a line.
    static func lines(of paths: [TreePath], named name: String, indent: String) -> [String] {
        let ends = Set(paths.filter(\.segments.isEmpty).map(\.end)).sorted().map(\.label)
        var lines = [indent + name + (ends.isEmpty ? "" : "  → " + ends.joined(separator: ", "))]
        let below = Dictionary(grouping: paths.filter { !$0.segments.isEmpty }) { $0.kind }
        for branch in below.values.sorted(by: precedes) {
            var names: [String] = []
            for name in branch.compactMap(\.segments.first?.description) where !names.contains(name) {
                names.append(name)
            }
            let rest = branch.map { TreePath(segments: $0.segments.dropFirst(), end: $0.end) }
            lines += Self.lines(of: rest, named: names.joined(separator: " | "), indent: indent + "  ")
        }
        return lines
    }

    /// The order of a lookup among branches; literals, of which at most one fits, by their text.
    private static func precedes(_ left: [TreePath], _ right: [TreePath]) -> Bool {
        guard let leftKind = left.first?.kind, let rightKind = right.first?.kind else { return right.first != nil }
        if leftKind.prefix(1) != rightKind.prefix(1) || leftKind.hasPrefix("0") { return leftKind < rightKind }
        guard let leftEnd = left.map(\.end).min(), let rightEnd = right.map(\.end).min() else { return false }
        return leftEnd < rightEnd
    }

    /// What shares a branch: how specific the segment is, as a digit, and what tells it from others that are as specific.
    private var kind: String {
        guard let segment = segments.first else { return "" }
        return switch segment {
        case .literal: "0\(segment)"
        case .mixed: "1\(segment.shape)"
        case .parameter(let parameter): parameter.type.map { "2\($0)" } ?? "3"
        case .wildcard: segments.count > 1 ? "4" : "5"
        }
    }
}
