/// Finds the routes for a path, which is looked up as it is, and decoded if it has to be.
///
/// A class, so that a lookup counts no references to the arrays of the tree.
final class RouteMatcher: Sendable {
    private let tree: ByteTree

    init(_ tree: RouteTree) { self.tree = ByteTree(tree) }

    /// The best route for a path, or `nil` when there is none.
    @inline(__always)
    func best(_ path: String) -> RouteHit? {
        path.withSpan { best($0, PathRange(of: $0, from: 0, to: $0.count), nil) }
    }

    /// The best route for the path of a URL, or `nil` when there is none.
    func best(_ path: PathText, of url: URLText) -> RouteHit? {
        path.withSpan(of: url) { best($0, path.range, url) }
    }

    /// All routes for a path in their order, each once.
    func all(_ path: String) -> [RouteHit] {
        path.withSpan { all($0, PathRange(of: $0, from: 0, to: $0.count), nil) }
    }

    /// All routes for the path of a URL in their order, each once.
    func all(_ path: PathText, of url: URLText) -> [RouteHit] {
        path.withSpan(of: url) { all($0, path.range, url) }
    }

    private func best(_ bytes: Span<UInt8>, _ range: PathRange, _ url: URLText?) -> RouteHit? {
        guard bytes.count <= URLText.maximumLength else { return nil }
        var search = search(bytes, range)
        tree.run(&search, bytes, values: bytes, url: url, nil)
        let isDecoded = search.marks != 0
        if isDecoded { search.best = bestDecoded(bytes, range, url, nil) }
        return search.best == 0 ? nil : hit(search.best, range, isDecoded: isDecoded)
    }

    private func all(_ bytes: Span<UInt8>, _ range: PathRange, _ url: URLText?) -> [RouteHit] {
        guard bytes.count <= URLText.maximumLength else { return [] }
        let candidates = RouteCandidates()
        var search = search(bytes, range)
        tree.run(&search, bytes, values: bytes, url: url, candidates)
        let isDecoded = search.marks != 0
        if isDecoded {
            candidates.endings = []
            _ = bestDecoded(bytes, range, url, candidates)
        }
        var known: Set<UInt32> = []
        return candidates.endings.sorted(by: tree.comesBefore).compactMap { ending in
            guard known.insert(tree.endings[Int(ending)].content.route).inserted else { return nil }
            return hit(ending, range, isDecoded: isDecoded)
        }
    }

    @inline(__always)
    private func search(_ bytes: Span<UInt8>, _ range: PathRange) -> RouteSearch {
        var foldedEnd = 0
        if tree.isIgnoringCase { foldedEnd = range.end + 1 }
        if range.beginsWithHost { foldedEnd = max(foldedEnd, bytes.firstSlash(from: range.start, before: range.end)) }
        return RouteSearch(range: range, foldedEnd: foldedEnd)
    }

    /// The best ending for a decoded copy of a path; 0 when there is none, or when it does not decode to UTF-8.
    @inline(never)
    private func bestDecoded(
        _ bytes: Span<UInt8>, _ range: PathRange, _ url: URLText?, _ candidates: RouteCandidates?
    ) -> UInt32 {
        guard let path = DecodedPath(bytes, range) else { return 0 }
        var search = search(path.text.span, path.range)
        tree.run(&search, path.text.span, values: path.values.span, url: url, candidates)
        return search.best
    }

    @inline(__always)
    private func hit(_ ending: UInt32, _ range: PathRange, isDecoded: Bool) -> RouteHit {
        RouteHit(tree.endings[Int(ending)].content, tree.endings[Int(ending)].mixed, range, isDecoded: isDecoded)
    }
}

/// A copy of a path, decoded and without dot segments.
struct DecodedPath {
    /// The text as labels are; see ``ByteTree``.
    private(set) var text: Bytes = []
    /// The text itself; each byte is at the same place.
    private(set) var values: Bytes = []
    let range: PathRange

