extension RouteTree {
    /// A line for each segment, with the patterns that end there: the first of a lookup first.
    var lines: [String] {
        let paths = paths.endings.dropFirst().filter { !$0.isHostOnly }.map { ending in
            PrintedPath(
                route: ending.route, records[Int(ending.route)],
                records[Int(ending.route)].pattern.expansions[Int(ending.expansion)])
        }
        let order = paths.map { path in path.keys.reduce(into: Bytes()) { $0 += $1 } }.sortedIndices
        return PrintedPath.lines(of: order[...], in: paths, named: "/", depth: 0)
    }
}

/// A path of a route in the printed tree.
private struct PrintedPath {
    let route: UInt32
    let label: String
    let segments: [PatternSegment]
    /// Of each segment what it shares with others that differ in names only.
    let keys: [Bytes]

    init(route: UInt32, _ record: RouteRecord, _ path: [PatternSegment]) {
        self.route = route
        label = record.pattern.text.printed + (record.priority == 0 ? "" : " [\(record.priority)]")
        segments = path
        keys = path.indices.map { depth in
            var key: Bytes = []
            path[depth].appendKey(to: &key, path.rank(at: depth), ignoringCase: false)
            return key
        }
    }

    /// The lines for a node and for all below it; the names of parameters at one place share a line.
    static func lines(of order: ArraySlice<Int>, in paths: [Self], named name: String, depth: Int) -> [String] {
        let ends = order.prefix { paths[$0].segments.count == depth }
        var labels = ""
        var last: UInt32?
        for number in ends where paths[number].route != last {
            labels += (last == nil ? "  → " : ", ") + paths[number].label
            last = paths[number].route
        }
        var lines = [String(repeating: "  ", count: depth) + name + labels]
        var rest = order[ends.endIndex...]
        while let first = rest.first {
            let branch = rest.prefix { paths[$0].keys[depth] == paths[first].keys[depth] }
            rest = rest[branch.endIndex...]
            var names: [String] = []
            for number in Array(branch).sorted() {
                let name = "\(paths[number].segments[depth])".printed
                if !names.contains(name) { names.append(name) }
            }
            lines += self.lines(of: branch, in: paths, named: names.joined(separator: " | "), depth: depth + 1)
        }
        return lines
    }
}
