import Routing
import Testing

/// Thousands of URLs that the real JLRoutes answered, full of its quirks, and its own suite.
struct JLOracleTests {
    @Test(arguments: ["jlroutes-oracle", "jlroutes-suite"])
    func theModelWithAllQuirksIsJLRoutes(file: String) throws {
        for scenario in try JLScenario.all(in: file) {
            let model = JLModel(scenario)
            for entry in scenario.entries {
                let (answer, expansion) = model.answer(to: entry.url, JLSwitches(JLQuirk.allCases))
                #expect(answer == entry.answer, "\(entry.url) of \(scenario.routes)")
                #expect(expansion == entry.expansion, "\(entry.url) of \(scenario.routes)")
            }
        }
    }

    @Test(arguments: ["jlroutes-oracle", "jlroutes-suite"])
    func theModelWithoutQuirksIsTheRouter(file: String) throws {
        for scenario in try JLScenario.all(in: file) {
            let model = JLModel(scenario)
            let app = try MigratedApp(scenario)
            for entry in scenario.entries {
                let expected = model.answer(to: entry.url, JLSwitches([])).answer
                #expect(app.answer(to: entry.url) == expected, "\(entry.url) of \(scenario.routes)")
            }
        }
    }

    @Test
    func everyDisagreementIsOneThatTheArticleNamesAndCounts() throws {
        let oracle = try JLComparison(file: "jlroutes-oracle")
        let suite = try JLComparison(file: "jlroutes-suite")
        let written = try MigrationArticle.counts()
        for quirk in JLQuirk.allCases {
            let count = oracle.counts[quirk] ?? JLComparison.Count()
            let own = suite.counts[quirk].map { $0.alone + $0.withOthers } ?? 0
            let row = "| \(quirk.rawValue) | \(count.alone) | \(count.withOthers) | \(own) |"
            #expect(written[quirk].map { $0.oracle == count && $0.suite == own } == true, "\(row)")
        }
        #expect(oracle.agreements == 4_255)
        #expect(oracle.disagreements == 4_157)
        #expect(oracle.sizes == [1: 2_571, 2: 1_055, 3: 394, 4: 108, 5: 22, 6: 6, 7: 1])
        #expect(suite.agreements == 81)
    }
}

/// Tables whose answers hang on none of JLRoutes' quirks: both routers have to agree on every one.
struct JLPlainTests {
    @Test
    func everyAnswerIsThatOfJLRoutes() throws {
        let tables = try PlainTable.all()
        for table in tables {
            let own = try table.table
            for step in table.steps {
                let found = PlainTable.Answer(own, try URLText(step.url))
                #expect(found == step.answer, "\(step.url) in\n\(own)")
            }
        }
        #expect(tables.count == 2_079)
        #expect(tables.reduce(0) { $0 + $1.steps.count } == 7_363)
    }
}
