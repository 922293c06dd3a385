import Dispatchers
import Routing
import Testing

@Suite("Trace of a router")
struct RouterTraceTests {
    private struct Sold: Error {}

    private let trace = Trace(now: { .zero })
    private let router: Router
    private let registered: Dispatchers.SourceLocation
    private let redirect: Dispatchers.SourceLocation

    init() throws {
        router = Router(origins: ["shop://"], trace: trace)
        registered = Dispatchers.SourceLocation(line: #line + 3)
        redirect = Dispatchers.SourceLocation(line: #line + 3)
        try router.register {
            $0.on("/product/:id") { match in if match["id"] == "0" { throw Sold() } }
            $0.redirect("/old", to: "/product/7")
        }
        trace.start()
    }

    @Test("an opening is an event, the cause of the handler's, wherever redirects lead")
    func openingsAreRecorded() async {
        let opened = Dispatchers.SourceLocation(line: #line + 1)
        _ = await router.open("shop://old")
        #expect(trace.events.map(\.kind) == [.route, .redirect, .delivery])
        #expect(trace.events.map(\.subject) == ["shop://old", "shop://old", "/product/:id"])
        #expect(trace.events.map(\.cause) == [nil, trace.events.first?.id, trace.events.first?.id])
        #expect(trace.events.map(\.location) == [opened, opened, opened])
        #expect(trace.events.map(\.receiver) == [nil, redirect, registered])
        #expect(trace.events.map(\.outcome) == [.done, .redirected(to: "shop://product/7"), .done])
    }

    @Test("every event of an opening has its location, and as the receiver the place of the guard or the handler")
    func eventsHaveTheLocationOfTheOpening() async throws {
        let asked = Dispatchers.SourceLocation(line: #line + 1)
        let open = Guard("open") { _ in .proceed }
        let guarded = Dispatchers.SourceLocation(line: #line + 1)
        try router.register { $0.on("/guarded", guards: [open]) { _ in } }
        let opened = Dispatchers.SourceLocation(line: #line + 1)
        _ = await router.open("shop://guarded")
        #expect(trace.events.map(\.kind) == [.route, .guard, .delivery])
        #expect(trace.events.map(\.location) == [opened, opened, opened])
        #expect(trace.events.map(\.receiver) == [nil, asked, guarded])
    }

    @Test("so is one that cannot wait, and what its handler throws is the outcome of the handler's event")
    func openingsAtOnceAreRecorded() {
        _ = router.openNow("shop://product/0")
        #expect(trace.events.map(\.kind) == [.route, .delivery])
        #expect(trace.events.last?.outcome == .failed("Sold()"))
    }

    @Test("a trace that is off records nothing, nor does a dry run")
    func nothingElseIsRecorded() async {
        #expect(router.canOpen("shop://old"))
        trace.stop()
        _ = await router.open("shop://old")
        #expect(trace.events.isEmpty)
    }
}
