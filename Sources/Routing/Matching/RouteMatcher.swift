/// Finds the routes for a path, which is looked up as it is written, and decoded if it has to be.
///
/// A class, so that a lookup counts no references to the arrays of the tree.
final class RouteMatcher: Sendable {
    private let tree: RouteTree

    /// A matcher of routes, in which their numbers are those in the list.
    init(_ records: [RouteRecord], isIgnoringCase: Bool = false, hasHosts: Bool = false) {
        tree = RouteTree(records, isIgnoringCase: isIgnoringCase, hasHosts: hasHosts)
    }

    /// The best route for a path, or `nil` when there is none.
    @inline(__always)
    func best(_ path: String) -> RouteHit? {
        hit(path.withSpan { find($0, PathRange(of: $0, from: 0, to: $0.count), nil, nil) })
    }

    /// The best route for the path of a URL, or `nil` when there is none.
    func best(_ path: PathText, of url: URLText) -> RouteHit? {
        hit(path.withSpan(of: url) { find($0, path.range, url, nil) })
    }

    /// All routes for a path in their order, each once.
    func all(_ path: String) -> [RouteHit] {
        let candidates = RouteCandidates()
        let found = path.withSpan { find($0, PathRange(of: $0, from: 0, to: $0.count), nil, candidates) }
        return hits(candidates, found)
    }

    /// All routes for the path of a URL in their order, each once.
    func all(_ path: PathText, of url: URLText) -> [RouteHit] {
        let candidates = RouteCandidates()
        let found = path.withSpan(of: url) { find($0, path.range, url, candidates) }
        return hits(candidates, found)
    }

    private func hits(_ candidates: RouteCandidates, _ found: Finding) -> [RouteHit] {
        var known: Set<UInt32> = []
        var finding = found
        return candidates.endings.sorted(by: tree.comesBefore).compactMap { ending in
            guard known.insert(tree.endings[Int(ending)].route).inserted else { return nil }
            finding.ending = ending
            return hit(finding)
        }
    }

    @inline(__always)
    private func hit(_ finding: Finding) -> RouteHit? {
        guard finding.ending != 0 else { return nil }
        let number = Int(finding.ending)
        let path = tree.endings[number].mixedPath
        return RouteHit(
            tree.endings[number], path == 0 ? nil : tree.mixedPaths[Int(path)], finding.range,
            hasDotSegments: finding.hasDotSegments)
    }

    /// The best ending for a path, or 0, and where the path stands.
    private struct Finding {
        var ending: UInt32
        let range: PathRange
        var hasDotSegments = false
    }

    @inline(never)
    private func find(
        _ bytes: Span<UInt8>, _ range: PathRange, _ url: URLText?, _ candidates: RouteCandidates?
    ) -> Finding {
        guard bytes.count <= URLText.maximumLength else { return Finding(ending: 0, range: range) }
        var contest = RouteTree.Contest(range, in: bytes, isIgnoringCase: tree.isIgnoringCase, candidates)
        let ending = tree.find(bytes, .asWritten, url, &contest)
        guard ending == RouteTree.unreadable else { return Finding(ending: ending, range: range) }
        return findEncoded(bytes, range, url, candidates)
    }

    /// Finds the endings for a path with escapes or dot segments; none when it does not decode to UTF-8.
    @inline(never)
    private func findEncoded(
        _ bytes: Span<UInt8>, _ range: PathRange, _ url: URLText?, _ candidates: RouteCandidates?
    ) -> Finding {
        candidates?.endings = []
        guard PercentCoding.firstInvalid(in: bytes, from: range.start, to: range.end) == nil else {
            return Finding(ending: 0, range: range)
        }
        let ending = findDecoded(bytes, range, url, candidates)
        guard ending == RouteTree.unreadable else { return Finding(ending: ending, range: range) }
        candidates?.endings = []
        let segments = range.segments(in: bytes)
        var text: Bytes = []
        for segment in segments {
            if segment != segments[0] { text.append(UInt8(ascii: "/")) }
            for index in segment { text.append(bytes[index]) }
        }
        let start = segments.isEmpty ? 1 : 0
        let plain = PathRange(start: start, end: text.count, beginsWithHost: range.beginsWithHost)
        return Finding(ending: findDecoded(text.span, plain, url, candidates), range: range, hasDotSegments: true)
    }

    @inline(never)
    private func findDecoded(
        _ text: Span<UInt8>, _ range: PathRange, _ url: URLText?, _ candidates: RouteCandidates?
    ) -> UInt32 {
        var contest = RouteTree.Contest(range, in: text, isIgnoringCase: tree.isIgnoringCase, candidates)
        return tree.find(text, .decoded, url, &contest)
    }
}

