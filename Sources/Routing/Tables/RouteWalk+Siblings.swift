extension RouteWalk {
    /// What comes next at a node that has any kind of child, and where several of them may fit.
    @inline(never)
    func rareStep(
        from node: UInt32, _ segment: Int, _ stage: Stage, _ minimum: Int, _ top: UnsafeMutablePointer<UInt64>
    ) -> Step {
        var stage = stage
        while stage != .tail {
            let next = Stage(rawValue: stage.rawValue + 1)
            let first = fitting(from: firstChild(of: node, stage, segment), segment, minimum)
            if first != 0 {
                let isOnly = fitting(from: self.next(first), segment, minimum) == 0
                guard !isOnly else { return Step(child: first, next: next) }
                // The frame of this node comes first.
                return Step(ending: bestOfSiblings(from: first, segment, minimum, top + 1), next: next)
            }
            stage = next
        }
        return Step(ending: firstPassingOf(tree.nodes[Int(node)].tail, minimum))
    }

    /// The first child of a node at a stage; the others of its rank follow in a list.
    func firstChild(of node: UInt32, _ stage: Stage, _ segment: Int) -> UInt32 {
        let branches = tree.branches[Int(tree.nodes[Int(node)].branches)]
        switch stage {
        case .literal:
            let length = path.length(of: segment)
            guard tree.nodes[Int(node)].lengths & LiteralKey.lengthBit(length) != 0 else { return 0 }
            let parent = node == 0 && path.isHostFirst ? RouteTree.hostRoot : node
            return path.child(of: parent, segment, in: tree.plain)
        case .mixed: return branches.mixed
        case .typed: return branches.typed
        case .parameter: return tree.nodes[Int(node)].parameter
        case .wildcard: return branches.wildcard
        default: return 0
        }
    }

    /// The next sibling that may fit the same segment, or 0; literals have one only where their case does not count.
    func next(_ child: UInt32) -> UInt32 {
        let place = tree.places[Int(child)]
        return place.rank == .literal && !path.isHostFirst ? 0 : place.next
    }

    /// Whether a child fits a segment; one that is a literal was looked up by it.
    func fits(_ child: UInt32, _ segment: Int) -> Bool {
        let place = tree.places[Int(child)]
        switch place.rank {
        case .literal, .parameter, .wildcard: return true
        case .typed: return tree.types[Int(place.detail)].accepts(path.plainSegment(segment).span)
        case .mixed:
            let form = tree.mixed[Int(place.detail)]
            let plain = path.plainSegment(segment)
            guard let folded = path.foldedSegment(segment) else { return form.matches(plain.span) }
            return form.ranges(in: plain.span, folded: folded.span) != nil
        }
    }

    /// The first of some siblings that fits a segment and has routes of at least this priority below it, or 0.
    private func fitting(from first: UInt32, _ segment: Int, _ minimum: Int) -> UInt32 {
        var child = first
        while child != 0, tree.nodes[Int(child)].priority < minimum || !fits(child, segment) { child = next(child) }
        return child
    }

    private func bestOfSiblings(
        from first: UInt32, _ segment: Int, _ minimum: Int, _ top: UnsafeMutablePointer<UInt64>
    ) -> UInt32 {
        var best: UInt32 = 0
        var minimum = minimum
        var child = first
        while child != 0 {
            let ending = self.best(below: child, at: segment + 1, atLeast: minimum, top)
            if ending != 0, best == 0 || tree.comesBefore(ending, best) {
                best = ending
                minimum = tree.priority(of: best)
            }
            child = fitting(from: next(child), segment, minimum)
        }
        return best
    }
}
