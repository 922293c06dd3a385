extension RouteTree {
    /// What a search returns that cannot read the path: it has escapes or dot segments.
    static var unreadable: UInt32 { .max }

    /// Looks for the best ending, or for all of them; 0 when there is none.
    @inline(__always)
    func find(_ text: Span<UInt8>, _ reading: PathReading, _ url: URLText?, _ contest: inout Contest) -> UInt32 {
        let nodes = nodes.span
        let alternatives = alternatives.span
        let end = contest.range.end
        let foldedEnd = contest.foldedEnd
        let isContested = hasRivals || contest.candidates != nil
        var node = 0
        var position = contest.range.start
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
                    guard isContested || endings[Int(ending)].isConditional else { return ending }
                    if isFound(ending, &contest, url) { return contest.best }
                }
                guard next != 0 else {
                    let isMiss = contest.best == 0 && text.hasCode(from: contest.range.start, before: end, reading)
                    return isMiss ? Self.unreadable : contest.best
                }
                let number = Int(next)
                ending = 0
                next = alternatives[number].next
                if contest.best != 0, !isWorthTrying(number, &contest) { continue }
                let (depth, here) = (alternatives[number].depth, nodes[node].depth)
                let first = depth == here ? position : text.start(ofSegment: depth, from: position, at: here, contest)
                guard alternatives[number].rank != .tail else {
                    if text.hasCode(from: first, before: end, reading) { return Self.unreadable }
                    ending = alternatives[number].target
                    continue
                }
                guard first < end else { continue }
                var marks: UInt64 = 0
                let last = text.endOfSegment(from: first, before: end, &marks)
                guard last > first else { continue }
                if marks != 0, reading == .asWritten || DotSegments.dots(in: text, from: first, before: last) > 0 {
                    return Self.unreadable
                }
                if alternatives[number].rank < .parameter, !fits(number, text, first..<last, contest) { continue }
                node = Int(alternatives[number].target)
                position = last &+ 1
                break
            }
        }
    }

    /// A path that is looked up, and the best ending for it so far.
    struct Contest {
        let range: PathRange
        /// The letters before are compared in small ones: those of a host that may have capital ones, or all.
        let foldedEnd: Int
        /// What collects all endings; `nil` when the best alone is looked for.
        let candidates: RouteCandidates?
        var best: UInt32 = 0
        /// How deep the last peer is that was tried because it may be better than the best.
        var peerDepth = UInt8.max

        init(_ range: PathRange, in text: Span<UInt8>, isIgnoringCase: Bool, _ candidates: RouteCandidates?) {
            self.range = range
            self.candidates = candidates
            var end = range.start
            var needsFolding = false
            while range.beginsWithHost, end < range.end, text[end] != UInt8(ascii: "/") {
                needsFolding = needsFolding || text[end] != text[end].lowercased || text[end] == UInt8(ascii: "%")
                end += 1
            }
            foldedEnd = isIgnoringCase ? range.end + 1 : needsFolding ? end : 0
        }
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
    private func fits(_ number: Int, _ text: Span<UInt8>, _ segment: Range<Int>, _ contest: Contest) -> Bool {
        let detail = Int(alternatives[number].detail)
        let isFolded = isIgnoringCase || alternatives[number].depth == 0 && contest.range.beginsWithHost
        return PercentCoding.withDecoded(text, segment) { decoded in
            alternatives[number].rank == .typed
                ? types[detail].accepts(decoded) : mixed[detail].matches(decoded, ignoringCase: isFolded)
        }
    }
}

extension RouteTree {
    /// Takes the endings of a node; whether the search is over.
    @inline(never)
    private func isFound(_ first: UInt32, _ contest: inout Contest, _ url: URLText?) -> Bool {
        var ending = first
        while !passes(ending, contest.range, url) {
            guard endings[Int(ending)].hasNext else { return false }
            ending += 1
        }
        guard let candidates = contest.candidates else {
            // What remains to be tried below the same peer comes after this one.
            let (own, best) = (endings[Int(ending)].priority, endings[Int(contest.best)].priority)
            if contest.best == 0 || own >= best { contest.peerDepth = .max }
            if contest.best == 0 || comesBefore(ending, contest.best) { contest.best = ending }
            return !hasRivals
        }
        candidates.endings.append(ending)
        while endings[Int(ending)].hasNext {
            ending += 1
            if passes(ending, contest.range, url) { candidates.endings.append(ending) }
        }
        return false
    }

    /// Whether a URL has what an ending asks for besides the path; a path alone has nothing.
    private func passes(_ number: UInt32, _ range: PathRange, _ url: URLText?) -> Bool {
        let (filter, isHostOnly) = (endings[Int(number)].filter, endings[Int(number)].isHostOnly)
        guard !isHostOnly || range.beginsWithHost else { return false }
        guard filter != 0 else { return true }
        guard let url else { return false }
        return filters[Int(filter)].passes(url)
    }

    /// Whether an alternative may lead to a better route than the best so far.
    @inline(never)
    private func isWorthTrying(_ number: Int, _ contest: inout Contest) -> Bool {
        let (alternative, priority) = (alternatives[number], endings[Int(contest.best)].priority)
        guard alternative.highest == priority else { return alternative.highest > priority }
        guard alternative.isPeer || alternative.depth > contest.peerDepth else { return false }
        contest.peerDepth = min(contest.peerDepth, alternative.depth)
        return true
    }

    /// Whether of two endings for one path the first is the better candidate.
    func comesBefore(_ first: UInt32, _ second: UInt32) -> Bool {
        let (own, other) = (endings[Int(first)], endings[Int(second)])
        guard own.priority == other.priority, own.rank != other.rank else { return own.comesBefore(other, filters) }
        return ranks[Int(own.rank)].lexicographicallyPrecedes(ranks[Int(other.rank)])
    }
}
