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
        #expect(allocations { _ = Object() } >= 100)
    }

    @Test(arguments: [
        ("/user/me/settings/notifications", "/user/me/settings/notifications"),
        ("/user/a-name-that-no-small-string-holds/posts/7", "/user/:name/posts/:post"),
        ("/files/a/long/way/down/to/the/very/last/one.txt", "/files/*"), ("/caf%C3%A9/%C3%A9cl%61ir", "/café/éclair"),
        ("/files%2Fof/caf%C3%A9/and/more", "/:a/:b/*/more"), ("/nowhere/to/be/found/in/this/table", nil),
    ])
    func aLookupAllocatesNothing(path: String, expected: String?) throws {
        let patterns = [
            "/user/me/settings/notifications", "/user/:name/posts/:post", "/files/*", "/café/éclair", "/:a/:b/*/more",
        ]
        let table = try RouteTableTests.table(patterns)
        #expect(table.match(path)?.value == expected)
        #expect(allocations { _ = table.match(path) } == 0)
    }
}