    /// Decodes a path; `nil` when it does not decode to UTF-8.
    init?(_ bytes: Span<UInt8>, _ written: PathRange) {
        guard PercentCoding.firstInvalid(in: bytes, from: written.start, to: written.end) == nil else { return nil }
        let segments = written.segments(in: bytes)
        for (number, segment) in segments.enumerated() {
            if number > 0 {
                text.append(UInt8(ascii: "/"))
                values.append(UInt8(ascii: "/"))
            }
            var index = segment.lowerBound
            while index < segment.upperBound {
                let byte = PercentCoding.nextByte(of: bytes, at: &index, before: segment.upperBound)
                text.append(byte.asLabel)
                values.append(byte)
            }
        }
        range = PathRange(start: segments.isEmpty ? 1 : 0, end: text.count, beginsWithHost: written.beginsWithHost)
    }
}

extension PathRange {
    /// Where the segments of a path are as it was written, without the dot segments.
    func segments(in bytes: Span<UInt8>) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        let hostCount = beginsWithHost ? 1 : 0
        var position = start
        while position <= end {
            let next = bytes.firstSlash(from: position, before: end)
            let isHost = beginsWithHost && position == start
            switch isHost ? 0 : DotSegments.dots(in: bytes, from: position, before: next) {
            case 0: segments.append(position..<next)
            case 2 where segments.count > hostCount: segments.removeLast()
            default: break
            }
            position = next + 1
        }
        return segments
    }
}

/// How a matcher reads a path.
extension Span<UInt8> {
    /// The next eight bytes of a path, with a slash behind its end and zeros behind that.
    @inline(__always)
    func pathWord(at position: Int, before end: Int) -> UInt64 {
        if position &+ 8 <= end { return loadWord(at: position) }
        let rest = UInt64(truncatingIfNeeded: 8 &* (end &- position))
        let surplus = position &+ 8 &- count
        var word: UInt64
        if surplus <= 0 {
            word = loadWord(at: position)
        } else if count >= 8 {
            word = loadWord(at: count &- 8) &>> UInt64(truncatingIfNeeded: 8 &* surplus)
        } else {
            word = shortWord(at: position)
        }
        return word & ((1 &<< rest) &- 1) | UInt64(UInt8(ascii: "/")) &<< rest
    }

    /// The same with small letters for the capital ones that are not behind a position.
    @inline(__always)
    func foldedWord(at position: Int, before end: Int, _ foldedEnd: Int) -> UInt64 {
        let word = pathWord(at: position, before: end)
        return position < foldedEnd ? word.lowercased(count: foldedEnd &- position) : word
    }

    @inline(never)
    private func shortWord(at position: Int) -> UInt64 { word(at: position) }

    /// Where a segment ends; marks are added when it may have to be decoded.
    @inline(__always)
    func endOfSegment(from start: Int, before end: Int, _ marks: inout UInt64) -> Int {
        if self[start] == UInt8(ascii: ".") { marks = 1 }
        var index = start
        while index < end {
            let word = word(at: index)
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

    /// Not zero when some segments may have to be decoded, or are dot segments.
    @inline(never)
    func escapes(from start: Int, before end: Int) -> UInt64 {
        var index = start
        while index < end {
            index = firstIndex(from: index, before: end) {
                $0.marks(of: UInt8(ascii: "%")) | $0.marks(of: UInt8(ascii: "."))
            }
            guard index < end else { return 0 }
            if self[index] == UInt8(ascii: "%") || index == start || self[index - 1] == UInt8(ascii: "/") { return 1 }
            index += 1
        }
        return 0
    }

    /// Where a segment begins, by its number, seen from a position further on that lies in the segment of another number.
    @inline(never)
    func start(ofSegment number: Int, from position: Int, at other: Int, _ range: PathRange) -> Int {
        var surplus = other - number
        var place = position
        while place > range.start {
            if place - 1 == range.end || self[place - 1] == UInt8(ascii: "/") {
                if surplus == 0 { return place }
                surplus -= 1
            }
            place -= 1
        }
        return place
    }
}

extension UInt64 {
    /// The word with small letters for the capital ones of ASCII, among its first bytes.
    @inline(__always)
    func lowercased(count: Int) -> UInt64 {
        let everyLow: UInt64 = 0x0101_0101_0101_0101
        let high = 0x80 &* everyLow
        let ascii = self & ~high
        let capitals = (ascii &+ 0x3F &* everyLow) & ~(ascii &+ 0x25 &* everyLow) & ~self & high
        let mask = count < 8 ? (1 &<< UInt64(truncatingIfNeeded: 8 &* count)) &- 1 : .max
        return self | (capitals &>> 2) & mask
    }
}
