/// The paths of all routes as a radix tree over bytes, in which paths are looked up.
///
/// A *label* is the text from one node to the next: literal segments, decoded, with the slashes behind them. *Folded* text is in lower
/// case: the whole path if case is ignored, or else its host.
///
/// A lookup descends as long as a label fits. Where none does, it takes the next alternative: a mixed segment, a
/// parameter, a wildcard or a tail. The first route that is found so is the best, unless priorities differ, or several
/// mixed or typed segments are at one position; then all are tried. Nothing is recorded on the way: which segments are
/// values is known from the pattern; see ``RouteHit``.
///
/// A path with escapes or dot segments is looked up in a copy without them, since labels are decoded; see
/// ``UInt8/asLabel``.
///
/// A class, so that a lookup counts no references to the arrays.
final class RouteTree: Sendable {
    let paths: PathTree
    let records: [RouteRecord]
    let addressing: Addressing
    let isIgnoringCase: Bool

    /// A tree of routes, in which their numbers are those in the list.
    init(_ records: [RouteRecord], _ addressing: Addressing, isIgnoringCase: Bool) {
        paths = PathTree(records, isIgnoringCase: isIgnoringCase, hasHosts: addressing.hasHosts)
        self.records = records
        self.addressing = addressing
        self.isIgnoringCase = isIgnoringCase
    }
}

extension RouteTree {
    /// The most steps that one search may take; one that would take more finds nothing.
    ///
    /// A step is a position at which text is sought, a byte that a type or a query requirement reads, or eight bytes in
    /// which the end of a segment is sought. A table from elsewhere may have thousands of patterns whose text nearly
    /// occurs at every position of a long segment.
    static let maximumSteps = 1 << 22

    /// The best route for a path, or `nil` when there is none.
    @inline(__always)
    func best(_ path: String) -> RouteHit? {
        var candidates: [Int]?
        return path.withSpan { find($0, PathRange(of: $0, from: 0, to: $0.count), nil, &candidates) }
    }

    /// The best route for a path, or for that of a URL, or `nil` when there is none.
    func best(_ path: PathText, of url: URLText?) -> RouteHit? {
        var candidates: [Int]?
        return path.text.withSpan { find($0, path.range, url, &candidates) }
    }

    /// Returns the hits for a path, or for that of a URL, best first, one for each route.
    func all(_ path: PathText, of url: URLText?) -> [RouteHit] {
        var candidates: [Int]? = []
        guard let best = path.text.withSpan({ find($0, path.range, url, &candidates) }) else { return [] }
        var isKnown = [Bool](repeating: false, count: records.count)
        return (candidates ?? []).sorted().map { hit($0, path.range, best.isPlain) }.filter { hit in
            defer { isKnown[hit.route] = true }
            return !isKnown[hit.route]
        }
    }

    /// Finds the best route, and the endings of all when `candidates` is not `nil`.
    @inline(__always)
    private func find(
        _ bytes: Span<UInt8>, _ range: PathRange, _ url: URLText?, _ candidates: inout [Int]?
    ) -> RouteHit? {
        guard bytes.count <= URLText.maximumLength else { return nil }
        let best = search(bytes, range, url, &candidates, isPlain: false)
        return best > 0 ? hit(best, range, true) : findDecoded(bytes, range, url, &candidates)
    }

    /// Finds what `find` does in a copy, if the text is not as labels have it.
    @inline(never)
    private func findDecoded(
        _ bytes: Span<UInt8>, _ range: PathRange, _ url: URLText?, _ candidates: inout [Int]?
    ) -> RouteHit? {
        guard !range.isPlain(in: bytes, from: range.start),
            PercentCoding.firstInvalid(in: bytes, from: range.start, to: range.end) == nil
        else { return nil }
        if candidates != nil { candidates = [] }
        let copy = range.labels(in: bytes)
        let best = search(copy.text.span, copy.range, url, &candidates, isPlain: true)
        return best > 0 ? hit(best, range, false) : nil
    }

