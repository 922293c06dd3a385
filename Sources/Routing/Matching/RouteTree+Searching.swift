extension RouteTree {
    /// What a search returns that cannot read the path: it has escapes or dot segments.
    static var unreadable: UInt32 { .max }

    /// Looks for the best ending, or for all of them; 0 when there is none.
    @inline(__always)
    func find(
        _ text: Span<UInt8>, _ range: PathRange, _ reading: PathReading, _ url: URLText?,
        _ candidates: RouteCandidates?
    ) -> UInt32 {
        let nodes = nodes.span
        let alternatives = alternatives.span
        let (start, end) = (range.start, range.end)
        let foldedEnd = foldedEnd(text, range)
        var best: UInt32 = 0
        // How deep the last peer is that was tried because it may be better than the best.
        var peerDepth = UInt8.max
        var node = 0
        var position = start
        while true {
            if position < foldedEnd {
                (node, position) = descendByBytes(from: node, position, text, before: end, foldedEnd, reading)
            }
            if position >= foldedEnd {
                (node, position) = descend(from: node, position, text, before: end)
                if reading == .decoded {
                    (node, position) = descendByBytes(from: node, position, text, before: end, foldedEnd, reading)
                }
            }
            var ending = position > end ? nodes[node].ending : 0
            var next = nodes[node].alternative
            while true {
                if ending != 0 {
                    guard hasRivals || candidates != nil || endings[Int(ending)].isConditional else { return ending }
                    let passing = firstPassing(ending, range, url)
                    if passing != 0, let candidates {
                        add(passing, range, url, to: candidates)
                    } else if passing != 0 {
                        guard hasRivals else { return passing }
                        // What remains to be tried below the same peer comes after this one.
                        if best == 0 || !isLower(passing, than: best) { peerDepth = .max }
                        if best == 0 || comesBefore(passing, best) { best = passing }
                    }
                }
                guard next != 0 else {
                    guard best == 0, text.hasCode(from: start, before: end, reading) else { return best }
                    return Self.unreadable
                }
                let number = Int(next)
                ending = 0
                next = alternatives[number].next
                let depth = alternatives[number].depth
                if best != 0 {
                    let isPeer = mayBeBetter(number, best, peerDepth)
                    guard isPeer || alternatives[number].highest > endings[Int(best)].priority else { continue }
                    if isPeer { peerDepth = min(peerDepth, depth) }
                }
                let here = nodes[node].depth
                let first =
                    depth == here ? position : text.start(ofSegment: Int(depth), from: position, at: Int(here), range)
                guard alternatives[number].rank != .tail else {
                    if text.hasCode(from: first, before: end, reading) { return Self.unreadable }
                    ending = alternatives[number].target
                    continue
                }
                guard first < end else { continue }
                var marks: UInt64 = 0
                let last = text.endOfSegment(from: first, before: end, &marks)
                guard last > first else { continue }
                if marks != 0 {
                    guard reading == .decoded, DotSegments.dots(in: text, from: first, before: last) == 0 else {
                        return Self.unreadable
                    }
                }
                if alternatives[number].rank < .parameter {
                    guard fits(number, text, first..<last, isIgnoringCase: first < foldedEnd) else { continue }
                }
                node = Int(alternatives[number].target)
                position = last &+ 1
                break
            }
        }
    }

    /// The letters before are compared in small ones.
    @inline(__always)
    private func foldedEnd(_ text: Span<UInt8>, _ range: PathRange) -> Int {
        if isIgnoringCase { return range.end + 1 }
        return range.beginsWithHost ? text.firstSlash(from: range.start, before: range.end) : 0
    }

    /// Descends as long as labels fit the text as it is written.
    ///
    /// Not inlined, so that all it needs stays in registers.
    @inline(never)
    private func descend(
        from first: Int, _ start: Int, _ text: Span<UInt8>, before end: Int
    ) -> (node: Int, position: Int) {
        let nodes = nodes.span
        let labels = labels.span
        var node = first
        var position = start
        while position <= end {
            let word = text.pathWord(at: position, before: end)
            let slot = Int(UInt8(truncatingIfNeeded: word)) &- Int(nodes[node].low)
            guard slot >= 0, slot < Int(nodes[node].width) else { break }
            let child = Int(nodes[node].children) &+ slot
            let count = Int(nodes[child].count)
            guard (word ^ nodes[child].word) &<< UInt64(nodes[child].shift) == 0, position &+ count <= end &+ 1 else {
                break
            }
            if count > 8 {
                let label = Int(nodes[child].label)
                var offset = 8
                while offset < count {
                    // The last word overlaps the one before.
                    let part = offset &+ 8 <= count ? offset : count &- 8
                    guard text.pathWord(at: position &+ part, before: end) == labels.loadWord(at: label &+ part) else {
                        return (node, position)
                    }
                    offset &+= 8
                }
            }
            node = child
            position &+= count
        }
        return (node, position)
    }

    /// Descends as long as labels fit the text, byte by byte: where case is ignored, and where escapes are decoded.
    @inline(never)
    private func descendByBytes(
        from first: Int, _ start: Int, _ text: Span<UInt8>, before end: Int, _ foldedEnd: Int, _ reading: PathReading
    ) -> (node: Int, position: Int) {
        var node = first
        var position = start
        while position <= end, position < foldedEnd || reading == .decoded {
            var next = position
            let slot = Int(text.labelByte(at: &next, before: end, foldedEnd, reading)) &- Int(nodes[node].low)
            guard slot >= 0, slot < Int(nodes[node].width) else { break }
            let child = Int(nodes[node].children) &+ slot
            guard nodes[child].count > 0 else { break }
            let labelEnd = Int(nodes[child].label) &+ Int(nodes[child].count)
            var index = Int(nodes[child].label) &+ 1
            while index < labelEnd, next <= end,
                text.labelByte(at: &next, before: end, foldedEnd, reading) == labels[index]
            {
                index &+= 1
            }
            guard index == labelEnd else { break }
            node = child
            position = next
        }
        return (node, position)
    }

    /// Whether a segment is what an alternative asks for.
    @inline(never)
    private func fits(_ number: Int, _ text: Span<UInt8>, _ segment: Range<Int>, isIgnoringCase: Bool) -> Bool {
        let detail = Int(alternatives[number].detail)
        return PercentCoding.withDecoded(text, segment) { decoded in
            alternatives[number].rank == .typed
                ? types[detail].accepts(decoded) : mixed[detail].matches(decoded, ignoringCase: isIgnoringCase)
        }
    }
}

