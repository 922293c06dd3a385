/// A part of the routes among which conflicts are looked for: a tree, and the number of its first route.
struct ConflictPart {
    let tree: RouteTree
    let offset: Int

    /// The number of the route that an ending belongs to, among all routes.
    func number(of ending: RouteTree.Ending) -> Int { offset + Int(ending.route) }

    /// The endings of a list from the first on, as long as their priority is not below this.
    func endings(from first: UInt32, atLeast priority: Int) -> some Sequence<RouteTree.Ending> {
        sequence(state: first) { next -> RouteTree.Ending? in
            guard next != 0 else { return nil }
            let ending = tree.endings[Int(next)]
            next = ending.next
            return ending.priority >= priority ? ending : nil
        }
    }

    func filter(of ending: RouteTree.Ending) -> RouteFilter { tree.filters[Int(ending.filter)] }
}
