import Routing
import Testing

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
