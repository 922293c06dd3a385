import AllocationCounter
import Foundation
import Routing
import Testing

struct RouterTests {
    struct Broken: Error {}

    @Test(arguments: [
        ("x:/handled", "handled"), ("x:/declined", "declined"), ("x:/nowhere", "not found"),
        ("x:/guarded", "refused no"),
        ("x:/parked", "parked x:/parked"), ("x:/throws", "failed Broken()"), ("x:/guard-throws", "failed Broken()"),
        ("nothing", "invalid no scheme"), ("x:/%FF", "invalid encoding"),
    ])
    func everyOutcomeIsReported(url: String, expected: String) async throws {
        let router = Router()
        try router.register {
            $0.on("/handled") { _ in }
            $0.on("/declined") { _ in .declined }
            $0.on("/throws") { _ in throw Broken() }
            $0.mount("/guarded", guards: [Guard("g") { _ in .refuse("no") }]) { $0.on("/") { _ in } }
            $0.mount("/parked", guards: [Guard("g") { _ in .park() }]) { $0.on("/") { _ in } }
            $0.mount("/guard-throws", guards: [Guard("g") { _ in throw Broken() }]) { $0.on("/") { _ in } }
        }
        let outcome = await router.open(url)
        #expect(outcome.summary == expected)
        #expect(outcome.isHandled == (expected == "handled"))
    }

    @Test
    func aHandlerThatDeclinesHandsOnToAnotherRoute() async throws {
        let router = Router()
        let log = Recorder<String>()
        try router.register {
            $0.on("/a(/:x)(/:y)") { match in
                log.add("first \(match["x"] ?? "")\(match["y"] ?? "")")
                return .declined
            }
            $0.on("/:any/*") { match in
                await Task.yield()
                log.add("second \(match["any"] ?? "") \(match.tail ?? [])")
                return .declined
            }
            $0.on("/*") { _ in log.add("third") }
        }
        #expect(await router.open("x:/a/1/2").isHandled)
        #expect(log.all == ["first 12", #"second a ["1", "2"]"#, "third"])
    }

    @Test
    func onUnmatchedReceivesEveryMiss() async throws {
        let router = Router()
        let misses = Recorder<RouteMiss>()
        try router.register {
            $0.on("/declined") { _ in .declined }
            $0.on("/handled") { _ in }
        }
        router.onUnmatched { _ in Issue.record("replaced") }
        router.onUnmatched { miss in misses.add(miss) }
        for url in ["x:/nowhere", "x:/declined", "x:/handled", "no url"] { await router.open(url, extras: ["a": "b"]) }
        #expect(misses.all.map(\.url) == ["x:/nowhere", "x:/declined"])
        #expect(misses.all.map(\.declinedBy.isEmpty) == [true, false])
        #expect(misses.all.map(\.extras) == [["a": "b"], ["a": "b"]])
    }

    @Test
    func aDryRunRunsNothing() throws {
        let router = Router()
        try router.register(guards: [Guard("g") { _ in throw Broken() }]) { $0.on("/a") { _ in throw Broken() } }
        router.onUnmatched { _ in Issue.record("called") }
        #expect(router.canOpen("x:/a"))
        #expect(!router.canOpen("x:/b"))
        #expect(!router.canOpen("no url"))
    }

    @Test
    func extrasHideThePathWhichHidesTheQuery() async throws {
        let router = Router()
        let seen = Recorder<[String?]>()
        try router.register {
            $0.on("/:a/:b") { match in
                seen.add([match["a"], match["b"], match["c"], match["d"]])
                #expect(match.query == ["a": ["q"], "b": ["q"], "c": ["1", "2"]])
                #expect(match.pattern.text == "/:a/:b" && match.fragment == "f" && match.parked == nil)
                #expect(match.url == "x:/path/path?a=q&b=q&c=1&c=2#f")
            }
        }
        await router.open("x:/path/path?a=q&b=q&c=1&c=2#f", extras: ["a": "extra"])
        #expect(seen.all == [["extra", "path", "1", nil]])
    }

