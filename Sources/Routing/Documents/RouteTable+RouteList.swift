extension RouteTable<RouteList.Route> {
    /// Makes the table that a list describes.
    ///
    /// Linear in the routes. Routes that stand in each other's way are taken all the same.
    public init(_ list: RouteList) {
        let routes = list.routes.map { route in
            Route(pattern: route.pattern, priority: route.priority, schemes: route.schemes, value: route)
        }
        if let origins = list.origins {
            self.init(origins: origins, routes)
        } else {
            self.init(host: list.host, routes)
        }
    }
}

extension Router {
    /// The routes as data, in the order of their registration: a snapshot, to be printed as JSON or sent.
    public var list: RouteList {
        let routes = routes.map { route in
            RouteList.Route(
                pattern: route.pattern, name: route.name, schemes: route.schemes, priority: route.priority,
                metadata: route.metadata)
        }
        switch addressing {
        case .origins(let list): return RouteList(origins: list.origins, routes: routes)
        case .host(let rule): return RouteList(host: rule, routes: routes)
        }
    }
}
