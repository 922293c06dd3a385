extension RouteTable<RegisteredRoute> {
    /// Adds routes, and returns the conflicts that they bring, unless the later of the two is overriding; no more than an
    /// error lists, and one.
    mutating func insertChecking(_ routes: [Route]) -> [RouteRegistrationError.Problem] {
        let count = count
        let maximumCount = RouteRegistrationError.maximumProblems + 1
        let result = index.adding(routes.map(\.record), maximumCount: maximumCount) { number in
            !routes[number - count].value.isOverriding
        }
        index = result.index
        values = values.adding(routes.map(\.value))
        var problems = result.conflicts.map { conflict in
            RouteRegistrationError.Problem(
                conflict, first: values[conflict.first.index], second: values[conflict.second.index])
        }
        if problems.isEmpty, !result.isComplete, let first = routes.first {
            problems.append(.init(.tooManySteps, of: first.value, detail: nil, other: nil))
        }
        return problems
    }
}

extension RouteTable<RegisteredRoute>.Route {
    init(_ route: RegisteredRoute) {
        self.init(pattern: route.pattern, priority: route.priority, schemes: route.schemes, value: route)
    }
}

extension RouteRegistrationError.Problem {
    fileprivate init(_ conflict: RouteConflict, first: RegisteredRoute, second: RegisteredRoute) {
        var reason = first.priority > second.priority ? Reason.unreachable : .covering
        if conflict.kind == .duplicate { reason = .duplicate }
        if conflict.kind == .ambiguous { reason = .ambiguous }
        self.init(reason, of: second, detail: conflict.witness, other: first)
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
        let new = Set(routes)
        var reported: Set<RegisteredRoute> = []
        var problems: [RouteRegistrationError.Problem] = []
        for route in routes where route.redirect != nil {
            let scheme = route.schemes.min() ?? "x"
            let example = try? URLWriter(exampleOf: route, of: self).url(anyScheme: scheme)
            guard let example, mayLeadOn(route, from: example, in: table) else { continue }
            let circle = circle(from: example, in: table)
            guard !circle.isEmpty, reported.isDisjoint(with: circle) else { continue }
            reported.formUnion(circle)
            problems.append(.init(circle, at: circle.first { new.contains($0) } ?? circle[0]))
        }
        return problems
    }

    /// Whether another redirect may take the place that a redirect leads to from a URL.
    ///
    /// Answered without a lookup in the table, since the first one is linear in its routes.
    private func mayLeadOn(
        _ route: RegisteredRoute, from url: String, in table: RouteTable<RegisteredRoute>
    ) -> Bool {
        let alone = RouteTable(addressing, ignoringCase: table.index.isIgnoringCase, [.init(route)])
        let journey = Journey(OpenRequest(url, [:], nil, [:], .none), from: self, candidate: alone)
        while case .ask(let asked, _) = journey.next() { journey.take(.proceed, of: asked) }
        guard fallback == nil, case .redirected(let target) = journey.outcome.result,
            let place = try? URLText(target), let path = addressing.path(of: place)
        else { return true }
        return table.index.mayHaveRoute(taking: path.segments(of: place, from: path.start)) {
            table.values[$0].redirect != nil
        }
    }

    /// The redirects that a URL follows again and again, beginning with the one that was registered first.
    private func circle(from url: String, in table: RouteTable<RegisteredRoute>) -> [RegisteredRoute] {
        let trail = trail(of: url, in: table)
        guard let last = trail.last, let start = trail.dropLast().lastIndex(of: last) else { return trail }
        let circle = trail[(start + 1)...]
        let first = circle.indices.min { circle[$0].id < circle[$1].id } ?? circle.startIndex
        return Array(circle[first...] + circle[..<first])
    }

    /// The redirects that a URL follows, when there are too many of them.
    private func trail(of url: String, in table: RouteTable<RegisteredRoute>) -> [RegisteredRoute] {
        let journey = Journey(OpenRequest(url), from: self, candidate: table)
        while true {
            switch journey.next() {
            case .ask(let asked, _): journey.take(.proceed, of: asked)
            case .end:
                guard case .failed(let error as RedirectError) = journey.outcome.result else { return [] }
                return error.reason == .tooManyHops ? journey.trail : []
            case .call, .tell: return []
            }
        }
    }
}

extension RouteRegistrationError.Problem {
    fileprivate init(_ circle: [RegisteredRoute], at new: RegisteredRoute) {
        let places = circle.map { "“\($0.pattern.text)” to “\($0.redirect ?? "")” (\($0.location))" }
        let other = circle.first { $0.id != new.id }
        self.init(.redirectCycle, of: new, detail: places.joined(separator: ", "), other: other)
    }
}
