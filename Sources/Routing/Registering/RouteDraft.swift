/// The routes of a router while some are added: what that costs does not depend on how many there are.
///
/// A copy shares its memory until one of the two is changed.
struct RouteDraft: Sendable {
    private var tree: RouteTree
    private let addressing: Addressing
    private var routes: [RouteTable<RegisteredRoute>.Route]

    /// The number of the first route that is opened with a type, by the address of that.
    private(set) var types: [Int: Int]

    init(_ table: RouteTable<RegisteredRoute>, types: [Int: Int]) {
        tree = table.tree
        addressing = table.addressing
        routes = table.routes
        self.types = types
    }

    init(_ table: RouteTable<RegisteredRoute>) {
        self.init(table, types: [:])
        for number in routes.indices { note(routes[number].value.type, number) }
    }

    /// A table to look routes up in; linear in the routes.
    var table: RouteTable<RegisteredRoute> { RouteTable(routes, RouteIndex(tree, addressing)) }

    /// A table that is not kept; constant.
    var untrimmedTable: RouteTable<RegisteredRoute> {
        RouteTable(routes, RouteIndex(untrimmed: tree, addressing))
    }

    /// Adds routes behind all others.
    mutating func insert(_ newRoutes: [RegisteredRoute]) {
        let start = routes.count
        for route in newRoutes {
            note(route.type, routes.count)
            routes.append(RouteTable.Route(route))
        }
        for number in RouteTable.inOrder(routes, from: start) { routes[number].enter(&tree, number) }
    }

    private mutating func note(_ type: Int?, _ number: Int) {
        if let type, types[type] == nil { types[type] = number }
    }
}
