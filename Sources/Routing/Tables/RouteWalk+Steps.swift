extension RouteWalk {
    /// The first child of a node at a stage; the others of its rank follow in a list.
    func firstChild(of node: UInt32, _ stage: Stage, _ segment: Int) -> UInt32 {
        switch stage {
        case .literal:
            let isHost = node == 0 && path.range.beginsWithHost
            let region = isHost ? index.tree.hosts : index.tree.nodes[Int(node)].literals
            return path.child(in: region, segment, of: index.tree.literals)
        case .mixed: return index.tree.rarity(of: node).mixed
        case .typed: return index.tree.rarity(of: node).typed
        case .parameter: return index.tree.nodes[Int(node)].parameter
        case .wildcard: return index.tree.rarity(of: node).wildcard
        default: return 0
        }
    }

    /// The next sibling that may fit the same segment, or 0; literals have one only where their case does not count.
    func next(_ child: UInt32) -> UInt32 {
        index.tree.links[Int(child)].rank == .literal && !path.range.beginsWithHost
            ? 0 : index.tree.variant(of: child).next
    }

    /// Whether a child fits a segment; one that is a literal was looked up by it.
    func fits(_ child: UInt32, _ segment: Int) -> Bool {
        switch index.tree.links[Int(child)].rank {
        case .literal, .parameter, .wildcard: return true
        case .typed:
            return index.tree.types[Int(index.tree.variant(of: child).detail)].accepts(path.plainSegment(segment).span)
        case .mixed:
            let plain = path.plainSegment(segment)
            let form = index.tree.variant(of: child).detail
            guard let folded = path.foldedSegment(segment) else {
                return index.tree.mixed[Int(form)].matches(plain.span)
            }
            return index.tree.mixed[Int(form)].ranges(in: plain.span, folded: folded.span) != nil
        }
    }

    /// Whether a URL has what a route asks for besides the path; a path alone has nothing.
    func passes(_ ending: UInt32) -> Bool {
        let condition = index.tree.endings[Int(ending)].condition
        guard condition != 0 else { return true }
        let filter = index.tree.conditions[Int(condition)].filter
        return filter.isEmpty || url.map { filter.passes($0) } ?? false
    }
}

extension RouteWalk {
    /// The best of all routes, or `nil`.
    func bestHit() -> RouteHit? {
        let ending = best(below: 0, at: 0, atLeast: .min, frames: 0)
        return ending == 0 ? nil : hit(ending)
    }

    /// All routes, in their order, each once.
    func all() -> [RouteHit] {
        var endings: [UInt32] = []
        collect(below: 0, at: 0, into: &endings)
        let index = index
        endings.sort { index.tree.comesBefore($0, $1) }
        var known: Set<Int> = []
        var hits: [RouteHit] = []
        for ending in endings where known.insert(Int(index.tree.endings[Int(ending)].route)).inserted {
            hits.append(hit(ending))
        }
        return hits
    }

    private func collect(below node: UInt32, at segment: Int, into endings: inout [UInt32]) {
        let here = index.tree.nodes[Int(node)]
        let isAtEnd = path.isAtEnd(segment)
        for list in [isAtEnd ? here.end : 0, here.tail] {
            var ending = list
            while ending != 0 {
                if passes(ending) { endings.append(ending) }
                ending = index.tree.endings[Int(ending)].next
            }
        }
        guard !isAtEnd, path.length(of: segment) > 0 else { return }
        for stage in [Stage.literal, .mixed, .typed, .parameter, .wildcard] {
            var child = firstChild(of: node, stage, segment)
            while child != 0 {
                if fits(child, segment) { collect(below: child, at: segment + 1, into: &endings) }
                child = next(child)
            }
        }
    }

