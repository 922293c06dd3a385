import AllocationCounter
import Routing
import Testing

@Suite("Allocations of a lookup", .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
struct RouteTableAllocationTests {
    private final class Object: Sendable {}

    private func allocations(of work: () -> Void) -> Int {
        work()
        let before = allocationsOfThisThread()
        for _ in 0..<100 { work() }
        return allocationsOfThisThread() - before
    }

    @Test
    func theCounterCounts() {
        // The optimizer removes an allocation that nothing uses.
        let objects = Recorder<Object>()
        #expect(allocations { objects.add(Object()) } >= 100)
    }

    @Test(arguments: [
        ("/user/me/settings/notifications", "/user/me/settings/notifications"),
        ("/user/a-name-that-no-small-string-holds/posts/7", "/user/:name/posts/:post"),
        ("/files/a/long/way/down/to/the/very/last/one.txt", "/files/*"), ("/café/éclair", "/café/éclair"),
        ("/files-of/café/and/more", "/:a/:b/*/more"), ("/nowhere/to/be/found/in/this/table", nil),
        ("/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16", "/:a/:b/:c/:d/:e/:f/:g/:h/:i/:j/:k/:l/:m/:n/:o/:p"),
        ("/report-7.pdf/2026", "/report-:id.pdf/:year:Int"), ("/report-7.pdf/none", nil),
    ])
    func aLookupAllocatesNothing(path: String, expected: String?) throws {
        let patterns = [
            "/user/me/settings/notifications", "/user/:name/posts/:post", "/files/*", "/café/éclair", "/:a/:b/*/more",
            "/:a/:b/:c/:d/:e/:f/:g/:h/:i/:j/:k/:l/:m/:n/:o/:p", "/report-:id.pdf/:year:Int",
        ]
        let table = try RouteTableTests.table(patterns)
        #expect(table.match(path)?.value == expected)
        #expect(allocations { _ = table.match(path) } == 0)
    }

    @Test
    func aLongValueOfARequiredItemAllocatesNoMoreThanAShortOne() throws {
        let table = RouteTable(host: .path, [.init(pattern: try RoutePattern("/item?id:Int"), value: 1)])
        let counts = try ["42", "00000000000000000000000042"].map { id in
            let url = try URLText("shop://item?tab=1&id=\(id)")
            #expect(table.match(url)?.value == 1)
            return allocations { _ = table.match(url) }
        }
        #expect(counts[0] == counts[1])
    }
}

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
