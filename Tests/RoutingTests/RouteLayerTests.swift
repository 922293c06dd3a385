import Routing
import Testing

/// Where values come from: sticky keys and payloads beside query, path and extras.
struct RouteLayerTests {
    static func openAtOnce(_ url: String, _ router: Router) { router.open(url) }

    @Test
    func theValueThatWasOpenedLastSticks() async throws {
        let router = Router(origins: ["shop://"], sticky: ["campaign", "lang"])
        let seen = Recorder<String>()
        try router.register {
            $0.on("/a") { match in
                let source = match.source(of: "campaign").map { "\($0)" } ?? "-"
                seen.add("\(match["campaign"] ?? "-") \(match["other"] ?? "-") \(source)")
            }
            $0.on("/b") { _ in }
        }
        for url in [
            "shop://a?other=1", "shop://a?campaign=x&campaign=z", "shop://a", "shop://nowhere?campaign=z",
            "shop://b?campaign=y",
        ] {
            await router.open(url)
        }
        Self.openAtOnce("shop://a", router)
        #expect(seen.all == ["- 1 -", "x - sticky", "x - sticky", "y - sticky"])
        #expect(router.stickyItems == ["campaign": "y"])
        router.clearStickyItems()
        #expect(router.stickyItems.isEmpty)
    }

    @Test(
        arguments: [
            ("shop://handled?lang=x", "x"), ("shop://nowhere?lang=x", nil), ("shop://declined?lang=x", nil),
            ("shop://throws?lang=x", nil), ("shop://refused?lang=x", nil), ("shop://parked?lang=x", nil),
            ("shop://parked-for?lang=x", nil), ("shop://later?lang=x", "x"), ("shop://old?lang=x", "x"),
            ("shop://old-declined?lang=x", nil), ("shop://loop/a?lang=x", nil), ("shop://declined-handled?lang=x", "x"),
        ] as [(String, String?)])
    func onlyWhatWasHandledSticks(url: String, expected: String?) async throws {
        let router = Router(origins: ["shop://"], sticky: ["lang"])
        let seen = Recorder<String?>()
        try router.register {
            $0.on("/handled", "/place") { match in seen.add(match["lang"]) }
            $0.on("/later") { _ in await Task.yield() }
            $0.on("/declined") { _ in .declined }
            $0.on("/throws") { _ in throw CancellationError() }
            $0.mount("/refused", guards: [Guard("g") { _ in .refuse("no") }]) { $0.on("/") { _ in } }
            $0.mount("/parked", guards: [Guard("g") { _ in .park() }]) { $0.on("/") { _ in } }
            $0.mount("/parked-for", guards: [Guard("g") { _ in .park(redirect: "/place") }]) { $0.on("/") { _ in } }
            $0.redirect("/old", to: "/handled")
            $0.redirect("/old-declined", to: "/declined")
            $0.on("/loop/:x") { match in .redirect(to: "/loop/\(match["x"] ?? "")a") }
            $0.on("/declined-handled", priority: 1, overriding: true) { _ in .declined }
            $0.on("/declined-handled", overriding: true) { _ in }
        }
        await router.open(url)
        #expect(router.stickyItems["lang"] == expected)
        if !url.contains("later") {
            router.clearStickyItems()
            Self.openAtOnce(url, router)
            let waits = url.contains("parked") || url.contains("refused")
            #expect(router.stickyItems["lang"] == (waits ? nil : expected))
        }
    }

    @Test(arguments: ["y://a?campaign=x", "no url", "shop://a?other=x", "shop://%FF?campaign=x"])
    func whatIsNotTheRoutersDoesNotStick(url: String) async {
        let router = Router(origins: ["shop://"], sticky: ["campaign"])
        await router.open(url)
        #expect(router.stickyItems.isEmpty)
    }

    @Test
    func aDryRunRemembersNothing() {
        let router = Router(sticky: ["campaign"])
        #expect(!router.canOpen("x:/a?campaign=1"))
        #expect(router.stickyItems.isEmpty)
    }

    @Test
    func aLaterLayerHidesAnEarlier() async throws {
        let router = Router(sticky: ["a", "b", "c"])
        let seen = Recorder<[String?]>()
        try router.register {
            $0.on("/") { _ in }
            $0.on("/:a/:b") { match in
                seen.add(["a", "b", "c", "d", "e"].map { match[$0] })
                #expect(match.source(of: "a") == .extra && match.source(of: "b") == .path)
                #expect(match.source(of: "c") == .sticky && match.source(of: "d") == .query)
                #expect(match.sticky == ["a": "s", "b": "s", "c": "s"])
            }
        }
        await router.open("x:/?a=s&b=s&c=s")
        await router.open("x:/p/p?d=q", extras: ["a": "e"])
        #expect(seen.all == [["e", "p", "s", "q", nil]])
        #expect([ValueSource.extra, .query, .path, .sticky].sorted() == [.query, .sticky, .path, .extra])
    }

    final class Cart: Sendable {}

    @Test
    func aPayloadArrivesAsItIs() async throws {
        let router = Router()
        let cart = Cart()
        let seen = Recorder<Bool>()
        try router.register {
            $0.on("/cart") { match in
                seen.add(match.payload(as: Cart.self) === cart)
                #expect(match.payload(as: Int.self) == nil)
            }
        }
        await router.open("x:/cart", payload: cart)
        await router.open("x:/cart")
        Self.openAtOnce("x:/cart", router, cart)
        #expect(seen.all == [true, false, true])
    }

    static func openAtOnce(_ url: String, _ router: Router, _ cart: Cart) { router.open(url, payload: cart) }
}