    /// What is said of a route that was found.
    private func hit(_ number: UInt32) -> RouteHit {
        let ending = index.tree.endings[Int(number)]
        let depth = index.tree.links[Int(ending.node)].depth
        let encoded = path.isEncoded ? RouteHit.encodedBit : 0
        let host = path.range.beginsWithHost && depth == 0 ? RouteHit.hostInTailBit : 0
        return RouteHit(
            head: SIMD4(
                ending.route, ending.head | encoded | host,
                ending.isTail ? path.writtenStart(of: Int(depth)) : .max, UInt32(truncatingIfNeeded: path.range.end)),
            spans: spans(below: ending.node))
    }

    /// Where the parameters stand that lead to a node; no deeper than a pattern may be long.
    private func spans(below node: UInt32) -> RouteHit.Spans {
        guard node != 0 else { return RouteHit.Spans() }
        let here = index.tree.links[Int(node)]
        var spans = spans(below: here.parent)
        let segment = Int(here.depth) - 1
        switch here.rank {
        case .parameter, .typed: spans.append(path.span(of: segment))
        case .mixed:
            let form = index.tree.mixed[Int(index.tree.variant(of: node).detail)]
            let plain = path.plainSegment(segment)
            let ranges =
                path.foldedSegment(segment).map { form.ranges(in: plain.span, folded: $0.span) }
                ?? form.ranges(in: plain.span)
            for range in ranges ?? [] { spans.append(path.span(of: range, in: segment)) }
        case .literal, .wildcard: break
        }
        return spans
    }
}

extension RouteTree {
    /// Whether of two routes that were found for one path the first is to be asked before the second.
    ///
    /// Linear in the depth of the index.tree.
    func comesBefore(_ first: UInt32, _ second: UInt32) -> Bool {
        let order = order(first, second)
        guard order == 0 else { return order < 0 }
        let first = endings[Int(first)]
        let second = endings[Int(second)]
        return (first.route, first.expansion) < (second.route, second.expansion)
    }

    /// Less than 0 when the first of two routes comes before the second, and 0 when only their registration tells.
    private func order(_ first: UInt32, _ second: UInt32) -> Int {
        let own = condition(of: first)
        let other = condition(of: second)
        let first = endings[Int(first)]
        let second = endings[Int(second)]
        guard own.priority == other.priority else { return own.priority > other.priority ? -1 : 1 }
        let firstDepth = links[Int(first.node)].depth
        let secondDepth = links[Int(second.node)].depth
        let difference = difference(first.node, second.node)
        guard difference.rank == 0 else { return difference.rank }
        // The one that ends earlier takes the rest as its tail, which comes last.
        guard firstDepth == secondDepth else { return firstDepth > secondDepth ? -1 : 1 }
        guard first.isTail == second.isTail else { return second.isTail ? -1 : 1 }
        guard difference.literals == 0 else { return difference.literals }
        return own.filter.isMoreSpecific(than: other.filter)
            ? -1 : other.filter.isMoreSpecific(than: own.filter) ? 1 : 0
    }

    /// How the segments that lead to two nodes differ, as far as both go: those of the leftmost that do, in rank, and in
    /// the amount of literal text.
    private func difference(_ first: UInt32, _ second: UInt32) -> (rank: Int, literals: Int) {
        var first = first
        var second = second
        var difference = (rank: 0, literals: 0)
        while first != second {
            let own = links[Int(first)]
            let other = links[Int(second)]
            if own.depth == other.depth {
                if own.rank != other.rank { difference.rank = own.rank < other.rank ? -1 : 1 }
                let literals = literalCount(of: first)
                let others = literalCount(of: second)
                if literals != others { difference.literals = literals > others ? -1 : 1 }
            }
            if own.depth >= other.depth { first = own.parent }
            if other.depth >= own.depth { second = other.parent }
        }
        return difference
    }

    /// How much literal text a mixed segment has.
    func literalCount(of node: UInt32) -> Int {
        links[Int(node)].rank == .mixed ? mixed[Int(variant(of: node).detail)].literalCount : 0
    }
}