    @inline(__always)
    private func hit(_ ending: Int, _ range: PathRange, _ isPlain: Bool) -> RouteHit {
        let ending = paths.endings[ending]
        return RouteHit(route: Int(ending.route), expansion: Int(ending.expansion), range: range, isPlain: isPlain)
    }

    /// Finds the best ending, and all of them when `candidates` is not `nil`.
    ///
    /// No label fits text that is not as labels have it. Where a segment is a value, that is noticed, and 0 is
    /// returned.
    ///
    /// - Returns: 0 when there is none, or when the search takes more than ``maximumSteps``.
    @inline(never)
    private func search(
        _ text: Span<UInt8>, _ range: PathRange, _ url: URLText?, _ candidates: inout [Int]?, isPlain: Bool
    ) -> Int {
        let end = range.end
        let foldedEnd = isIgnoringCase ? end &+ 1 : range.beginsWithHost ? range.segment(0, in: text).upperBound : 0
        let isContested = paths.hasRivals || candidates != nil
        var best = 0
        var number = 0
        var position = range.start
        var steps = 0
        while true {
            descend(from: &number, &position, text, before: end, foldedEnd)
            var ending = position > end ? Int(paths.nodes[number].ending) : 0
            var next = Int(paths.nodes[number].alternative)
            while true {
                if ending != 0 {
                    let isSure = !isContested && !paths.endings[ending].isConditional
                    best = isSure ? ending : better(best, ending, range, url, &candidates, &steps)
                    if best != 0, !isContested { return best }
                }
                guard next != 0 else { return best }
                guard steps <= Self.maximumSteps else { return 0 }
                let alternative = paths.alternatives[next]
                let isHere = alternative.depth == paths.nodes[number].depth
                let first = isHere ? position : range.segment(Int(alternative.depth), in: text).lowerBound
                guard let last = endOfValue(alternative, from: first, in: text, range, isPlain, &steps) else {
                    return 0
                }
                ending = alternative.rank == .tail ? Int(alternative.target) : 0
                if ending == 0, last > first,
                    alternative.rank >= .parameter || fits(next, text, first..<last, range, &steps)
                {
                    number = Int(alternative.target)
                    position = last &+ 1
                    break
                }
                next = Int(alternative.next)
            }
        }
    }

    /// Follows labels as long as they fit, from a node and a position in the text, which move on.
    ///
    /// The first eight bytes of a label are compared as one word; see ``PathTree/Node``.
    @inline(__always)
    private func descend(
        from number: inout Int, _ position: inout Int, _ text: Span<UInt8>, before end: Int, _ foldedEnd: Int
    ) {
        while position <= end {
            let word = text.labelWord(at: position, before: end, foldedEnd)
            let slot = UInt8(truncatingIfNeeded: word) &- paths.nodes[number].low
            guard UInt16(slot) < paths.nodes[number].width else { return }
            let next = Int(paths.nodes[number].children) &+ Int(slot)
            let count = Int(paths.nodes[next].count)
            guard (word ^ paths.nodes[next].word) &<< UInt64(paths.nodes[next].shift) == 0,
                position &+ count <= end &+ 1,
                count <= 8
                    || paths.labels.agree(
                        from: Int(paths.nodes[next].label), count, with: text, at: position, before: end, foldedEnd)
            else { return }
            number = next
            position &+= count
        }
    }

    /// Returns the end of the segment that an alternative may take, or the end of the path for a tail.
    ///
    /// - Returns: `nil` when that text is not as labels have it.
    @inline(__always)
    private func endOfValue(
        _ alternative: PathTree.Alternative, from first: Int, in text: Span<UInt8>, _ range: PathRange, _ isPlain: Bool,
        _ steps: inout Int
    ) -> Int? {
        if alternative.rank == .tail {
            steps &+= (range.end &- first) &>> 3
            return isPlain || range.isPlain(in: text, from: first) ? range.end : nil
        }
        let last = text.endOfSegment(from: first, before: range.end)
        // The text before the segment may have been read to find it.
        steps &+= 1 &+ last &>> 3
        return isPlain || !text.isSpecial(from: first, to: last, before: range.end) ? last : nil
    }

