/// The routes of a list by their names, and which of them a handler was bound to.
final class RouteListBinding {
    private let routes: [String: [RouteList.Route]]
    private var bound: Set<String> = []

    init(_ list: RouteList) {
        routes = Dictionary(grouping: list.routes.filter { $0.name != nil }) { $0.name ?? "" }
    }

    /// The routes of a name, which count as bound from now on.
    func routes(named name: String) -> [RouteList.Route] {
        bound.insert(name)
        return routes[name] ?? []
    }

    /// Whether nobody has asked for a route by its name.
    func isUnbound(_ route: RouteList.Route) -> Bool {
        route.name.map { !bound.contains($0) } ?? true
    }
}