    @Test(arguments: [
        ("x:/42", "handled"),
        ("x:/me", #"failed The route “/:id” was opened with “me” for “id”, which is not of the type Int."#),
        ("x:/", "failed The route “/” was opened without a value for “id”."),
    ])
    func aValueThatCannotBeReadNamesRouteKeyAndValue(url: String, expected: String) async throws {
        let router = Router()
        try router.register { $0.on("/:id", "/") { match in _ = try match["id", as: Int.self] } }
        #expect(await router.open(url).summary == expected)
    }

    static func handle(_ match: RouteMatch) {}

    static func decline(_ match: RouteMatch) -> RouteReply { .declined }

    @Test
    func aFunctionCanBeAHandler() async throws {
        let router = Router()
        try router.register {
            $0.on("/a", "/b", perform: Self.handle)
            $0.on("/c", perform: Self.decline)
        }
        #expect(await router.open("x:/b").isHandled)
        #expect(await router.open("x:/c").summary == "declined")
    }

    static func openAtOnce(_ url: String, _ router: Router, _ extras: [String: String]) {
        router.openNow(url, extras: extras)
    }

    static func openAtOnce(_ url: URL, _ router: Router, _ extras: [String: String]) {
        router.openNow(url, extras: extras)
    }

    @Test
    func extrasTravelWithEveryWayToOpenAndNotToARedirect() async throws {
        let router = Router()
        let seen = Recorder<String?>()
        try router.register { $0.on("/a") { match in seen.add(match["k"]) } }
        try router.register(guards: [Guard("g") { _ in .park(redirect: "/a") }]) { $0.on("/g") { _ in } }
        let url = try #require(URL(string: "x:/a"))
        await router.open(url, extras: ["k": "1"])
        Self.openAtOnce(url, router, ["k": "2"])
        Self.openAtOnce("x:/a", router, ["k": "3"])
        await router.open("x:/g", extras: ["k": "4"])
        #expect(seen.all == ["1", "2", "3", nil])
    }

    @Test
    func onUnmatchedReceivesMissesOfSynchronousOpenings() throws {
        let router = Router()
        let misses = Recorder<RouteMiss>()
        try router.register { $0.on("/declined") { _ in .declined } }
        router.onUnmatched { misses.add($0) }
        Self.openAtOnce("x:/declined", router, ["k": "5"])
        Self.openAtOnce("x:/nowhere", router, ["k": "6"])
        #expect(misses.all.map(\.extras) == [["k": "5"], ["k": "6"]])
        #expect(misses.all.map(\.declinedBy.isEmpty) == [false, true])
    }
}

@Suite("Allocations of an opening", .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
struct OpeningAllocationTests {
    /// The allocations of one of a hundred calls; in an optimized build there are fewer.
    private func allocations(of work: () -> Void) -> Int {
        work()
        let before = allocationsOfThisThread()
        for _ in 0..<100 { work() }
        return (allocationsOfThisThread() - before) / 100
    }

    @Test
    func openingAndWritingAllocateLittle() throws {
        let router = Router(origins: ["shop://"])
        try router.register {
            $0.on(TypedRouteTests.Product.self) { _, _ in }
            $0.on("/plain/:id") { _ in }
            $0.redirect("/p/:id", to: "/plain/:id")
        }
        let place = TypedRouteTests.Product(id: 42)
        // As measured without optimisation, where each step of a loop over generic values may allocate.
        #expect(allocations { router.openNow("shop://plain/42") } <= 6)
        #expect(allocations { router.openNow("shop://product/42") } <= 15)
        #expect(allocations { router.openNow("shop://p/42") } <= 66)
        #expect(allocations { _ = try? router.url(for: place) } <= 70)
    }
}
