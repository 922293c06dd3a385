extension RouteWalk {
    /// The best of the routes that end below the root, or `nil`.
    @inline(__always)
    func bestHit() -> RouteHit? {
        let ending = best(below: 0, at: 0, atLeast: .min, frames)
        return ending == 0 ? nil : hit(ending)
    }

    /// What is said of a route that was found.
    @inline(__always)
    func hit(_ number: UInt32) -> RouteHit {
        let ending = tree.endings[Int(number)]
        let spans = ending.parameterCount <= 4 && !ending.isMixed ? fourSpans(ending.positions) : allSpans(ending)
        let encoded = path.isEncoded ? RouteHit.encodedBit : 0
        let host = path.isHostFirst && ending.depth == 0 ? RouteHit.hostInTailBit : 0
        return RouteHit(
            head: SIMD4(
                ending.route, ending.head | encoded | host, ending.isTail ? tail(of: ending) : .max,
                UInt32(truncatingIfNeeded: path.writtenEnd)),
            spans: spans)
    }

    /// All routes that end below the root, in their order, each once.
    func all() -> [RouteHit] {
        var endings: [UInt32] = []
        collect(below: 0, at: 0, into: &endings)
        var known: Set<UInt32> = []
        let tree = tree
        endings.sort { tree.comesBefore($0, $1) }
        var hits: [RouteHit] = []
        for ending in endings where known.insert(tree.endings[Int(ending)].route).inserted { hits.append(hit(ending)) }
        return hits
    }

    private func collect(
        below node: UInt32, at segment: Int, into endings: inout [UInt32]
    ) {
        let here = tree.nodes[Int(node)]
        let isAtEnd = path.start(of: segment) > path.end
        for list in [isAtEnd ? here.end : 0, here.tail] {
            var ending = list
            while ending != 0 {
                if passes(tree.endings[Int(ending)].filter) { endings.append(ending) }
                ending = tree.endings[Int(ending)].next
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

    private func tail(of ending: RouteTree.Ending) -> UInt32 {
        path.writtenStarts[Int(ending.depth)]
    }

    /// Four values are written down whether they are there or not: that is faster than to ask each time.
    @inline(__always)
    private func fourSpans(_ positions: SIMD16<UInt8>) -> SIMD16<UInt32> {
        var spans = SIMD16<UInt32>()
        spans.lowHalf.lowHalf = SIMD4(
            path.span(of: Int(positions[0])), path.span(of: Int(positions[1])), path.span(of: Int(positions[2])),
            path.span(of: Int(positions[3])))
        return spans
    }

    @inline(never)
    private func allSpans(_ ending: RouteTree.Ending) -> SIMD16<UInt32> {
        var spans = SIMD16<UInt32>()
        var number = 0
        while number < ending.parameterCount {
            let segment = Int(ending.positions[number])
            guard let form = mixedForm(at: segment, of: ending) else {
                spans[number] = path.span(of: segment)
                number += 1
                continue
            }
            for range in ranges(of: form, segment) {
                spans[number] = path.span(of: range, in: segment)
                number += 1
            }
        }
        return spans
    }

    private func ranges(of form: MixedForm, _ segment: Int) -> [Range<Int>] {
        let plain = path.plainSegment(segment)
        guard let folded = path.foldedSegment(segment) else { return form.ranges(in: plain.span) ?? [] }
        return form.ranges(in: plain.span, folded: folded.span) ?? []
    }

    /// The mixed segment that a path has at a place, if it is one.
    private func mixedForm(at segment: Int, of ending: RouteTree.Ending) -> MixedForm? {
        guard ending.isMixed else { return nil }
        var node = ending.node
        while tree.places[Int(node)].depth > segment + 1 { node = tree.places[Int(node)].parent }
        let place = tree.places[Int(node)]
        return place.rank == .mixed ? tree.mixed[Int(place.detail)] : nil
    }
}
