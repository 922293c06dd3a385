extension RouteTable<RegisteredRoute> {
    /// The conflicts that routes would bring, unless the later of the two may stand there all the same.
    func problems(adding routes: [RegisteredRoute]) -> [RouteRegistrationError.Problem] {
        let newRoutes = routes.map { Route($0) }
        func route(of party: RouteConflict.Party) -> RegisteredRoute {
            party.index < self.routes.count ? self.routes[party.index].value : routes[party.index - self.routes.count]
        }
        return conflicts(adding: newRoutes).compactMap { conflict in
            let second = route(of: conflict.second)
            return second.isOverriding ? nil : .init(conflict, first: route(of: conflict.first), second: second)
        }
    }

    mutating func insert(_ route: RegisteredRoute) {
        insert(Route(route))
    }
}

extension RouteTable<RegisteredRoute>.Route {
    fileprivate init(_ route: RegisteredRoute) {
        self.init(pattern: route.pattern, priority: route.priority, schemes: route.schemes, value: route)
    }
}

extension RouteRegistrationError.Problem {
    fileprivate init(_ conflict: RouteConflict, first: RegisteredRoute, second: RegisteredRoute) {
        let reason: Reason =
            switch conflict.kind {
            case .duplicate: .duplicate
            case .ambiguous: .ambiguous
            default: first.priority > second.priority ? .unreachable : .covering
            }
        self.init(
            reason, pattern: second.pattern.text, at: second.location, detail: conflict.witness, other: first)
    }
}
