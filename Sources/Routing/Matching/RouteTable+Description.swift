extension RouteTable: CustomStringConvertible {
    /// The table as a tree with one segment per line, in the order of a lookup.
    ///
    /// After a segment are the patterns that end there, with their priority unless it is 0.
    public var description: String {
        let records = tree.records
        let order = records.indices.sorted { (records[$1].priority, $0) < (records[$0].priority, $1) }
        var places = order
        for (place, number) in order.enumerated() { places[number] = place }
        let paths = zip(records, places).flatMap { record, place in
            let label = record.pattern.text.printed + (record.priority == 0 ? "" : " [\(record.priority)]")
            return record.pattern.expansions.map { PrintedPath(segments: $0[...], place: place, label: label) }
        }
        return PrintedPath.lines(of: paths, named: "/", indent: "").joined(separator: "\n")
    }
}

/// What is left of a path of a route, at a line of the printed tree.
private struct PrintedPath {
    var segments: ArraySlice<PatternSegment>
    /// The place of the route in the order of a lookup.
    let place: Int
    let label: String

    /// What shares a line.
    private struct Branch: Hashable {
        let rank: Rank
        let shape: PatternSegment

        /// The text of a literal, of which at most one fits.
        var literal: String { rank == .literal ? "\(shape)" : "" }
    }

    /// The lines for a node and for all below it; the names of parameters at one place share a line.
    static func lines(of paths: [PrintedPath], named name: String, indent: String) -> [String] {
        let ends = Dictionary(paths.filter(\.segments.isEmpty).map { ($0.place, $0.label) }) { label, _ in label }
        let labels = ends.sorted { $0.key < $1.key }.map(\.value)
        let line = indent + name + (labels.isEmpty ? "" : "  → " + labels.joined(separator: ", "))
        let branches = Dictionary(grouping: paths.filter { !$0.segments.isEmpty }, by: \.branch)
        let order = branches.map { (branch: $0, place: $1.map(\.place).min() ?? 0, paths: $1) }.sorted { one, other in
            (one.branch.rank, one.branch.literal, one.place) < (other.branch.rank, other.branch.literal, other.place)
        }
        return [line]
            + order.map(\.paths).flatMap { paths in
                var names: [String] = []
                for name in paths.compactMap(\.segments.first?.description.printed) where !names.contains(name) {
                    names.append(name)
                }
                let rest = paths.map {
                    PrintedPath(segments: $0.segments.dropFirst(), place: $0.place, label: $0.label)
                }
                return lines(of: rest, named: names.joined(separator: " | "), indent: indent + "  ")
            }
    }

    private var branch: Branch {
        let shape = segments[segments.startIndex].shape(ignoringCase: false)
        let rank = segments.count == 1 && Array(segments).endsInTail ? .tail : shape.rank
        return Branch(rank: rank, shape: shape)
    }
}
