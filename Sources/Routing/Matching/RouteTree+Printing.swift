extension RouteTree {
    /// The lines of a printed table: one for each segment, with the patterns that end there, in the order of a lookup.
    ///
    /// Literals are in the order of their bytes. The names of parameters at one position share a line.
    var lines: [String] {
        let endings = paths.endings.dropFirst().filter { !$0.isHostOnly }
        let segments = endings.map { records[Int($0.route)].pattern.expansion(Int($0.expansion)) }
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
            var groups: [ArraySlice<Int>] = []
            var sortKeys: [Bytes] = []
            var rest = order[ends.endIndex...]
            while let first = rest.first {
                let segment = keys[first].segment(from: offset)
                let group = rest.prefix { keys[$0].segment(from: offset) == segment }
                // Mixed and typed segments are ordered by their best route.
                let mark = segment[offset]
                let best = group.min() ?? 0
                let key = [mark] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: best >> $0) }
                sortKeys.append(mark < Rank.literal.mark ? Bytes(segment) : Bytes(key))
                groups.append(group)
                rest = rest[group.endIndex...]
            }
            var lines = [line]
            for group in sortKeys.sortedIndices.map({ groups[$0] }) {
                var names: [String] = []
                let spellings = Array(group).sorted().map { "\(segments[$0][depth])".printed }
                for name in spellings where !names.contains(name) { names.append(name) }
                let end = keys[group[group.startIndex]].segment(from: offset).endIndex
                lines += branch(group, named: names.joined(separator: " | "), depth: depth + 1, offset: end)
            }
            return lines
        }
        return branch(keys.sortedIndices[...], named: "/", depth: 0, offset: 0)
    }
}
