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

@Suite("Outcomes of openings in a trace")
struct RouterTraceOutcomeTests {
    private struct Broken: Error {}

    private let trace = Trace(now: { .zero })
    private let router: Router

    init() throws {
        router = Router(name: "shop", trace: trace)
        try router.register {
            $0.on("/cart") { _ in }
            $0.on("/broken") { _ in throw Broken() }
            $0.on("/declined") { _ in RouteReply.declined }
            $0.redirect("/basket", to: "/cart")
            $0.on("/refused", guards: [Guard("open") { _ in .refuse("closed") }]) { _ in }
            $0.on("/account", guards: [Guard("signed in") { _ in .park() }]) { _ in }
            $0.on("/old", guards: [Guard("moved") { _ in .redirect(to: "/cart") }]) { _ in }
        }
        trace.start()
    }

    static let outcomes: [(String, TraceEvent.Outcome)] = [
        ("shop:///cart", .done), ("shop:///broken", .failed("Broken()")), ("shop:///declined", .declined),
        ("shop:///nowhere", .notFound), ("shop:///refused", .refused("closed")),
        ("shop:///account", .parked(by: "signed in")), ("shop:///basket", .done), ("shop:///old", .done),
    ]

    @Test("an opening ends as it ended", arguments: outcomes.indices) func outcome(index: Int) async {
        let (url, outcome) = Self.outcomes[index]
        await router.open(url)
        #expect(trace.events.first?.kind == .route)
        #expect(trace.events.first?.subject == url)
        #expect(trace.events.first?.scope == "shop")
        #expect(trace.events.first?.outcome == outcome)
    }

    @Test("a text that is not a URL is invalid, and a redirect that is not followed is one") func others() async {
        await router.open("no url")
        await router.open("shop:///basket", following: .none)
        let outcomes = trace.events.filter { $0.kind == .route }.map(\.outcome)
        guard case .invalid? = outcomes.first else { return #expect(Bool(false), "\(outcomes)") }
        #expect(outcomes.last == .redirected(to: "shop:///cart"))
    }

    @Test("guards and redirects are events, caused by the opening") func steps() async {
        await router.open("shop:///old")
        #expect(trace.events.map(\.kind) == [.route, .guard, .redirect, .delivery])
        #expect(trace.events.map(\.cause) == [nil, 1, 1, 1])
        #expect(trace.events[1].subject == "moved")
        #expect(trace.events[1].outcome == .redirected(to: "/cart"))
        #expect(trace.events[2].outcome == .redirected(to: "shop:///cart"))
    }

    @Test("errors and typed targets are described as the trace describes values") func descriptions() async throws {
        struct Wrong: Error { let password = "hunter2" }
        struct Entrance: TypedRoute {
            static let pattern = "/enter/:password"
            var password = "hunter2"
        }
        try router.register {
            $0.on("/wrong") { _ in throw Wrong() }
            $0.on(Entrance.self) { _, _ in }
            $0.on("/door", guards: [Guard("door") { _ in .redirect(to: Entrance()) }]) { _ in }
        }
        trace.start(describing: TraceDetails(limit: 200) { $0 is Wrong || $0 is Entrance ? "•••" : nil })
        await router.open("shop:///wrong")
        #expect(trace.events.map(\.outcome) == [.failed("•••"), .failed("•••")])
        await router.open("shop:///door")
        let asked = trace.events.first { $0.kind == .guard }
        #expect(asked?.outcome == .redirected(to: "•••"))
    }

    @Test("what is only tried leaves no event") func dryRun() {
        #expect(router.canOpen("shop:///basket"))
        #expect(trace.events.isEmpty)
    }
}
