extension RouteTree {
    /// What a search returns that cannot read the path: it has escapes or dot segments.
    static var unreadable: UInt32 { .max }

    /// Looks for the best ending, or for all of them when `candidates` is not `nil`; returns 0 when there is none.
    @inline(__always)
    func search(
        _ text: Span<UInt8>, _ reading: PathReading, _ range: PathRange, _ url: URLText?, _ candidates: inout [UInt32]?
    ) -> UInt32 {
        let end = range.end
        let foldedEnd = isIgnoringCase ? end &+ 1 : range.beginsWithHost ? text.foldedEnd(of: range) : 0
        let isContested = hasRivals || candidates != nil
        var contest = Contest(best: 0, peerDepth: .max)
        var node = 0
        var position = range.start
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
                    let needsMore = isContested || endings[Int(ending)].hasConditions || endings[Int(ending)].isHostOnly
                    guard needsMore else { return ending }
                    if isFound(ending, &contest, &candidates, range, url) { return contest.best }
                }
                guard next != 0 else {
                    let isMiss = contest.best == 0 && text.hasCode(behind: position, in: range, reading)
                    return isMiss ? Self.unreadable : contest.best
                }
                let number = Int(next)
                ending = 0
                next = alternatives[number].next
                if contest.best != 0, !isWorthTrying(number, &contest) { continue }
                let (depth, here) = (alternatives[number].depth, nodes[node].depth)
                let first = depth == here ? position : text.start(ofSegment: depth, from: position, at: here, range)
                guard alternatives[number].rank != .tail else {
                    if text.hasCode(from: first, before: end, reading) { return Self.unreadable }
                    ending = alternatives[number].target
                    continue
                }
                guard first < end else { continue }
                let last =
                    reading == .asWritten
                    ? text.endOfPlainSegment(from: first, before: end)
                    : text.endOfSegment(from: first, before: end, reading)
                guard last >= 0 else { return Self.unreadable }
                guard last > first else { continue }
                if alternatives[number].rank < .parameter, !fits(number, text, first..<last, range) { continue }
                node = Int(alternatives[number].target)
                position = last &+ 1
                break
            }
        }
    }

    /// The best ending so far.
    struct Contest {
        var best: UInt32
        /// How deep the last peer is that was tried because it may be better than the best.
        var peerDepth: UInt8
    }

    /// Descends as long as labels fit the text as it is written.
    ///
    /// Not inlined, so that all it needs stays in registers.
    @inline(never)
    private func descend(
        from first: Int, _ start: Int, _ text: Span<UInt8>, before end: Int
    ) -> (node: Int, position: Int) {
        var node = first
        var position = start
        while position <= end {
            let word = text.pathWord(at: position, before: end)
            let slot = UInt8(truncatingIfNeeded: word) &- nodes[node].low
            guard UInt16(slot) < nodes[node].width else { break }
            let child = Int(nodes[node].children) &+ Int(slot)
            let count = Int(nodes[child].count)
            guard (word ^ nodes[child].word) &<< UInt64(nodes[child].shift) == 0, position &+ count <= end &+ 1,
                count <= 8 || labels.agree(from: Int(nodes[child].label), count, with: text, at: position, before: end)
            else { break }
            node = child
            position &+= count
        }
        return (node, position)
    }

    /// Descends as long as labels fit the text, byte by byte: where case is ignored, and where escapes are decoded.
    private func descendByBytes(
        from first: Int, _ start: Int, _ text: Span<UInt8>, before end: Int, _ foldedEnd: Int, _ reading: PathReading
    ) -> (node: Int, position: Int) {
        var node = first
        var position = start
        while position <= end, position < foldedEnd || reading == .decoded {
            var next = position
            let slot = text.labelByte(at: &next, before: end, foldedEnd, reading) &- nodes[node].low
            guard UInt16(slot) < nodes[node].width else { break }
            let child = Int(nodes[node].children) &+ Int(slot)
            guard nodes[child].count > 0 else { break }
            let labelEnd = Int(nodes[child].label) &+ Int(nodes[child].count)
            var index = Int(nodes[child].label)
            next = position
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
    private func fits(_ number: Int, _ text: Span<UInt8>, _ segment: Range<Int>, _ range: PathRange) -> Bool {
        let isFolded = isIgnoringCase || alternatives[number].depth == 0 && range.beginsWithHost
        return PercentCoding.withDecoded(text, segment) { decoded in
            segments[Int(alternatives[number].segment)].matches(decoded, ignoringCase: isFolded)
        }
    }
}

extension RouteTree {
    /// Takes the endings of a node; whether the search is over.
    private func isFound(
        _ first: UInt32, _ contest: inout Contest, _ candidates: inout [UInt32]?, _ range: PathRange, _ url: URLText?
    ) -> Bool {
        var ending = first
        while true {
            if passes(endings[Int(ending)], range, url) {
                if candidates == nil { break }
                candidates?.append(ending)
            }
            guard endings[Int(ending)].hasNext else { return false }
            ending += 1
        }
        let (own, best) = (endings[Int(ending)], endings[Int(contest.best)])
        // What remains to be tried below the same peer comes after this one.
        if contest.best == 0 || own.priority >= best.priority { contest.peerDepth = .max }
        if contest.best == 0 || own.comesBefore(best, records) { contest.best = ending }
        return !hasRivals
    }

    /// Whether a URL has what an ending asks for besides the path; a path alone has nothing.
    private func passes(_ ending: Ending, _ range: PathRange, _ url: URLText?) -> Bool {
        guard !ending.isHostOnly || range.beginsWithHost else { return false }
        guard ending.hasConditions else { return true }
        guard let url else { return false }
        return records[Int(ending.capture.route)].passes(url)
    }

    /// Whether an alternative may lead to a better route than the best so far.
    private func isWorthTrying(_ number: Int, _ contest: inout Contest) -> Bool {
        let (alternative, priority) = (alternatives[number], endings[Int(contest.best)].priority)
        guard alternative.highest == priority else { return alternative.highest > priority }
        guard alternative.isPeer || alternative.depth > contest.peerDepth else { return false }
        contest.peerDepth = min(contest.peerDepth, alternative.depth)
        return true
    }
}

extension RouteTree.Ending {
    /// Whether of two endings for one path this is the better candidate.
    func comesBefore(_ other: Self, _ records: [RouteRecord]) -> Bool {
        let (own, rival) = (capture, other.capture)
        let precedence = records[Int(own.route)].precedence(
            Int(own.expansion), over: records[Int(rival.route)], Int(rival.expansion))
        return precedence == 0 ? (own.route, own.expansion) < (rival.route, rival.expansion) : precedence > 0
    }
}

extension Bytes {
    /// Whether a text has the bytes of a label behind its first eight.
    @inline(never)
    fileprivate func agree(
        from label: Int, _ count: Int, with text: Span<UInt8>, at position: Int, before end: Int
    ) -> Bool {
        let bytes = span
        var offset = 8
        while offset < count {
            // The last word overlaps the one before.
            let part = Swift.min(offset, count &- 8)
            guard text.pathWord(at: position &+ part, before: end) == bytes.loadWord(at: label &+ part) else {
                return false
            }
            offset &+= 8
        }
        return true
    }
}