extension RouteTree {
    /// The first of the endings of a node from one on that a URL passes, or 0.
    private func firstPassing(_ first: UInt32, _ range: PathRange, _ url: URLText?) -> UInt32 {
        var ending = first
        while !passes(ending, range, url) {
            guard endings[Int(ending)].hasNext else { return 0 }
            ending += 1
        }
        return ending
    }

    /// Adds the endings of a node from one on that a URL passes.
    private func add(_ first: UInt32, _ range: PathRange, _ url: URLText?, to candidates: RouteCandidates) {
        var ending = first
        while true {
            if passes(ending, range, url) { candidates.endings.append(ending) }
            guard endings[Int(ending)].hasNext else { return }
            ending += 1
        }
    }

    /// Whether a URL has what an ending asks for besides the path; a path alone has nothing.
    private func passes(_ number: UInt32, _ range: PathRange, _ url: URLText?) -> Bool {
        let (filter, isHostOnly) = (endings[Int(number)].filter, endings[Int(number)].isHostOnly)
        guard !isHostOnly || range.beginsWithHost else { return false }
        guard filter != 0 else { return true }
        guard let url else { return false }
        return filters[Int(filter)].passes(url)
    }

    private func isLower(_ ending: UInt32, than other: UInt32) -> Bool {
        endings[Int(ending)].priority < endings[Int(other)].priority
    }

    /// Whether an alternative may lead to a route that ranks as the best so far, and comes before it.
    private func mayBeBetter(_ number: Int, _ best: UInt32, _ peerDepth: UInt8) -> Bool {
        alternatives[number].highest == endings[Int(best)].priority
            && (alternatives[number].isPeer || alternatives[number].depth > peerDepth)
    }

    /// Whether of two endings for one path the first is the better candidate.
    func comesBefore(_ first: UInt32, _ second: UInt32) -> Bool {
        let (own, other) = (endings[Int(first)], endings[Int(second)])
        guard own.priority == other.priority else { return own.priority > other.priority }
        guard own.rank == other.rank else {
            return ranks[Int(own.rank)].lexicographicallyPrecedes(ranks[Int(other.rank)])
        }
        return own.isBetter(than: other, filters)
    }
}

/// How a tree reads a path.
extension Span<UInt8> {
    /// The next eight bytes of a path, with a slash behind its end and zeros behind that.
    @inline(__always)
    fileprivate func pathWord(at position: Int, before end: Int) -> UInt64 {
        if position &+ 8 <= end { return loadWord(at: position) }
        let rest = UInt64(truncatingIfNeeded: 8 &* (end &- position))
        return word(at: position) & ((1 &<< rest) &- 1) | UInt64(UInt8(ascii: "/")) &<< rest
    }

    /// The next byte of a path as it is in a label, with a slash behind its end.
    @inline(__always)
    fileprivate func labelByte(
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
    fileprivate func endOfSegment(from start: Int, before end: Int, _ marks: inout UInt64) -> Int {
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

    /// Whether there is something that the reading ends at, from the start of a segment on.
    @inline(never)
    fileprivate func hasCode(from start: Int, before end: Int, _ reading: PathReading) -> Bool {
        var index = start
        while index < end {
            index = firstIndex(from: index, before: end) {
                $0.marks(of: UInt8(ascii: "%")) | $0.marks(of: UInt8(ascii: "."))
            }
            guard index < end else { return false }
            let isAtStart = index == start || self[index - 1] == UInt8(ascii: "/")
            if reading == .asWritten {
                if isAtStart || self[index] == UInt8(ascii: "%") { return true }
            } else if isAtStart, DotSegments.dots(in: self, from: index, before: end) > 0 {
                return true
            }
            index += 1
        }
        return false
    }

    /// Where a segment begins, by its number, seen from a position where more segments have begun.
    @inline(never)
    fileprivate func start(ofSegment number: Int, from position: Int, at depth: Int, _ range: PathRange) -> Int {
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
