extension RouteTreeView {
    /// Whether of two routes that were found for one path the first is to be asked before the second.
    ///
    /// Linear in the depth of the tree.
    func comesBefore(_ first: UInt32, _ second: UInt32) -> Bool {
        let order = order(first, second)
        guard order == 0 else { return order < 0 }
        let first = endings[Int(first)]
        let second = endings[Int(second)]
        return (first.route, first.expansion) < (second.route, second.expansion)
    }

    /// Less than 0 when the first of two routes comes before the second, and 0 when only their registration tells.
    func order(_ first: UInt32, _ second: UInt32) -> Int {
        let first = endings[Int(first)]
        let second = endings[Int(second)]
        guard first.priority == second.priority else { return first.priority > second.priority ? -1 : 1 }
        let firstDepth = places[Int(first.node)].depth
        let secondDepth = places[Int(second.node)].depth
        let difference = difference(first.node, second.node)
        guard difference.rank == 0 else { return difference.rank }
        // The one that ends earlier takes the rest as its tail, which comes last.
        guard firstDepth == secondDepth else { return firstDepth > secondDepth ? -1 : 1 }
        guard first.isTail == second.isTail else { return second.isTail ? -1 : 1 }
        guard difference.literals == 0 else { return difference.literals }
        let own = filters[Int(first.filter)]
        let other = filters[Int(second.filter)]
        return own.isMoreSpecific(than: other) ? -1 : other.isMoreSpecific(than: own) ? 1 : 0
    }

    /// How the segments that lead to two nodes differ, as far as both go: those of the leftmost that do, in rank, and in
    /// the amount of literal text.
    private func difference(_ first: UInt32, _ second: UInt32) -> (rank: Int, literals: Int) {
        var first = first
        var second = second
        var difference = (rank: 0, literals: 0)
        while first != second {
            let own = places[Int(first)]
            let other = places[Int(second)]
            if own.depth == other.depth {
                if own.rank != other.rank { difference.rank = own.rank < other.rank ? -1 : 1 }
                if own.literalCount != other.literalCount {
                    difference.literals = own.literalCount > other.literalCount ? -1 : 1
                }
            }
            if own.depth >= other.depth { first = own.parent }
            if other.depth >= own.depth { second = other.parent }
        }
        return difference
    }
}
