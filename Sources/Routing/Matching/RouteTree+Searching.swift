extension RouteTree {
    /// What a search returns that cannot read the path: it has escapes or dot segments.
    static var unreadable: UInt32 { .max }

    /// Looks for the best ending, and for all of them when `candidates` is not `nil`; returns 0 when there is none.
    func search(_ text: Span<UInt8>, _ range: PathRange, _ url: URLText?, _ candidates: inout [UInt32]?) -> UInt32 {
        let end = range.end
        let foldedEnd = isIgnoringCase ? end &+ 1 : range.beginsWithHost ? text.endOfHost(range) : 0
        let isContested = hasRivals || candidates != nil
        var best: UInt32 = 0
        var node = 0
        var position = range.start
        while true {
            (node, position) = descend(from: node, position, text, before: end, foldedEnd)
            var ending = position > end ? nodes[node].ending : 0
            var next = nodes[node].alternative
            while true {
                if ending != 0 {
                    if isContested || endings[Int(ending)].isConditional {
                        best = better(best, ending, range, url, &candidates)
                    } else {
                        best = ending
                    }
                    if best != 0, !isContested { return best }
                }
                guard next != 0 else {
                    return best == 0 && text.hasCode(behind: position, in: range) ? Self.unreadable : best
                }
                let number = Int(next)
                ending = 0
                next = alternatives[number].next
                let (depth, here) = (alternatives[number].depth, nodes[node].depth)
                let first = depth == here ? position : text.start(ofSegment: depth, from: position, at: here, range)
                guard alternatives[number].rank != .tail else {
                    if text.hasCode(from: first, before: end) { return Self.unreadable }
                    ending = alternatives[number].target
                    continue
                }
                guard first < end else { continue }
                let last = text.endOfSegment(from: first, before: end)
                guard last >= 0 else { return Self.unreadable }
                guard last > first else { continue }
                if alternatives[number].rank < .parameter, !fits(number, text, first..<last, range) { continue }
                node = Int(alternatives[number].target)
                position = last &+ 1
                break
            }
        }
    }

    /// Descends as long as labels fit.
    ///
    /// Not inlined, so that all it needs stays in registers.
    @inline(never)
    private func descend(
        from first: Int, _ start: Int, _ text: Span<UInt8>, before end: Int, _ foldedEnd: Int
    ) -> (node: Int, position: Int) {
        var node = first
        var position = start
        while position <= end {
            let word = text.labelWord(at: position, before: end, foldedEnd)
            let slot = UInt8(truncatingIfNeeded: word) &- nodes[node].low
            guard UInt16(slot) < nodes[node].width else { break }
            let child = Int(nodes[node].children) &+ Int(slot)
            let count = Int(nodes[child].count)
            guard (word ^ nodes[child].word) &<< UInt64(nodes[child].shift) == 0, position &+ count <= end &+ 1,
                count <= 8
                    || labels.agree(
                        from: Int(nodes[child].label), count, with: text, at: position, before: end, foldedEnd)
            else { break }
            node = child
            position &+= count
        }
        return (node, position)
    }

    /// Whether a segment is what an alternative asks for.
    private func fits(_ number: Int, _ text: Span<UInt8>, _ segment: Range<Int>, _ range: PathRange) -> Bool {
        let isFolded = isIgnoringCase || alternatives[number].depth == 0 && range.beginsWithHost
        let pattern = segments[Int(alternatives[number].segment)]
        let coded = text.firstIndex(from: segment.lowerBound, before: segment.upperBound) { word in
            word.marks(of: 0xFE) | word.marks(of: 0xFF)
        }
        guard coded < segment.upperBound else {
            return pattern.matches(text.extracting(segment), ignoringCase: isFolded)
        }
        let decoded = Bytes(segment.map { text[$0].ofLabel })
        return pattern.matches(decoded.span, ignoringCase: isFolded)
    }

    /// The best of an ending and of those at a node that take part for the URL; all of these are candidates.
    private func better(
        _ known: UInt32, _ first: UInt32, _ range: PathRange, _ url: URLText?, _ candidates: inout [UInt32]?
    ) -> UInt32 {
        var best = known
        var ending = first
        while true {
            if takesPart(endings[Int(ending)], range, url) {
                candidates?.append(ending)
                if best == 0 || comesBefore(ending, best) { best = ending }
            }
            guard endings[Int(ending)].hasNext else { return best }
            ending += 1
        }
    }

    /// Whether a URL has what an ending asks for besides the path; a path alone has nothing.
    private func takesPart(_ ending: Ending, _ range: PathRange, _ url: URLText?) -> Bool {
        guard !ending.isHostOnly || range.beginsWithHost else { return false }
        let record = records[Int(ending.capture.route)]
        return !record.hasConditions || url.map { record.passes($0) } ?? false
    }
}

