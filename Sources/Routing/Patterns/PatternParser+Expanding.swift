/// Writes out every path that the groups of a pattern stand for.
///
/// Equal paths are kept once, the first of them. Since a group can always be left out, a list never gets shorter, so the
/// limit is checked as it grows.
extension PatternParser {
    /// The paths, one that takes an earlier group before one that leaves it out.
    func expansions() throws(RoutePatternError) -> [[PatternSegment]] {
        // Segments are numbered, so that paths are compared by numbers.
        var segments: [PatternSegment] = []
        var tails: [Int: Int] = [:]
        // A list of paths for each open group, innermost last.
        var lists: [[[Int]]] = [[[]]]
        for (element, offset) in zip(elements, offsets) {
            let top = lists.count - 1
            switch element {
            case .segment(let segment):
                // Few enough to compare with each.
                let number = segments.firstIndex(of: segment) ?? segments.count
                if number == segments.count { segments.append(segment) }
                if case .wildcard(.some) = segment { tails[number] = offset }
                for index in lists[top].indices { lists[top][index].append(number) }
            case .groupStart: lists.append([[]])
            case .groupEnd:
                let group = lists.removeLast()
                guard let paths = Self.paths(lists[top - 1], continuedBy: group) else {
                    throw error(.tooManyExpansions, at: offset)
                }
                lists[top - 1] = paths
            }
        }
        for path in lists[0] where !tails.isEmpty {
            if let offset = path.dropLast().lazy.compactMap({ tails[$0] }).first {
                throw error(.tailBeforeEnd, at: offset)
            }
        }
        return lists[0].map { $0.map { segments[$0] } }
    }

    /// Every path with and without what a group holds; `nil` when they are too many.
    private static func paths(_ paths: [[Int]], continuedBy group: [[Int]]) -> [[Int]]? {
        // A redundant parenthesis; a path that leaves everything out is always the last one.
        if paths == [[]], group.last == [] { return group }
        var known: Set<[Int]> = []
        var continued: [[Int]] = []
        for path in paths {
            for candidate in group.map({ path + $0 }) + [path] where known.insert(candidate).inserted {
                continued.append(candidate)
            }
            guard continued.count <= RoutePattern.maximumExpansions else { return nil }
        }
        return continued
    }
}
