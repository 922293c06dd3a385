import Dispatchers
import Foundation
import Routing
import Testing

/// The examples of quirks, each opened by the model of JLRoutes and by a router.
struct MovingFromJLRoutesTests {
    @Test(arguments: try MigrationArticle.examples())
    func bothAnswerAsTheExampleSays(example: MigrationArticle.Example) throws {
        let scenario = JLScenario(example.routes)
        let theirs = JLModel(scenario).answer(to: example.url, JLSwitches(JLQuirk.allCases)).answer
        #expect(scenario.summary(of: theirs) == example.theirs)

        let isRefused = scenario.routes.contains { (try? RoutePattern($0.pattern)) == nil }
        let ours = try MigratedApp(scenario).answer(to: example.url)
        #expect((isRefused ? "refused" : scenario.summary(of: ours)) == example.ours)
    }

    @Test(arguments: try MigrationArticle.examples())
    func theQuirkAloneMakesTheDifference(example: MigrationArticle.Example) throws {
        let model = JLModel(JLScenario(example.routes))
        let quirk = model.answer(to: example.url, JLSwitches([example.quirk])).answer
        #expect(quirk == model.answer(to: example.url, JLSwitches(JLQuirk.allCases)).answer)
        #expect(quirk != model.answer(to: example.url, JLSwitches([])).answer)
    }

    @Test
    func theRowsOfTheArticleAreExamples() async throws {
        let rows = try MigrationArticle.rows().filter { $0.count == 5 && JLQuirk(rawValue: $0[0]) != nil }
        #expect(rows.count >= 5)
        let examples = try VectorFile.rows(of: "jlroutes-examples")
        for row in rows {
            let hasNoRoute = ["`.invalid`", "`.notFound`"].contains(row[4])
            #expect(examples.contains(row.prefix(4) + [hasNoRoute ? "no route" : row[4]]))
            guard hasNoRoute else { continue }
            let router = Router(host: .path)
            try router.register { routes in
                for route in JLScenario(row[1]).routes { routes.on(route.pattern) { _ in } }
            }
            let outcome = await router.open(row[2].replacing("`", with: ""))
            switch outcome.result {
            case .invalid: #expect(row[4] == "`.invalid`")
            case .notFound: #expect(row[4] == "`.notFound`")
            default: Issue.record("\(row[2]) is \(outcome)")
            }
        }
    }

    @Test
    func everyQuirkHasAnExample() throws {
        #expect(try MigrationArticle.examples().map(\.quirk) == JLQuirk.allCases)
    }
}

/// The article *Moving to Routing*, and the examples of which its table has some.
enum MigrationArticle {
    /// A row of `jlroutes-examples`: the quirk, routes, a URL, and the results of JLRoutes and of this package.
    struct Example: Sendable, CustomStringConvertible {
        let quirk: JLQuirk
        let routes: String
        let url: String
        let theirs: String
        let ours: String

        var description: String { "\(quirk.rawValue): \(url)" }
    }

    /// The number of answers that a quirk changes by itself, with others, and in the tests of JLRoutes.
    struct Count: Hashable {
        let oracle: JLComparison.Count
        let suite: Int
    }

    static func examples() throws -> [Example] {
        try VectorFile.rows(of: "jlroutes-examples").compactMap { cells in
            guard cells.count == 5, let quirk = JLQuirk(rawValue: cells[0]) else { return nil }
            let url = cells[2].replacing("`", with: "")
            return Example(quirk: quirk, routes: cells[1], url: url, theirs: cells[3], ours: cells[4])
        }
    }

    static func counts() throws -> [JLQuirk: Count] {
        var counts: [JLQuirk: Count] = [:]
        for cells in try VectorFile.rows(of: "jlroutes-quirks") {
            guard cells.count == 4, let quirk = JLQuirk(rawValue: cells[0]), let alone = Int(cells[1]),
                let others = Int(cells[2]),
                let suite = Int(cells[3])
            else { continue }
            counts[quirk] = Count(oracle: JLComparison.Count(alone: alone, withOthers: others), suite: suite)
        }
        return counts
    }

    /// The rows of all tables of the article.
    static func rows() throws -> [[String]] {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let article = package.appending(path: "Sources/Routing/Routing.docc/MovingToRouting.md")
        return try String(contentsOf: article, encoding: .utf8).split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}

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
