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

    mutating func insert(_ routes: [RegisteredRoute]) {
        insert(routes.map { Route($0) })
    }
}

extension RouteTable<RegisteredRoute>.Route {
    fileprivate init(_ route: RegisteredRoute) {
        self.init(pattern: route.pattern, priority: route.priority, schemes: route.schemes, value: route.compact)
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

extension Router {
    /// The new redirects that lead in a circle, or too far, once the routes of the table count.
    ///
    /// A URL is made up for each and followed as a dry run does. So what is reported does happen, to that URL at least;
    /// a circle that only other URLs run into, or that a function decides, is left to the limit of redirects.
    func redirectCycles(
        of routes: [RegisteredRoute], in table: RouteTable<RegisteredRoute>
    ) -> [RouteRegistrationError.Problem] {
        let own = Set(routes.map { Int($0.id) })
        var known: Set<Int> = []
        var problems: [RouteRegistrationError.Problem] = []
        for route in routes where route.redirect != nil {
            let circle = example(of: route).map { self.circle(from: $0, in: table) } ?? []
            guard let first = circle.min(by: { $0.id < $1.id }), !circle.contains(where: { known.contains(Int($0.id)) })
            else { continue }
            for link in circle { known.insert(Int(link.id)) }
            let new = circle.first { own.contains(Int($0.id)) } ?? first
            let places = circle.map { "“\($0.pattern.text)” to “\($0.redirect ?? "")” (\($0.location))" }
            problems.append(
                .init(
                    .redirectCycle, pattern: new.pattern.text, at: new.location, detail: places.joined(separator: ", "),
                    other: circle.first { $0.id != new.id }))
        }
        return problems
    }

    /// The redirects that a URL goes through again and again, from the one that was registered first on.
    private func circle(from url: String, in table: RouteTable<RegisteredRoute>) -> [RegisteredRoute] {
        let trail = trail(of: url, in: table)
        guard let last = trail.last, let before = trail.dropLast().lastIndex(where: { $0.id == last.id }) else {
            return trail.isEmpty ? [] : trail
        }
        let circle = Array(trail[(before + 1)...])
        let first = circle.indices.min { circle[$0].id < circle[$1].id } ?? 0
        return Array(circle[first...] + circle[..<first])
    }

    /// The redirects that a URL follows, when there are too many of them.
    private func trail(of url: String, in table: RouteTable<RegisteredRoute>) -> [RegisteredRoute] {
        let journey = Journey(OpenRequest(url: url), from: self, isDryRun: true, candidate: table)
        while true {
            switch journey.next() {
            case .ask(let sentinel, _): journey.take(.proceed, of: sentinel)
            case .end(let outcome):
                guard case .failed(let error as RedirectError) = outcome.result else { return [] }
                return error.reason == .tooManyHops ? journey.trail : []
            case .call, .tell: return []
            }
        }
    }

    /// A URL that fits a route.
    private func example(of route: RegisteredRoute) -> String? {
        let pattern = route.pattern
        var named: [String: String] = [:]
        for (number, parameter) in pattern.parameters.enumerated() {
            named[parameter.name] = parameter.type?.examples.first ?? "value\(number)"
        }
        let path = try? pattern.path(with: named, tail: pattern.alwaysHasTail ? ["value"] : [])
        let host = pattern.host(with: named).map { "//" + $0 } ?? ""
        let items = pattern.query.map { item in
            PercentCoding.encodedQueryItem(item.key) + "=" + (item.type?.examples.first ?? "value")
        }
        let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
        return path.map { addressing.url(of: host + $0, schemes: route.schemes) + query }
    }
}

extension Addressing {
    /// The URL of a path at the first place that a router takes.
    fileprivate func url(of path: String, schemes: Set<String>) -> String {
        if let origin = firstOrigin(of: schemes) { return origin.url(of: path) }
        return (schemes.min() ?? "x") + (path.begins(with: "//") ? ":" : "://") + path
    }
}
