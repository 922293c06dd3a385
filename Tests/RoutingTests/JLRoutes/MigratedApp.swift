import Dispatchers
import Routing

/// The routes of a scenario, moved to this package: a router for each namespace, with `host: .path`.
final class MigratedApp {
    private let global: Router
    private var namespaces: [String: Router] = [:]
    private let log = Log()

    private final class Log: Sendable {
        let answer = Protected(JLAnswer())
    }

    /// Patterns that are refused are left out.
    init(_ scenario: JLScenario) throws {
        global = Router(host: .path)
        for scheme in Set(scenario.routes.compactMap(\.scheme)).union(scenario.fallback) {
            let fallback = scenario.fallback.contains(scheme) ? global : nil
            namespaces[scheme.lowercased()] = Router(host: .path, fallback: fallback)
        }
        for (number, route) in scenario.routes.enumerated() {
            let router = route.scheme.flatMap { namespaces[$0.lowercased()] } ?? global
            router.onUnmatched { [log] _ in log.answer.withLock { $0.listeners += 1 } }
            guard (try? RoutePattern(route.pattern)) != nil else { continue }
            try register(route, number, with: router)
        }
    }

    func answer(to url: String) -> JLAnswer {
        log.answer.withLock { $0 = JLAnswer() }
        let scheme = JLURLParts(url).scheme?.lowercased()
        let router = scheme.flatMap { namespaces[$0] } ?? global
        let isHandled = router.openNow(url).isHandled
        return log.answer.withLock { answer in
            answer.isHandled = isHandled
            return answer
        }
    }

    private func register(_ route: JLScenario.Route, _ number: Int, with router: Router) throws {
        try router.register {
            $0.on(route.pattern, priority: route.priority, overriding: true) { [log] match in
                log.answer.withLock { answer in
                    answer.asked.append(number)
                    guard !route.isDeclining else { return }
                    answer.values = match.query.dictionary.merging(match.parameters.mapValues { [$0] }) { $1 }
                    answer.tail = match.tail
                }
                return route.isDeclining ? RouteReply.declined : .handled
            }
        }
    }
}