    /// Returns the best of a known ending and of those at a node that count for the URL.
    ///
    /// All of these are candidates.
    @inline(never)
    private func better(
        _ known: Int, _ first: Int, _ range: PathRange, _ url: URLText?, _ candidates: inout [Int]?,
        _ steps: inout Int
    ) -> Int {
        var best = known
        var ending = first
        while ending != 0, best == 0 || ending < best || candidates != nil, steps <= Self.maximumSteps {
            if takesPart(paths.endings[ending], range, url, &steps) {
                candidates?.append(ending)
                if best == 0 || ending < best { best = ending }
            }
            ending = Int(paths.endings[ending].next)
        }
        return steps <= Self.maximumSteps ? best : 0
    }

    /// Returns whether an ending counts for a URL; a path without a URL fulfills no conditions.
    private func takesPart(
        _ ending: PathTree.Ending, _ range: PathRange, _ url: URLText?, _ steps: inout Int
    ) -> Bool {
        guard !ending.isHostOnly || range.beginsWithHost else { return false }
        let record = records[Int(ending.route)]
        guard record.hasConditions else { return true }
        guard let url else { return false }
        // Each requirement may read the whole query.
        steps &+= 1 &+ (url.parts.host?.count ?? 0) &+ record.pattern.query.count &* (url.parts.query?.count ?? 0)
        return record.passes(url)
    }

    /// Returns whether a segment matches the mixed or typed segment of an alternative.
    @inline(never)
    private func fits(
        _ number: Int, _ text: Span<UInt8>, _ segment: Range<Int>, _ range: PathRange, _ steps: inout Int
    ) -> Bool {
        let isFolded = isIgnoringCase || paths.alternatives[number].depth == 0 && range.beginsWithHost
        let pattern = paths.segments[Int(paths.alternatives[number].segment)]
        let coded = text.firstIndex(from: segment.lowerBound, before: segment.upperBound) { word in
            word.marks(of: 0xF5) | word.marks(of: 0xF6)
        }
        guard coded < segment.upperBound else {
            return pattern.matches(text.extracting(segment), ignoringCase: isFolded, &steps)
        }
        steps &+= segment.count
        let decoded = Bytes(segment.map { text[$0].ofLabel })
        return pattern.matches(decoded.span, ignoringCase: isFolded, &steps)
    }
}

/// A route that matches a path, as numbers, so that a lookup counts no references.
///
/// The ranges of its values in the text are found when the values are read.
struct RouteHit: Sendable {
    /// The number of the route.
    let route: Int
    /// The number of the path among those that the groups of the pattern describe.
    let expansion: Int
    let range: PathRange
    /// A Boolean value that indicates whether the path was looked up as it is: it has no escapes and no dot segments.
    let isPlain: Bool
}

/// The rank of a segment, or of the end of a path, most specific first.
enum Rank: UInt8, Comparable, Sendable {
    case literal, mixed, typed, parameter, wildcard, end, tail

    /// The first byte of a segment of the rank in the key of a path.
    ///
    /// UTF-8 text has no such byte.
    var mark: UInt8 { 0xF8 + rawValue }

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
}

extension Bytes {
    /// Returns whether a text has the bytes of a label behind its first eight.
    @inline(never)
    fileprivate func agree(
        from label: Int, _ count: Int, with text: Span<UInt8>, at position: Int, before end: Int, _ foldedEnd: Int
    ) -> Bool {
        let bytes = span
        var offset = 8
        while offset < count {
            // The last word overlaps the one before.
            let part = Swift.min(offset, count &- 8)
            let word = text.labelWord(at: position &+ part, before: end, foldedEnd)
            guard word == bytes.loadWord(at: label &+ part) else { return false }
            offset &+= 8
        }
        return true
    }
}

