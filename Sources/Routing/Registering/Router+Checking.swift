extension RouteTable<RegisteredRoute> {
    /// Adds routes, and returns the conflicts that they bring, unless the later of the two is overriding; no more than an
    /// error lists, and one.
    mutating func insertChecking(_ routes: [RegisteredRoute]) -> [RouteRegistrationError.Problem] {
        let count = count
        let maximumCount = RouteRegistrationError.maximumProblems + 1
        let result = index.adding(routes.map(\.record), maximumCount: maximumCount) { number in
            !routes[number - count].isOverriding
        }
        index = result.index
        values = values.adding(routes)
        guard result.conflicts.isEmpty, !result.isComplete, let first = routes.first else {
            return result.conflicts.map { .init($0, first: values[$0.first.index], second: values[$0.second.index]) }
        }
        let sentence =
            "The routes registered with \(first.pattern.text.quoted) are too much alike to be compared in reasonable time."
        return [.init(sentence, pattern: first.pattern.text, at: first.location)]
    }
}

extension RegisteredRoute {
    /// The route as one of a table.
    var entry: RouteTable<RegisteredRoute>.Route { .init(record, value: self) }
}

extension RouteRegistrationError.Problem {
    fileprivate init(_ conflict: RouteConflict, first: RegisteredRoute, second: RegisteredRoute) {
        let route = "The route " + second.pattern.text.quoted
        let other = first.pattern.text.quoted + " of \(first.location)"
        let fault =
            switch conflict.kind {
            case .duplicate: "\(route) has the shape and priority of \(other)"
            case .ambiguous:
                "\(route) and \(other) both take “\((conflict.witness ?? "").printed)”, and rank alike but for their order"
            case _ where first.priority > second.priority:
                "\(route) is never reached: \(other) has a higher priority and takes all of it"
            default: "\(route) has a higher priority than \(other), and takes all of that"
            }
        self.init(
            fault + "; say `overriding: true` if that is meant.", pattern: second.pattern.text, at: second.location,
            other: first)
    }
}

extension Router {
    /// The new redirects that lead in a circle, or too far, once the routes of the table count.
    ///
    /// A URL is made up for each and followed as a dry run does. So what is reported does happen, to that URL at least;
    /// a circle that only other URLs run into, or that a handler decides, is left to the limit of redirects.
    func redirectCycles(
        of routes: [RegisteredRoute], in table: RouteTable<RegisteredRoute>
    ) -> [RouteRegistrationError.Problem] {
        var reported: Set<RegisteredRoute> = []
        var problems: [RouteRegistrationError.Problem] = []
        for route in routes where route.redirect != nil {
            let scheme = route.schemes.min() ?? "x"
            let example = try? URLWriter(exampleOf: route, of: self).url(anyScheme: scheme)
            guard let example, mayLeadOn(route, from: example, in: table) else { continue }
            let journey = Journey(OpenRequest(url: example), from: self, candidate: table)
            guard !journey.reachesHandler(), case .failed(let error as RedirectError) = journey.outcome.result,
                error.reason == .tooManyHops, reported.isDisjoint(with: journey.trail)
            else { continue }
            reported.formUnion(journey.trail)
            problems.append(.init(journey.trail.circle(from: routes)))
        }
        return problems
    }

    /// Whether another redirect may take the place that a redirect leads to from a URL.
    ///
    /// Answered without a lookup in the table, since the first one is linear in its routes.
    private func mayLeadOn(
        _ route: RegisteredRoute, from url: String, in table: RouteTable<RegisteredRoute>
    ) -> Bool {
        let alone = RouteTable(addressing, ignoringCase: table.index.isIgnoringCase, [route.entry])
        let journey = Journey(OpenRequest(url: url, redirects: .none), from: self, candidate: alone)
        guard fallback == nil, !journey.reachesHandler(), case .redirected(let target) = journey.outcome.result,
            let place = try? URLText(target), let path = addressing.path(of: place)
        else { return true }
        return table.index.mayHaveRoute(taking: path.segments(of: place, from: path.start)) {
            table.values[$0].redirect != nil
        }
    }
}

extension [RegisteredRoute] {
    /// The redirects of this trail that are followed again and again, beginning with the first of the new routes.
    fileprivate func circle(from new: [RegisteredRoute]) -> [RegisteredRoute] {
        guard let last, let start = dropLast().lastIndex(of: last) else { return self }
        let circle = self[(start + 1)...]
        let first = new.lazy.compactMap { circle.firstIndex(of: $0) }.first ?? circle.startIndex
        return Array(circle[first...] + circle[..<first])
    }
}

extension RouteRegistrationError.Problem {
    fileprivate init(_ circle: [RegisteredRoute]) {
        let pattern = circle[0].pattern.text
        let places = circle.map { "“\($0.pattern.text)” to “\($0.redirect ?? "")” (\($0.location))".printed }
        self.init(
            "The redirect \(pattern.quoted) leads in a circle, or too far: \(places.joined(separator: ", ")).",
            pattern: pattern, at: circle[0].location, other: circle.dropFirst().first)
    }
}
