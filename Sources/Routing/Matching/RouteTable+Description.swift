extension RouteTable: CustomStringConvertible {
    /// The table as a tree with one segment per line, in the order of a lookup.
    ///
    /// After a segment are the patterns that end there, with their priority unless it is 0.
    public var description: String {
        let routes = routes
        let order = routes.indices.sorted { (routes[$1].priority, $0) < (routes[$0].priority, $1) }
        var places = order
        for (place, number) in order.enumerated() { places[number] = place }
        let paths = zip(routes, places).flatMap { route, place in
            route.pattern.expansions.map { TreePrinter.Path(segments: $0[...], place: place) }
        }
        let labels = order.map { number in
            let (pattern, priority) = (routes[number].pattern.text.printed, routes[number].priority)
            return pattern + (priority == 0 ? "" : " [\(priority)]")
        }
        return TreePrinter(labels: labels).lines(of: paths, named: "/", indent: "").joined(separator: "\n")
    }
}

private struct TreePrinter {
    /// The routes in the order of a lookup, as they are printed where they end.
    let labels: [String]

    /// What is left of a path of a route.
    struct Path {
        let segments: ArraySlice<PatternSegment>
        /// The place of the route in the order of a lookup.
        let place: Int
    }

    /// What shares a line.
    private struct Branch: Hashable {
        let rank: Rank
        let shape: PatternSegment

        init?(_ segments: ArraySlice<PatternSegment>) {
            guard let first = segments.first else { return nil }
            rank = segments.count == 1 && Array(segments).endsInTail ? .tail : first.rank
            shape = first.shape(ignoringCase: false)
        }

        /// The text of a literal, of which at most one fits.
        var text: String { rank == .literal ? "\(shape)" : "" }
    }

    /// The lines for a node and for all below it; the names of parameters at one place share a line.
    func lines(of paths: [Path], named name: String, indent: String) -> [String] {
        let branches = Dictionary(grouping: paths) { Branch($0.segments) }
        let places = Set((branches[nil] ?? []).map(\.place)).sorted()
        let ends = places.isEmpty ? "" : "  → " + places.map { labels[$0] }.joined(separator: ", ")
        var lines = [indent + name + ends]
        let order = branches.compactMap { branch, paths in
            branch.map { (rank: $0.rank, text: $0.text, place: paths.map(\.place).min() ?? 0, paths: paths) }
        }
        for paths in order.sorted(by: { ($0.rank, $0.text, $0.place) < ($1.rank, $1.text, $1.place) }).map(\.paths) {
            var names: [String] = []
            for name in paths.compactMap(\.segments.first?.description.printed) where !names.contains(name) {
                names.append(name)
            }
            let rest = paths.map { Path(segments: $0.segments.dropFirst(), place: $0.place) }
            lines += self.lines(of: rest, named: names.joined(separator: " | "), indent: indent + "  ")
        }
        return lines
    }
}
