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
