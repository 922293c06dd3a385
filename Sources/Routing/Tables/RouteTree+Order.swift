extension RouteTree {
    /// Whether of two routes that were found for one path the first is to be asked before the second.
    ///
    /// Linear in the depth of the tree.
    func comesBefore(_ first: Int32, _ second: Int32) -> Bool {
        let first = endings[Int(first)]
        let second = endings[Int(second)]
        guard first.priority == second.priority else { return first.priority > second.priority }
        let firstDepth = depth(of: first.node)
        let secondDepth = depth(of: second.node)
        let common = min(firstDepth, secondDepth)
        let difference = difference(
            ancestor(of: first.node, levels: firstDepth - common),
            ancestor(of: second.node, levels: secondDepth - common))
        guard difference == 0 else { return difference < 0 }
        // The one that ends earlier takes the rest as its tail, which comes last.
        guard firstDepth == secondDepth else { return firstDepth > secondDepth }
        guard first.isTail == second.isTail else { return second.isTail }
        return (first.route, first.expansion) < (second.route, second.expansion)
    }

    private func depth(of node: Int32) -> Int {
        var depth = 0
        var node = node
        while node != 0 {
            node = nodes[Int(node)].parent
            depth += 1
        }
        return depth
    }

    private func ancestor(of node: Int32, levels: Int) -> Int32 {
        var node = node
        for _ in 0..<levels { node = nodes[Int(node)].parent }
        return node
    }

    /// How the ranks of the segments that lead to two nodes of one depth differ: those of the leftmost that do.
    private func difference(_ first: Int32, _ second: Int32) -> Int {
        var first = first
        var second = second
        var difference = 0
        while first != second {
            let own = rank(of: first) - rank(of: second)
            if own != 0 { difference = own }
            first = nodes[Int(first)].parent
            second = nodes[Int(second)].parent
        }
        return difference
    }

    private func rank(of node: Int32) -> Int {
        let parent = nodes[Int(nodes[Int(node)].parent)]
        return parent.wildcard == node ? 2 : parent.parameter == node ? 1 : 0
    }
}
