import AllocationCounter
import Routing
import Testing

/// The work of one lookup has a limit.
struct SearchBudgetTests {
    /// Patterns whose literal text between two parameters nearly occurs again and again in a long segment.
    private static func table(of count: Int, _ more: [String] = []) throws -> RouteTable<String> {
        let infix = String(repeating: "a", count: 40)
        let patterns = (0..<count).map { "/:{x}" + infix + "b\($0)-:y" } + more
        return RouteTable(try patterns.map { .init(pattern: try RoutePattern($0), value: $0) })
    }

    private static let path = "/" + String(repeating: "a", count: 60_000)

    @Test func aLookupThatTakesTooManyStepsFindsNothing() throws {
        let table = try Self.table(of: 1_000, ["/*"])
        #expect(Array(table.matches(Self.path)).isEmpty)
        #expect(table.match("/" + String(repeating: "a", count: 200))?.value == "/*")
    }

    /// The first patterns alone are compared, so the steps of an explanation do not grow with their number.
    @Test(.enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
    func anExplanationTakesALimitedNumberOfSteps() throws {
        let allocated = try [400, 1_600].map { count in
            let table = try Self.table(of: count)
            let before = allocatedBytesOfThisThread()
            _ = table.explain("x:/" + String(repeating: "b", count: 60_000))
            return allocatedBytesOfThisThread() - before
        }
        #expect(allocated[1] < 2 * allocated[0])
    }

    @Test func aLookupOfALongSegmentAmongAFewPatternsFindsItsRoute() throws {
        #expect(try Self.table(of: 20, ["/*"]).match(Self.path)?.value == "/*")
    }

    @Test func aLookupOfAShortSegmentAmongManyPatternsFindsItsRoute() throws {
        let patterns = (0..<5_000).map { "/:x.\($0).:y" }
        let table = RouteTable(try patterns.map { .init(pattern: try RoutePattern($0), value: $0) })
        #expect(table.match("/abcdefghij.4999.klmnop")?.value == "/:x.4999.:y")
        #expect(table.match("/abcdefghij.5000.klmnop") == nil)
    }
}