extension Bytes {
    /// Whether a text has the bytes of a label behind its first eight.
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

/// The bytes of a path, as a search reads them.
extension Span<UInt8> {
    /// The next eight bytes of a path, with a slash behind its end and zeros behind that.
    @inline(__always)
    func pathWord(at position: Int, before end: Int) -> UInt64 {
        if position &+ 8 <= end { return loadWord(at: position) }
        let rest = UInt64(truncatingIfNeeded: 8 &* (end &- position))
        return word(at: position) & ((1 &<< rest) &- 1) | UInt64(UInt8(ascii: "/")) &<< rest
    }

    /// The next eight bytes of a path, in small letters as far as case does not count.
    @inline(__always)
    fileprivate func labelWord(at position: Int, before end: Int, _ foldedEnd: Int) -> UInt64 {
        let word = pathWord(at: position, before: end)
        return position < foldedEnd ? word.lowercased(foldedEnd &- position) : word
    }

    /// Where the host ends that a path begins with.
    fileprivate func endOfHost(_ range: PathRange) -> Int {
        firstIndex(of: UInt8(ascii: "/"), from: range.start, before: range.end)
    }

    /// Where a segment ends, or -1 when it has escapes or is a dot segment.
    ///
    /// Not inlined, so that all it needs stays in registers.
    @inline(never)
    fileprivate func endOfSegment(from start: Int, before end: Int) -> Int {
        var index = start
        while true {
            let word = pathWord(at: index, before: end)
            let marks = word.marks(of: UInt8(ascii: "/")) | word.marks(of: UInt8(ascii: "%"))
            guard marks == 0 else {
                let last = index &+ marks.trailingZeroBitCount / 8
                guard last == end || self[last] == UInt8(ascii: "/") else { return -1 }
                if last &- start < 3, isDots(start, last) { return -1 }
                return last
            }
            index &+= 8
        }
    }

    /// Whether a segment of at most two bytes is a dot segment.
    private func isDots(_ start: Int, _ end: Int) -> Bool {
        guard start < end, self[start] == UInt8(ascii: ".") else { return false }
        return self[end - 1] == UInt8(ascii: ".")
    }

    /// Whether the unread rest of a path has escapes or dot segments.
    ///
    /// What is before the position was read: it is what labels and alternatives took.
    fileprivate func hasCode(behind position: Int, in range: PathRange) -> Bool {
        var start = position
        while start > range.start, start <= range.end, self[start - 1] != UInt8(ascii: "/") { start -= 1 }
        return hasCode(from: start, before: range.end)
    }

    /// Whether there are escapes or dot segments, from the start of a segment on.
    fileprivate func hasCode(from start: Int, before end: Int) -> Bool {
        var index = start
        while index < end {
            let last = endOfSegment(from: index, before: end)
            guard last >= 0 else { return true }
            index = last &+ 1
        }
        return false
    }

    /// Where a segment begins, by its number, seen from a position where more segments have begun.
    fileprivate func start(
        ofSegment number: UInt8, from position: Int, at depth: UInt8, _ range: PathRange
    ) -> Int {
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

extension UInt64 {
    /// The bytes with small letters for the capital ones of ASCII, in the first so many bytes.
    fileprivate func lowercased(_ count: Int) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = self & (ones &* 0x7F)
        // The highest bit of a byte that is at least “A”, and of one that is more than “Z”.
        let capitals = ((low &+ ones &* 0x3F) & ~(low &+ ones &* 0x25) & ~self) & (ones &* 0x80)
        let folded = count < 8 ? capitals & ((1 &<< UInt64(8 &* count)) &- 1) : capitals
        return self | folded &>> 2
    }
}
