extension RouteTree {
    /// A line for each segment, with the patterns that end there: the first of a lookup first.
    ///
    /// The names of parameters at one place share a line.
    var lines: [String] {
        let endings = paths.endings.dropFirst().filter { !$0.isHostOnly }
        let segments = endings.map { records[Int($0.route)].pattern.expansions[Int($0.expansion)] }
        let keys = segments.map { $0.key(ignoringCase: false) }
        func branch(_ order: ArraySlice<Int>, named name: String, depth: Int, offset: Int) -> [String] {
            let ends = order.prefix { keys[$0].count == offset }
            var line = String(repeating: "  ", count: depth) + name
            var last: UInt32?
            for route in ends.map({ endings[$0].route }) where route != last {
                let record = records[Int(route)]
                line += (last == nil ? "  → " : ", ") + record.pattern.text.printed
                if record.priority != 0 { line += " [\(record.priority)]" }
                last = route
            }
            var lines = [line]
            var rest = order[ends.endIndex...]
            while let first = rest.first {
                let segment = keys[first].segment(from: offset)
                let group = rest.prefix { keys[$0].segment(from: offset) == segment }
                var names: [String] = []
                for name in Array(group).sorted().map({ "\(segments[$0][depth])".printed }) where !names.contains(name)
                {
                    names.append(name)
                }
                let name = names.joined(separator: " | ")
                lines += branch(group, named: name, depth: depth + 1, offset: segment.endIndex)
                rest = rest[group.endIndex...]
            }
            return lines
        }
        return branch(keys.sortedIndices[...], named: "/", depth: 0, offset: 0)
    }
}