/// All candidates that a search finds.
final class RouteCandidates {
    var endings: [UInt32] = []
}

/// How the text of a path is read.
enum PathReading {
    /// The first escape, and the first segment that begins with a dot, end the search.
    case asWritten

    /// Escapes are decoded; the first dot segment ends the search.
    case decoded
}

/// The bytes of a path, as a search reads them.
extension Span<UInt8> {
    /// The next eight bytes of a path, with a slash behind its end and zeros behind that.
    @inline(__always)
    func pathWord(at position: Int, before end: Int) -> UInt64 {
        if position &+ 8 <= end { return loadWord(at: position) }
        let rest = UInt64(truncatingIfNeeded: 8 &* (end &- position))
        return anyWord(at: position) & ((1 &<< rest) &- 1) | UInt64(UInt8(ascii: "/")) &<< rest
    }

    /// The same as ``word(at:)``, in less code where it is inlined.
    @inline(__always)
    private func anyWord(at position: Int) -> UInt64 {
        let surplus = position &+ 8 &- count
        if surplus <= 0 { return loadWord(at: position) }
        guard count >= 8 else { return shortWord(at: position) }
        return loadWord(at: count &- 8) &>> UInt64(truncatingIfNeeded: 8 &* surplus)
    }

    @inline(never)
    private func shortWord(at position: Int) -> UInt64 { word(at: position) }

    /// The next byte of a path as it is in a label, with a slash behind its end.
    @inline(__always)
    func labelByte(
        at index: inout Int, before end: Int, _ foldedEnd: Int, _ reading: PathReading
    ) -> UInt8 {
        guard index < end, self[index] != UInt8(ascii: "/") else {
            index &+= 1
            return UInt8(ascii: "/")
        }
        let isFolded = index < foldedEnd
        var byte = self[index]
        if reading == .decoded, byte == UInt8(ascii: "%") {
            byte = PercentCoding.nextByte(of: self, at: &index, before: end).asLabel
        } else {
            index &+= 1
        }
        return isFolded ? byte.lowercased : byte
    }

    /// Where a segment ends; marks are added when it may have to be decoded, or is a dot segment.
    @inline(__always)
    func endOfSegment(from start: Int, before end: Int, _ marks: inout UInt64) -> Int {
        if self[start] == UInt8(ascii: ".") { marks = 1 }
        var index = start
        while index < end {
            let word = anyWord(at: index)
            let slashes = word.marks(of: UInt8(ascii: "/"))
            var percents = word.marks(of: UInt8(ascii: "%"))
            if index &+ 8 > end { percents &= (1 &<< UInt64(truncatingIfNeeded: 8 &* (end &- index))) &- 1 }
            guard slashes == 0 else {
                marks |= percents & ((slashes & (0 &- slashes)) &- 1)
                return Swift.min(index &+ slashes.trailingZeroBitCount / 8, end)
            }
            marks |= percents
            index &+= 8
        }
        return end
    }

    /// Whether there is something that the reading ends at, from the start of a segment on.
    @inline(never)
    func hasCode(from start: Int, before end: Int, _ reading: PathReading) -> Bool {
        var index = start
        if reading == .decoded {
            while index < end, DotSegments.dots(in: self, from: index, before: end) == 0 {
                index = firstIndex(of: UInt8(ascii: "/"), from: index, before: end) + 1
            }
            return index < end
        }
        // A slash before the word marks its first byte.
        var before: UInt64 = 0x80
        while index < end {
            let word = anyWord(at: index)
            let slashes = word.marks(of: UInt8(ascii: "/"))
            var codes = word.marks(of: UInt8(ascii: "%")) | word.marks(of: UInt8(ascii: ".")) & (slashes &<< 8 | before)
            if index &+ 8 > end { codes &= (1 &<< UInt64(truncatingIfNeeded: 8 &* (end &- index))) &- 1 }
            guard codes == 0 else { return true }
            before = slashes &>> 56
            index &+= 8
        }
        return false
    }

    /// Where a segment begins, by its number, seen from a position where more segments have begun.
    @inline(never)
    func start(
        ofSegment number: UInt8, from position: Int, at depth: UInt8, _ contest: RouteTree.Contest
    ) -> Int {
        let range = contest.range
        var place = position
        if place - 1 == range.end || self[place - 1] == UInt8(ascii: "/") { place -= 1 }
        var surplus = depth - 1 - number
        while place > range.start {
            if self[place - 1] == UInt8(ascii: "/") {
                if surplus == 0 { return place }
                surplus -= 1
            }
            place -= 1
        }
        return place
    }
}