extension PathRange {
    /// A segment, by its number.
    @inline(never)
    fileprivate func segment(_ number: Int, in bytes: Span<UInt8>) -> Range<Int> {
        var first = start
        var last = bytes.firstIndex(of: UInt8(ascii: "/"), from: first, before: end)
        for _ in 0..<number {
            first = last + 1
            last = bytes.firstIndex(of: UInt8(ascii: "/"), from: first, before: end)
        }
        return first..<last
    }
}

extension Span<UInt8> {
    /// The next eight bytes of a path, in lowercase as far as case does not count; a slash follows the path.
    @inline(__always)
    fileprivate func labelWord(at position: Int, before end: Int, _ foldedEnd: Int) -> UInt64 {
        var word: UInt64
        if position &+ 8 <= end {
            word = loadWord(at: position)
        } else {
            let rest = UInt64(truncatingIfNeeded: 8 &* (end &- position))
            word = self.word(at: position) & ((1 &<< rest) &- 1) | UInt64(UInt8(ascii: "/")) &<< rest
        }
        return position < foldedEnd ? word.lowercased(foldedEnd &- position) : word
    }
}

extension UInt64 {
    /// The bytes with the letters of ASCII in lowercase, in the first so many bytes.
    fileprivate func lowercased(_ count: Int) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = self & (ones &* 0x7F)
        // The highest bit of a byte that is at least “A”, and of one that is more than “Z”.
        let capitals = ((low &+ ones &* 0x3F) & ~(low &+ ones &* 0x25) & ~self) & (ones &* 0x80)
        let folded = count < 8 ? capitals & ((1 &<< UInt64(8 &* count)) &- 1) : capitals
        return self | folded &>> 2
    }
}

extension PathRange {
    /// A copy of the path as labels have it: decoded, and without dot segments.
    fileprivate func labels(in bytes: Span<UInt8>) -> (text: Bytes, range: PathRange) {
        let copy = labels(in: bytes, of: [start..<end])
        return copy.range.isPlain(in: copy.text.span, from: copy.range.start)
            ? copy : labels(in: bytes, of: segments(in: bytes))
    }

    private func labels(in bytes: Span<UInt8>, of parts: [Range<Int>]) -> (text: Bytes, range: PathRange) {
        // Labels are never longer than the path.
        var text = Bytes(repeating: UInt8(ascii: "/"), count: end - start + 1)
        var labels = text.mutableSpan
        var count = 0
        for part in parts {
            var index = part.lowerBound
            while index < part.upperBound {
                let isEscape = bytes[index] == UInt8(ascii: "%")
                let byte = PercentCoding.nextByte(of: bytes, at: &index, before: part.upperBound)
                labels[count] = isEscape ? byte.asLabel : byte
                count &+= 1
            }
            labels[count] = UInt8(ascii: "/")
            count &+= 1
        }
        // The range of an empty path begins behind its end.
        let start = count == 0 ? 1 : 0
        let end = count == 0 ? 0 : count - 1
        return (text, PathRange(start: start, end: end, beginsWithHost: beginsWithHost))
    }
}

/// Text of labels is decoded, with 0xF5 for a percent sign and 0xF6 for a slash inside a segment; neither is in any
/// UTF-8.
extension UInt8 {
    /// The decoded byte as it is in a label.
    var asLabel: UInt8 {
        switch self {
        case UInt8(ascii: "%"): 0xF5
        case UInt8(ascii: "/"): 0xF6
        default: self
        }
    }

    /// The decoded byte that is this one in a label.
    fileprivate var ofLabel: UInt8 {
        switch self {
        case 0xF5: UInt8(ascii: "%")
        case 0xF6: UInt8(ascii: "/")
        default: self
        }
    }
}
