import Routing
import Testing

/// Where values come from: sticky keys and payloads beside query, path and extras.
struct RouteLayerTests {
    static func openAtOnce(_ url: String, _ router: Router, sticky: [String: String] = [:]) -> RouteOutcome {
        router.open(url, sticky: sticky)
    }

    @Test
    func theValueThatWasOpenedLastSticks() async throws {
        let router = Router(origins: ["shop://"], sticky: ["campaign", "lang"])
        let seen = Recorder<String>()
        try router.register {
            $0.on("/a") { match in
                seen.add("\(match["campaign"] ?? "-") \(match["other"] ?? "-") \(match.sticky["campaign"] ?? "-")")
            }
            $0.on("/b") { _ in }
        }
        var sticky: [String: String] = [:]
        for url in [
            "shop://a?other=1", "shop://a?campaign=x&campaign=z", "shop://a", "shop://nowhere?campaign=z",
            "shop://b?campaign=y",
        ] {
            sticky = await router.open(url, sticky: sticky).sticky
        }
        sticky = Self.openAtOnce("shop://a", router, sticky: sticky).sticky
        #expect(seen.all == ["- 1 -", "x - x", "x - x", "y - y"])
        #expect(sticky == ["campaign": "y"])
    }

    @Test
    func oneCallerDoesNotSeeTheItemsOfAnother() async throws {
        let router = Router(origins: ["shop://"], sticky: ["ref"])
        try router.register { $0.on("/a") { match in match["ref"] ?? "-" } }
        let ada = await router.open("shop://a?ref=ada")
        let other = await router.open("shop://a")
        #expect(ada.value() == "ada" && ada.sticky == ["ref": "ada"])
        #expect(other.value() == "-" && other.sticky.isEmpty)
        #expect(await router.open("shop://a", sticky: ada.sticky).value() == "ada")
    }

    /// The items of another router go through, and no match sees them.
    @Test
    func onlyTheKeysOfTheRouterAreSeen() async throws {
        let fallback = Router(origins: ["shop://"], sticky: ["lang"])
        let router = Router(origins: ["shop://"], sticky: ["ref"], fallback: fallback)
        try router.register { $0.on("/a") { match in "\(match.sticky)" } }
        try fallback.register { $0.on("/b") { match in "\(match.sticky)" } }
        let sticky = ["ref": "1", "lang": "2", "x": "3"]
        let first = await router.open("shop://a?lang=4&x=5", sticky: sticky)
        #expect(first.value() == #"["ref": "1"]"# && first.sticky == sticky)
        let second = await router.open("shop://b?lang=4&x=5&ref=6", sticky: sticky)
        #expect(second.value() == #"["lang": "4"]"# && second.sticky == ["ref": "1", "lang": "4", "x": "3"])
    }

    @Test(
        arguments: [
            ("shop://handled?lang=x", "x"), ("shop://nowhere?lang=x", nil), ("shop://declined?lang=x", nil),
            ("shop://throws?lang=x", nil), ("shop://refused?lang=x", nil), ("shop://parked?lang=x", nil),
            ("shop://parked-for?lang=x", nil), ("shop://parked-for-item?lang=x", "y"), ("shop://later?lang=x", "x"),
            ("shop://old?lang=x", "x"), ("shop://old-declined?lang=x", nil), ("shop://loop/a?lang=x", nil),
            ("shop://declined-handled?lang=x", "x"), ("y://handled?lang=x", nil), ("no url", nil),
            ("shop://%FF?lang=x", nil), ("shop://handler?lang=x", "x"), ("shop://old-park?lang=x", nil),
        ] as [(String, String?)])
    func onlyWhatWasHandledSticks(url: String, expected: String?) async throws {
        let router = Router(origins: ["shop://"], sticky: ["lang"])
        let group = { (place: String?) in [Guard("g") { _ in .park(redirect: place) }] }
        try router.register {
            $0.on("/handled", "/place") { _ in }
            $0.on("/later") { _ in await Task.yield() }
            $0.on("/declined") { _ in .declined }
            $0.on("/throws") { _ in throw CancellationError() }
            $0.on("/refused", guards: [Guard("g") { _ in .refuse("no") }]) { _ in }
            $0.on("/parked", guards: group(nil)) { _ in }
            $0.on("/parked-for", guards: group("/place")) { _ in }
            $0.on("/parked-for-item", guards: group("/place?lang=y")) { _ in }
            $0.redirect("/old", to: "/handled")
            $0.redirect("/old-park", to: "/parked-for")
            $0.redirect("/old-declined", to: "/declined")
            $0.on("/handler") { _ in .redirect(to: "/place") }
            $0.on("/loop/:x") { match in .redirect(to: "/loop/\(match["x"] ?? "")a") }
            $0.on("/declined-handled", priority: 1, overriding: true) { _ in .declined }
            $0.on("/declined-handled", overriding: true) { _ in }
        }
        #expect(await router.open(url).sticky["lang"] == expected)
        #expect(await router.open(url, sticky: ["lang": "old"]).sticky == ["lang": expected ?? "old"])
        let waits = ["parked", "refused", "later", "park"].contains { url.contains($0) }
        #expect(Self.openAtOnce(url, router).sticky["lang"] == (waits ? nil : expected))
    }

    @Test
    func aLaterLayerHidesAnEarlier() async throws {
        let router = Router(sticky: ["a", "b", "c"])
        let seen = Recorder<[String?]>()
        try router.register {
            $0.on("/") { _ in }
            $0.on("/:a/:b") { match in
                seen.add(["a", "b", "c", "d", "e"].map { match[$0] })
                #expect(match.sticky == ["a": "s", "b": "s", "c": "s"])
            }
        }
        let sticky = await router.open("x:/?a=s&b=s&c=s").sticky
        await router.open("x:/p/p?d=q", extras: ["a": "e"], sticky: sticky)
        #expect(seen.all == [["e", "p", "s", "q", nil]])
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
