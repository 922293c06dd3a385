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
        // 1 for a redirect of a circle that was told, 0 for another new one.
        var marks: [Int: Int] = [:]
        for route in routes { marks[Int(route.id)] = 0 }
        var problems: [RouteRegistrationError.Problem] = []
        for route in routes where route.redirect != nil {
            let scheme = route.schemes.min() ?? "x"
            let example = try? URLWriter(exampleOf: route, of: self).url(anyScheme: scheme)
            let circle = example.map { self.circle(from: $0, in: table) } ?? []
            if circle.isEmpty || circle.contains(where: { marks[Int($0.id)] == 1 }) { continue }
            let new = circle.first { marks[Int($0.id)] != nil } ?? circle[0]
            for link in circle { marks[Int(link.id)] = 1 }
            problems.append(.init(circle, at: new))
        }
        return problems
    }

    /// The redirects that a URL goes through again and again, from the one that was registered first on.
    private func circle(from url: String, in table: RouteTable<RegisteredRoute>) -> [RegisteredRoute] {
        let trail = trail(of: url, in: table)
        var start = trail.count - 1
        while start > 0, trail[start - 1].id != trail[trail.count - 1].id { start -= 1 }
        guard start > 0 else { return trail }
        var first = start
        for number in start..<trail.count where trail[number].id < trail[first].id { first = number }
        var circle: [RegisteredRoute] = []
        for number in first..<trail.count { circle.append(trail[number]) }
        for number in start..<first { circle.append(trail[number]) }
        return circle
    }

    /// The redirects that a URL follows, when there are too many of them.
    private func trail(of url: String, in table: RouteTable<RegisteredRoute>) -> [RegisteredRoute] {
        let journey = Journey(OpenRequest(url), from: self, candidate: table)
        while true {
            switch journey.next() {
            case .ask(let sentinel, _): journey.take(.proceed, of: sentinel)
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
        var places: [String] = []
        for link in circle { places.append("“\(link.pattern.text)” to “\(link.redirect ?? "")” (\(link.location))") }
        let other = circle.first { $0.id != new.id }
        self.init(.redirectCycle, of: new, detail: places.joined(separator: ", "), other: other)
    }
}
