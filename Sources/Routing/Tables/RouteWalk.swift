/// One walk through a tree along one path, with full backtracking.
///
/// At each node the more specific branch is walked first, so that of one priority the first route that is found is the
/// best. Where several children of one rank fit, all of them are walked and what they lead to is compared. Every node is
/// reached on one way only, so a walk never takes longer than there are nodes, whatever the path.
struct RouteWalk {
    /// A node has at most one frame, and only nodes with something below them have any.
    static let frameCapacity = RoutePattern.maximumSegments

    let tree: RouteTreeView
    let path: PathTokens
    /// The URL that the path is of, if it is one.
    let url: UnsafePointer<URLText>?
    /// Where to go back to: a node, the number of its segment and the branch that is next.
    let frames: UnsafeMutablePointer<UInt64>

    /// The best of the routes that end at a node or below it and have at least this priority, or 0.
    func best(
        below first: UInt32, at firstSegment: Int, atLeast least: Int, _ bottom: UnsafeMutablePointer<UInt64>
    ) -> UInt32 {
        let nodes = tree.nodes
        let highest = nodes[Int(first)].priority
        var top = bottom
        var best: UInt32 = 0
        var minimum = least
        var node = first
        var segment = firstSegment
        var stage = Stage.literal
        while true {
            let here = nodes + Int(node)
            let start = path.start(of: segment)
            let length = path.start(of: segment &+ 1) &- 1 &- start
            var ending: UInt32 = 0
            if start > path.end {
                ending = bestOfEnd(of: here.pointee, minimum)
            } else if length > 0 {
                var step = Step(next: .end)
                if here.pointee.branches != 0 || (path.isHostFirst && node == 0) {
                    step = rareStep(from: node, segment, stage, minimum, top)
                } else {
                    if stage == .literal, here.pointee.lengths & LiteralKey.lengthBit(length) != 0 {
                        step = Step(child: path.child(of: node, segment, in: tree.plain), next: .parameter)
                        if nodes[Int(step.child)].priority < minimum { step.child = 0 }
                    }
                    if step.child == 0, stage.rawValue <= Stage.parameter.rawValue {
                        step = Step(child: here.pointee.parameter, next: .tail)
                        if nodes[Int(step.child)].priority < minimum { step.child = 0 }
                    }
                    if step.child == 0 { step = Step(ending: firstPassing(here.pointee.tail, minimum)) }
                }
                if step.next != .end {
                    top.pointee =
                        UInt64(node) << 32 | UInt64(truncatingIfNeeded: segment) &<< 8 | UInt64(step.next.rawValue)
                    top += 1
                }
                if step.child != 0 {
                    node = step.child
                    segment &+= 1
                    stage = .literal
                    continue
                }
                ending = step.ending
            } else {
                ending = firstPassing(here.pointee.tail, minimum)
            }
            if ending != 0 {
                best = ending
                let priority = tree.priority(of: best)
                guard priority < highest else { return best }
                minimum = priority &+ 1
            }
            repeat {
                guard top > bottom else { return best }
                top -= 1
                node = UInt32(truncatingIfNeeded: top.pointee >> 32)
            } while nodes[Int(node)].priority < minimum
            segment = Int(truncatingIfNeeded: (top.pointee >> 8) & 0xFF)
            stage = Stage(rawValue: UInt8(truncatingIfNeeded: top.pointee))
        }
    }

    /// What comes next at a node: a child to go to, or a route that was found, and where to go on afterwards.
    struct Step {
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
    }

    @inline(__always)
    private func firstPassing(_ list: UInt32, _ minimum: Int) -> UInt32 {
        guard list != 0, tree.priority(of: list) >= minimum else { return 0 }
        guard tree.endings[Int(list)].filter != 0 else { return list }
        return firstPassingOf(list, minimum)
    }

    /// The best of the routes that end at a node or have a tail there that takes nothing.
    private func bestOfEnd(of node: RouteTree.Node, _ minimum: Int) -> UInt32 {
        let ending = firstPassing(node.end, minimum)
        guard ending != 0, tree.priority(of: ending) < node.priority else {
            return ending != 0 ? ending : firstPassing(node.tail, minimum)
        }
        let tail = firstPassing(node.tail, tree.priority(of: ending) + 1)
        return tail != 0 ? tail : ending
    }

    @inline(never)
    func firstPassingOf(_ list: UInt32, _ minimum: Int) -> UInt32 {
        var ending = list
        while ending != 0, tree.priority(of: ending) >= minimum {
            if passes(tree.endings[Int(ending)].filter) { return ending }
            ending = tree.endings[Int(ending)].next
        }
        return 0
    }

    /// Whether a URL has what a route asks for besides the path; a path alone has nothing.
    func passes(_ filter: UInt32) -> Bool {
        filter == 0 || url.map { tree.filters[Int(filter)].passes($0.pointee) } ?? false
    }
}
