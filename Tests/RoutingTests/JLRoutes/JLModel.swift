/// JLRoutes, rebuilt from its behaviour, with a switch for each of its quirks.
struct JLModel {
    private let scenario: JLScenario
    private let readings: [JLReading]

    init(_ scenario: JLScenario) {
        self.scenario = scenario
        readings = scenario.routes.map { JLReading($0.pattern) }
    }

    /// The answer to a URL, and the text of the path that was handled.
    func answer(to url: String, _ quirks: JLSwitches) -> (answer: JLAnswer, expansion: String?) {
        var answer = JLAnswer()
        guard let request = JLRequest(url, in: scenario, quirks) else { return (answer, nil) }
        let spaces = namespaces(for: request.scheme, quirks)
        for space in spaces {
            for match in matches(in: space, request, quirks) {
                if answer.asked.contains(match.route), !quirks[.askedAgain] { continue }
                answer.asked.append(match.route)
                guard !scenario.routes[match.route].isDeclining else { continue }
                answer.isHandled = true
                answer.values = values(of: match, request, quirks)
                answer.tail = match.tail
                return (answer, match.path.text)
            }
        }
        answer.listeners = spaces.count { space in scenario.routes.contains { $0.scheme == space } }
        if answer.listeners > 1, !quirks[.twoListeners] { answer.listeners = 1 }
        return (answer, nil)
    }

    private func namespaces(for scheme: String?, _ quirks: JLSwitches) -> [String?] {
        let known = Set(scenario.routes.compactMap(\.scheme)).union(scenario.fallback)
        guard let scheme, let space = known.first(where: { $0.lowercased() == scheme.lowercased() }),
            space == scheme || !quirks[.schemeCase]
        else { return [nil] }
        return scenario.fallback.contains(space) ? [space, nil] : [space]
    }

    private func matches(in space: String?, _ request: JLRequest, _ quirks: JLSwitches) -> [JLMatch] {
        var matches: [JLMatch] = []
        for (number, route) in scenario.routes.enumerated() where route.scheme == space {
            for (place, path) in readings[number].paths(quirks).enumerated() {
                if let match = JLMatch(number, path, place, request, in: scenario, quirks) { matches.append(match) }
            }
        }
        guard matches.count > 1 else { return matches }
        let several = Set(matches.map(\.route)).count > 1
        let isFirstCome = several && quirks[.registrationOrder]
        matches.sort { isBefore($0, $1, isFirstCome: isFirstCome) }
        return Set(matches.map(\.route)).count < matches.count && quirks[.longestFirst]
            ? longestFirst(matches) : matches
    }

    private func isBefore(_ first: JLMatch, _ second: JLMatch, isFirstCome: Bool) -> Bool {
        let priorities = (scenario.routes[first.route].priority, scenario.routes[second.route].priority)
        guard priorities.0 == priorities.1 else { return priorities.0 > priorities.1 }
        if isFirstCome, first.route != second.route { return first.route < second.route }
        guard first.ranks == second.ranks else { return first.ranks.lexicographicallyPrecedes(second.ranks) }
        return (first.route, first.number) < (second.route, second.number)
    }

    /// The matches of each route, in the order of JLRoutes, at the positions that they have together.
    private func longestFirst(_ matches: [JLMatch]) -> [JLMatch] {
        var queues = Dictionary(grouping: matches, by: \.route).mapValues { own in
            own.sorted { ($1.path.text.utf8.count, $0.path.number) < ($0.path.text.utf8.count, $1.path.number) }[...]
        }
        return matches.compactMap { queues[$0.route]?.popFirst() }
    }

    private func values(of match: JLMatch, _ request: JLRequest, _ quirks: JLSwitches) -> [String: [String]] {
        var values = request.items
        let own =
            ["JLRouteURL", "JLRoutePattern", "JLRouteScheme"] + (match.tail == nil ? [] : ["JLRouteWildcardComponents"])
        for key in own where values[key] != nil && quirks[.reservedKeys] { values[key] = nil }
        return values.merging(match.values.mapValues { [$0] }) { $1 }
    }
}
