import Routing
import Testing

/// The examples of the article, each opened by the model of JLRoutes and by a router.
struct MovingFromJLRoutesTests {
    @Test(arguments: try MigrationArticle.examples())
    func bothAnswerAsTheArticleSays(example: MigrationArticle.Example) throws {
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
    func everyQuirkHasAnExample() throws {
        #expect(try MigrationArticle.examples().map(\.quirk) == JLQuirk.allCases)
    }
}
