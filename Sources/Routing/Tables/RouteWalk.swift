/// One walk through a tree along one path, with full backtracking.
///
/// At each node the more specific branch is walked first, so that of one priority the first route that is found is the
/// best. Where several children of one rank fit, all of them are walked and what they lead to is compared. Every node is
/// reached on one way only, so a walk never takes longer than there are nodes, whatever the path.
struct RouteWalk: ~Copyable {
    /// A node has at most one frame, and only nodes with something below them have any.
    static let frameCapacity = RoutePattern.maximumSegments

    let index: RouteIndex
    let path: PathTokens
    /// The URL that the path is of, if it is one.
    let url: URLText?

    /// The best of the routes that end at a node or below it and have at least this priority, or 0.
    ///
    /// - Parameters:
    ///   - first: The node.
    ///   - firstSegment: The segment that comes next there.
    ///   - least: The lowest priority that counts.
    ///   - bottom: How many frames are in use.
    /// - Returns: The best of them, or 0.
    func best(below first: UInt32, at firstSegment: Int, atLeast least: Int, frames bottom: Int) -> UInt32 {
        let highest = index.tree.rarity(of: first).highest
        var frames = bottom
        var best: UInt32 = 0
        var minimum = least
        var here = Frame(node: first, segment: firstSegment, stage: .literal)
        while true {
            let step = step(from: here, minimum, frames)
            if step.next != .end {
                path.frames[frames] = Frame(node: here.node, segment: here.segment, stage: step.next).word
                frames += 1
            }
            if step.child != 0 {
                here = Frame(node: step.child, segment: here.segment + 1, stage: .literal)
                continue
            }
            if step.ending != 0 {
                best = step.ending
                let priority = index.tree.condition(of: best).priority
                guard priority < highest else { return best }
                minimum = priority + 1
            }
            repeat {
                guard frames > bottom else { return best }
                frames -= 1
                here = Frame(path.frames[frames])
            } while index.tree.rarity(of: here.node).highest < minimum
        }
    }

    /// A place to go on from: a node, the number of its segment and the branch that is next.
    private struct Frame {
        let node: UInt32
        let segment: Int
        let stage: Stage

        init(node: UInt32, segment: Int, stage: Stage) {
            self.node = node
            self.segment = segment
            self.stage = stage
        }

        init(_ word: UInt64) {
            node = UInt32(truncatingIfNeeded: word >> 32)
            segment = Int((word >> 8) & 0xFF)
            stage = Stage(rawValue: UInt8(truncatingIfNeeded: word))
        }

        var word: UInt64 { UInt64(node) << 32 | UInt64(segment) << 8 | UInt64(stage.rawValue) }
    }

    /// What comes next at a node: a child to go to, or a route that was found, and where to go on afterwards.
    private struct Step {
        var child: UInt32 = 0
        var ending: UInt32 = 0
        var next = Stage.end
    }

    /// The branches of a node in their order.
    struct Stage: RawRepresentable, Equatable {
        static let literal = Stage(rawValue: 0)
        static let mixed = Stage(rawValue: 1)
        static let typed = Stage(rawValue: 2)
        static let parameter = Stage(rawValue: 3)
        static let wildcard = Stage(rawValue: 4)
        static let tail = Stage(rawValue: 5)
        static let end = Stage(rawValue: 6)

        let rawValue: UInt8

        var following: Stage { Stage(rawValue: rawValue + 1) }
    }

    private func step(from here: Frame, _ minimum: Int, _ frames: Int) -> Step {
        let node = index.tree.nodes[Int(here.node)]
        if path.isAtEnd(here.segment) { return Step(ending: bestOfEnd(of: node, minimum)) }
        guard path.length(of: here.segment) > 0 else { return Step(ending: firstPassing(node.tail, minimum)) }
        var stage = here.stage
        while stage != .tail {
            let first = fitting(from: firstChild(of: here.node, stage, here.segment), here.segment, minimum)
            if first != 0 {
                let isOnly = fitting(from: next(first), here.segment, minimum) == 0
                guard !isOnly else { return Step(child: first, next: stage.following) }
                // The frame of this node comes first.
                let ending = bestOfSiblings(from: first, here.segment, minimum, frames + 1)
                return Step(ending: ending, next: stage.following)
            }
            stage = stage.following
        }
        return Step(ending: firstPassing(node.tail, minimum))
    }

    private func bestOfSiblings(from first: UInt32, _ segment: Int, _ minimum: Int, _ frames: Int) -> UInt32 {
        var best: UInt32 = 0
        var minimum = minimum
        var child = first
        while child != 0 {
            let ending = self.best(below: child, at: segment + 1, atLeast: minimum, frames: frames)
            if ending != 0, best == 0 || index.tree.comesBefore(ending, best) {
                best = ending
                minimum = index.tree.condition(of: best).priority
            }
            child = fitting(from: next(child), segment, minimum)
        }
        return best
    }

    /// The first of some siblings that fits a segment and has routes of at least this priority below it, or 0.
    private func fitting(from first: UInt32, _ segment: Int, _ minimum: Int) -> UInt32 {
        var child = first
        while child != 0, index.tree.rarity(of: child).highest < minimum || !fits(child, segment) {
            child = next(child)
        }
        return child
    }

    /// The best of the routes that end at a node or have a tail there that takes nothing.
    private func bestOfEnd(of node: RouteTree.Node, _ minimum: Int) -> UInt32 {
        let ending = firstPassing(node.end, minimum)
        let priority = index.tree.condition(of: ending).priority
        guard ending != 0, priority < index.tree.rarities[Int(node.rarity)].highest else {
            return ending != 0 ? ending : firstPassing(node.tail, minimum)
        }
        let tail = firstPassing(node.tail, priority + 1)
        return tail != 0 ? tail : ending
    }

    private func firstPassing(_ list: UInt32, _ minimum: Int) -> UInt32 {
        var ending = list
        while ending != 0, index.tree.condition(of: ending).priority >= minimum {
            if passes(ending) { return ending }
            ending = index.tree.endings[Int(ending)].next
        }
        return 0
    }
}
