import Testing

@testable import Routing

/// Routers with a fallback.
struct RouterChainTests {
    let seen = Recorder<String>()

    func makeChain() throws -> (head: Router, fallback: Router) {
        let fallback = Router(origins: ["shop://", "https://shop.example"])
        let head = Router(origins: ["shop://", "app://"], fallback: fallback)
        try head.register {
            $0.on("/both") { _ in seen.add("head") }
            $0.on("/declined") { _ in .declined }
            $0.redirect("/old", to: "/fallback")
            $0.redirect("/whole", to: "https://shop.example/fallback")
        }
        try fallback.register {
            $0.on("/both", "/declined", "/fallback") { match in seen.add("fallback \(match["c"] ?? "")") }
            $0.redirect("/back", to: "/both")
        }
        return (head, fallback)
    }

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }

    @Test(
        arguments: [
            ("shop://both", "handled", "head"), ("shop://declined?c=1", "handled", "fallback 1"),
            ("shop://fallback", "handled", "fallback "), ("https://shop.example/both", "handled", "fallback "),
            ("app://both", "handled", "head"), ("app://declined", "declined", nil),
            ("app://fallback", "not found", nil), ("shop://old", "handled", "fallback "),
            ("app://whole", "handled", "fallback "), ("shop://back", "handled", "head"),
            ("mail://both", "not found", nil), ("no url", "invalid no scheme", nil),
        ] as [(String, String, String?)])
    func aURLThatOneRouterDoesNotHandleIsOpenedByTheNext(url: String, expected: String, who: String?) async throws {
        let chain = try makeChain()
        #expect(await chain.head.open(url).summary == expected)
        #expect(seen.all.last == who)
        #expect(Self.openAtOnce(url, chain.head).summary == expected)
        #expect(chain.head.canOpen(url) == (expected == "handled" || url == "app://declined"))
    }

    @Test
    func aMissIsReportedOnceByTheLastListener() async throws {
        let chain = try makeChain()
        chain.head.onUnmatched { miss in seen.add("head \(miss.url) \(miss.declinedBy.count)") }
        await chain.head.open("shop://nowhere")
        chain.fallback.onUnmatched { miss in seen.add("fallback \(miss.url) \(miss.declinedBy.count)") }
        await chain.head.open("shop://nowhere")
        await chain.head.open("app://declined")
        #expect(
            seen.all == ["head shop://nowhere 0", "fallback shop://nowhere 0", "fallback app://declined 1"])
    }

    static func chain(of count: Int) throws -> Router {
        let last = Router(origins: ["shop://"])
        try last.register { $0.on("/last", options: RouteOptions(name: "last")) { _ in } }
        return (1..<count).reduce(last) { fallback, _ in Router(origins: ["shop://"], fallback: fallback) }
    }

    /// What asks all routers of a chain does not call itself for each of them: the stack would end.
    @Test
    func theLongestChainIsOpened() async throws {
        let router = try Self.chain(of: Router.longestChain)
        let ended = try #require(router.fallback?.fallback)
        let block = ended.block { url in !url.contains("blocked") }
        #expect(await router.open("shop://last").isHandled)
        #expect(await router.open("shop://last?blocked").summary == "blocked")
        #expect(Self.openAtOnce("shop://last", router).isHandled)
        #expect(router.canOpen("shop://last") && !router.canOpen("shop://nowhere"))
        #expect(router.stack(to: "shop://last").count == 1)
        #expect(try router.url(named: "last") == "shop://last")
        #expect("\(router.explain("shop://last"))".contains("fallback"))
        await router.open("shop://nowhere")
        block.cancel()
    }

    @Test
    func aLongerChainIsAMistakeOfTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try RouterChainTests.chain(of: Router.longestChain + 1)
        }
        // A failed precondition prints its text in builds for debugging.
        #if DEBUG
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("at most 1000 routers are chained by `fallback`"))
            #expect(text.contains("register the routes in one router"))
        #else
            _ = result
        #endif
    }

    @Test
    func aFallbackDoesNotAskTheRouterBeforeIt() async throws {
        let chain = try makeChain()
        #expect(await chain.fallback.open("app://both").summary == "not found")
        #expect(chain.fallback.routes.count == 4 && chain.head.routes.count == 4)
    }

    @Test
    func aFallbackWritesItsOwnURLs() throws {
        struct Help: TypedRoute {
            static let pattern = "/help/:topic"
            let topic: String
        }
        let chain = try makeChain()
        try chain.fallback.register { $0.on(Help.self) { _, _ in } }
        #expect(try chain.head.url(for: Help(topic: "a")) == "shop://help/a")
    }
}
