/// Writes out every path that the groups of a pattern stand for.
///
/// One list of paths for each open group, innermost last; equal paths are kept once, the first of them. Since a group can
/// always be left out, a list never gets shorter, so the limit is checked as it grows.
struct PatternExpander {
    private var lists: [[NumberedPath]] = [[NumberedPath()]]

    static func expansions(of parser: PatternParser) throws(RoutePatternError) -> [[PatternSegment]] {
        guard parser.elements.contains(.groupStart) else { return [try onlyPath(of: parser)] }
        var expander = PatternExpander()
        var segments: [PatternSegment] = []
        var numbers: [PatternSegment: Int] = [:]
        var tails: [Int: Int] = [:]
        for (element, offset) in zip(parser.elements, parser.offsets) {
            switch element {
            case .segment(let segment):
                let number = numbers[segment] ?? segments.count
                if number == segments.count { segments.append(segment) }
                numbers[segment] = number
                if case .wildcard(.some) = segment { tails[number] = offset }
                expander.append(number)
            case .groupStart:
                expander.lists.append([NumberedPath()])
            case .groupEnd:
                guard expander.closeGroup() else { throw parser.error(.tooManyExpansions, at: offset) }
            }
        }
        let paths = expander.lists[0].map(\.numbers)
        for number in paths.lazy.flatMap({ $0.dropLast() }) {
            if let offset = tails[number] { throw parser.error(.tailBeforeEnd, at: offset) }
        }
        return paths.map { $0.map { segments[$0] } }
    }

    /// The path of a pattern without groups.
    private static func onlyPath(of parser: PatternParser) throws(RoutePatternError) -> [PatternSegment] {
        var path: [PatternSegment] = []
        path.reserveCapacity(parser.elements.count)
        for (element, offset) in zip(parser.elements, parser.offsets) {
            guard case .segment(let segment) = element else { continue }
            path.append(segment)
            if case .wildcard(.some) = segment, path.count < parser.elements.count {
                throw parser.error(.tailBeforeEnd, at: offset)
            }
        }
        return path
    }

    private mutating func append(_ number: Int) {
        let top = lists.count - 1
        for index in lists[top].indices { lists[top][index].append(number) }
    }

    /// Continues every path of the enclosing group with and without what the group holds; false when they are too many.
    private mutating func closeGroup() -> Bool {
        let group = lists.removeLast()
        let top = lists.count - 1
        // A redundant parenthesis; a path that leaves everything out is always the last one.
        if lists[top] == [NumberedPath()], group.last == NumberedPath() {
            lists[top] = group
            return true
        }
        var known: Set<NumberedPath> = []
        var paths: [NumberedPath] = []
        for path in lists[top] {
            for continued in group.lazy.map({ path + $0 }) where known.insert(continued).inserted {
                paths.append(continued)
            }
            if known.insert(path).inserted { paths.append(path) }
            guard paths.count <= RoutePattern.maximumExpansions else { return false }
        }
        lists[top] = paths
        return true
    }
}
