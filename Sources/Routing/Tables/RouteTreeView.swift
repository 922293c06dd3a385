/// The arrays of a tree, opened once for a lookup.
///
/// Safety: as for ``PlainTree``.
struct RouteTreeView {
    let plain: PlainTree
    let places: UnsafePointer<RouteTree.Place>
    let branches: UnsafePointer<RouteTree.Branches>
    let filters: UnsafePointer<RouteFilter>
    let types: UnsafePointer<ParameterType>
    let mixed: UnsafePointer<MixedForm>

    @inline(__always)
    var nodes: UnsafePointer<RouteTree.Node> { plain.nodes }

    @inline(__always)
    var endings: UnsafePointer<RouteTree.Ending> { plain.endings }

    @inline(__always)
    func priority(of ending: UInt32) -> Int { endings[Int(ending)].priority }
}

extension RouteTree {
    /// The arrays of the tree, as long as the caller keeps the tree alive and unchanged.
    var view: RouteTreeView {
        RouteTreeView(
            plain: plain, places: places.start, branches: branches.start, filters: filters.start, types: types.start,
            mixed: mixed.start)
    }
}
