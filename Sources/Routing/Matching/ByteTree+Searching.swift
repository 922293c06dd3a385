/// A path that is looked up, and what was found.
struct RouteSearch {
    let range: PathRange
    /// The letters before are compared in small ones.
    let foldedEnd: Int

    /// The best ending so far, or 0.
    var best: UInt32 = 0
    /// Not zero when something that was read may be encoded, or a dot segment.
    var marks: UInt64 = 0
    /// How deep the last peer is that was tried because it may be better than the best.
    var peerDepth = UInt8.max
}

/// All candidates that a search finds.
final class RouteCandidates {
    var endings: [UInt32] = []
}

extension ByteTree {
    /// Looks for the best route, or for all of them.
    ///
    /// - Parameters:
    ///   - search: The path, and what is found.
    ///   - text: What labels are compared with.
    ///   - values: The same text as types and mixed segments see it.
    ///   - url: The URL of the path, for what routes ask of it.
    ///   - candidates: What collects all that is found; `nil` when the best alone is looked for.
    @inline(__always)
    func run(
        _ search: inout RouteSearch, _ text: Span<UInt8>, values: Span<UInt8>, url: URLText?,
        _ candidates: RouteCandidates?
    ) {
        let nodes = nodes.span
        let alternatives = alternatives.span
        let (start, end) = (search.range.start, search.range.end)
        var node = 0
        var position = start
        while true {
            (node, position) =
                position < search.foldedEnd
                ? descendFolded(from: node, position, text, before: end, search.foldedEnd)
                : descend(from: node, position, text, before: end)
            var ending = position > end ? nodes[node].ending : 0
            var next = nodes[node].alternative
            while true {
                if ending != 0, isFound(ending, &search, url, candidates) { return }
                guard next != 0 else {
                    if search.best == 0 { search.marks |= text.escapes(from: start, before: end) }
                    return
                }
                let number = Int(next)
                ending = 0
                next = alternatives[number].next
                guard search.best == 0 || isWorthTrying(number, &search) else { continue }
                let depth = alternatives[number].depth
                let here = nodes[node].depth
                let first =
                    depth == here && (position > end || position == start || text[position &- 1] == UInt8(ascii: "/"))
                    ? position : text.start(ofSegment: Int(depth), from: position, at: Int(here), search.range)
                guard alternatives[number].rank != .tail else {
                    search.marks |= text.escapes(from: first, before: end)
                    ending = alternatives[number].target
                    continue
                }
                guard first < end else { continue }
                let last = text.endOfSegment(from: first, before: end, &search.marks)
                guard last > first, fits(number, values, first, last, search) else { continue }
                node = Int(alternatives[number].target)
                position = last &+ 1
                break
            }
        }
    }

    /// Goes from node to node as long as labels fit.
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

    /// The same where letters are compared in small ones.
    @inline(never)
    private func descendFolded(
        from first: Int, _ start: Int, _ text: Span<UInt8>, before end: Int, _ foldedEnd: Int
    ) -> (node: Int, position: Int) {
        let labels = labels.span
        var node = first
        var position = start
        while position <= end {
            let slot =
                Int(UInt8(truncatingIfNeeded: text.foldedWord(at: position, before: end, foldedEnd)))
                &- Int(nodes[node].low)
            guard slot >= 0, slot < Int(nodes[node].width) else { break }
            let child = Int(nodes[node].children) &+ slot
            let count = Int(nodes[child].count)
            let label = Int(nodes[child].label)
            guard position &+ count <= end &+ 1 else { break }
            guard
                (text.foldedWord(at: position, before: end, foldedEnd) ^ nodes[child].word)
                    &<< UInt64(nodes[child].shift) == 0
            else { break }
            var offset = 8
            while offset < count {
                let part = min(offset, count &- 8)
                let word = text.foldedWord(at: position &+ part, before: end, foldedEnd)
                guard word == labels.loadWord(at: label &+ part) else { return (node, position) }
                offset &+= 8
            }
            node = child
            position &+= count
        }
        return (node, position)
    }

