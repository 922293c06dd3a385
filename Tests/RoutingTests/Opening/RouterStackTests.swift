import Routing
import Testing

/// The matches of a URL and its ancestors.
struct RouterStackTests {
    let log = Recorder<String>()

    func makeRouter(origins: [Origin]?, host: HostRule = .ignore) throws -> Router {
        let never = Guard("never") { _ in
            log.add("asked")
            return .refuse("never")
        }
        let fallback = Router(origins: origins, host: host)
        try fallback.register { $0.on("/far", "/far/:id") { _ in log.add("handled") } }
        let router = Router(origins: origins, host: host, guards: [never], fallback: fallback)
        try router.register {
            $0.on("/", "/orders", "/orders/:id", "/orders/:id/items/:item") { _ in log.add("handled") }
            $0.on("/search?q") { _ in log.add("handled") }
            $0.on("/search/:page") { _ in log.add("handled") }
            $0.on("/files/*rest") { _ in log.add("handled") }
            $0.redirect("/o/:id", to: "/orders/:id")
            $0.redirect("/old", to: "/orders")
            $0.on("/old/:id") { _ in log.add("handled") }
            $0.redirect("/cycle/a", to: "/cycle/b")
            $0.redirect("/cycle/b", to: "/cycle/a")
            $0.redirect("/out", to: "https://elsewhere.example/")
        }
        return router
    }

    static let urls: [(String, [String])] = [
        ("shop://orders/7", ["shop:///", "shop://orders", "shop://orders/7"]),
        ("shop://orders/7?tab=a#top", ["shop:///", "shop://orders", "shop://orders/7?tab=a#top"]),
        ("shop://orders/7/", ["shop:///", "shop://orders", "shop://orders/7/"]),
        (
            "shop://orders/a%2Fb/items/3",
            ["shop:///", "shop://orders", "shop://orders/a%2Fb", "shop://orders/a%2Fb/items/3"]
        ),
        ("shop://orders/x/../7", ["shop:///", "shop://orders", "shop://orders/x/../7"]),
        ("shop://", ["shop://"]), ("shop://search?q=lamp", ["shop:///", "shop://search?q=lamp"]),
        ("shop://search/2?q=lamp", ["shop:///", "shop://search/2?q=lamp"]),
        ("shop://files/a//b", ["shop:///", "shop://files", "shop://files/a", "shop://files/a//b"]),
        ("shop://far/1", ["shop:///", "shop://far", "shop://far/1"]),
        ("shop://o/7", ["shop:///", "shop://orders", "shop://orders/7"]),
        ("shop://old/3", ["shop:///", "shop://old/3"]),
        ("shop://orders/7/nowhere", ["shop:///", "shop://orders", "shop://orders/7"]), ("shop://cycle/a", []),
        ("no url", []), ("http://elsewhere.example/orders", []), ("shop://%FF", []),
        ("/orders/7", ["/", "/orders", "/orders/7"]), ("/o/7?a=1", ["/", "/orders", "/orders/7?a=1"]),
        ("shop://out", []),
    ]

    @Test(arguments: urls)
    func aStackHasTheMatchesFromTheRootToTheURL(url: String, expected: [String]) throws {
        let router = try makeRouter(origins: ["shop://"])
        #expect(router.stack(to: url).map(\.url) == expected)
        #expect(log.all.isEmpty)
    }

    @Test(arguments: [
        ("https://shop.example/app/orders/7", ["/app", "/app/orders", "/app/orders/7"]),
        ("https://shop.example/orders/7", []),
    ])
    func theAncestorsAreAtTheOriginOfTheURL(url: String, paths: [String]) throws {
        let router = try makeRouter(origins: ["shop:///", "https://shop.example/app"])
        let matches = router.stack(to: url)
        let expected = paths.map { "https://shop.example" + $0 }
        #expect(matches.map { $0.url.hasSuffix("/") ? String($0.url.dropLast()) : $0.url } == expected)
        for match in matches { #expect(router.canOpen(match.url)) }
    }

    @Test(arguments: [HostRule.ignore, .path, .match])
    func withoutOriginsTheHostStays(host: HostRule) throws {
        let router = try makeRouter(origins: nil, host: host)
        let url = host == .path ? "shop://orders/7" : "shop://any.example/orders/7"
        let matches = router.stack(to: url)
        #expect(matches.map(\.pattern.text) == ["/", "/orders", "/orders/:id"])
        #expect(matches.last?["id"] == "7" && matches.last?.url == url)
    }

    @Test
    func theAncestorsOfALongURLAreBounded() throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on("/*") { _ in } }
        #expect(router.stack(to: "shop://" + String(repeating: "a/", count: 126) + "b").count == 128)
        #expect(router.stack(to: "shop://" + String(repeating: "a/", count: 30_000)).count == 129)
    }

    @Test(arguments: [
        ("help://topics/7", ["/", "/topics", "/topics/:id"]), ("help://t/7", ["/", "/topics", "/topics/:id"]),
        ("help://topics/7/nowhere", ["/", "/topics", "/topics/:id"]), ("shop://topics/7", []),
    ])
    func aFallbackReadsURLsOfItsOwnOrigins(url: String, patterns: [String]) throws {
        let fallback = Router(origins: ["help://"])
        try fallback.register {
            $0.on("/", "/topics", "/topics/:id") { _ in }
            $0.redirect("/t/:id", to: "/topics/:id")
        }
        let router = Router(origins: ["shop://"], fallback: fallback)
        try router.register { $0.on("/orders") { _ in } }
        #expect(router.stack(to: url).map(\.pattern.text) == patterns)
    }
}