    /// Whether a segment is what an alternative asks for.
    @inline(__always)
    private func fits(_ number: Int, _ values: Span<UInt8>, _ first: Int, _ last: Int, _ search: RouteSearch) -> Bool {
        guard alternatives[number].rank < .parameter else { return true }
        return fitsClosely(number, values.extracting(first..<last), isIgnoringCase: first < search.foldedEnd)
    }

    @inline(never)
    private func fitsClosely(_ number: Int, _ segment: Span<UInt8>, isIgnoringCase: Bool) -> Bool {
        let detail = Int(alternatives[number].detail)
        if alternatives[number].rank == .typed { return types[detail].accepts(segment) }
        return mixed[detail].matches(segment, ignoringCase: isIgnoringCase)
    }

    /// Takes the endings of a node; whether the search is over.
    @inline(__always)
    private func isFound(
        _ ending: UInt32, _ search: inout RouteSearch, _ url: URLText?, _ candidates: RouteCandidates?
    ) -> Bool {
        guard hasRivals || candidates != nil || endings[Int(ending)].isConditional else {
            search.best = ending
            return true
        }
        return isFoundAmongOthers(ending, &search, url, candidates)
    }

    @inline(never)
    private func isFoundAmongOthers(
        _ first: UInt32, _ search: inout RouteSearch, _ url: URLText?, _ candidates: RouteCandidates?
    ) -> Bool {
        var ending = first
        while !passes(ending, search, url) {
            guard endings[Int(ending)].hasNext else { return false }
            ending += 1
        }
        if let candidates {
            candidates.endings.append(ending)
            while endings[Int(ending)].hasNext {
                ending += 1
                if passes(ending, search, url) { candidates.endings.append(ending) }
            }
            return false
        }
        let priority = endings[Int(ending)].content.priority
        let isNotLower = search.best == 0 || priority >= endings[Int(search.best)].content.priority
        // What remains to be tried below the same peer comes after this one.
        if isNotLower { search.peerDepth = .max }
        if search.best == 0 || comesBefore(ending, search.best) { search.best = ending }
        return !hasRivals
    }

    /// Whether a URL has what an ending asks for besides the path; a path alone has nothing.
    private func passes(_ number: UInt32, _ search: RouteSearch, _ url: URLText?) -> Bool {
        let ending = endings[Int(number)].content
        guard !ending.isHostOnly || search.range.beginsWithHost else { return false }
        guard ending.filter != 0 else { return true }
        return url.map { filters[Int(ending.filter)].passes($0) } ?? false
    }

    /// Whether an alternative may lead to a better route than the best so far.
    @inline(never)
    private func isWorthTrying(_ number: Int, _ search: inout RouteSearch) -> Bool {
        let alternative = alternatives[number]
        let priority = endings[Int(search.best)].content.priority
        guard alternative.highest == priority else { return alternative.highest > priority }
        guard alternative.isPeer || alternative.depth > search.peerDepth else { return false }
        search.peerDepth = min(search.peerDepth, alternative.depth)
        return true
    }

    /// Whether of two endings for one path the first is the better candidate.
    func comesBefore(_ first: UInt32, _ second: UInt32) -> Bool {
        let (own, other) = (endings[Int(first)].content, endings[Int(second)].content)
        guard own.priority == other.priority else { return own.priority > other.priority }
        guard own.rank == other.rank else {
            return ranks[Int(own.rank)].lexicographicallyPrecedes(ranks[Int(other.rank)])
        }
        return own.comesBefore(other, filters)
    }
}

extension RouteTree.Ending {
    /// Whether this comes before another ending of the same priority and rank.
    func comesBefore(_ other: Self, _ filters: [RouteFilter]) -> Bool {
        let (own, others) = (filters[Int(filter)], filters[Int(other.filter)])
        if own.isMoreSpecific(than: others) { return true }
        if others.isMoreSpecific(than: own) { return false }
        return (route, expansion) < (other.route, other.expansion)
    }
}
