import Routing
import Testing

struct RouterExplanationTests {
    private let pages: Router
    private let old: Router
    private let shop: Router

    init() throws {
        old = Router(origins: ["old://", "shop://"], guards: [Guard("open") { _ in .proceed }])
        pages = Router(name: "pages", origins: ["shop://", "https://shop.example"], fallback: old)
        shop = Router(name: "shop", origins: ["shop://"], fallback: pages)
        try shop.register {
            $0.on("/product/:id:Int") { _ in }
            $0.on("/abuot/us") { _ in }
        }
        try pages.register {
            $0.on("/about") { _ in }
            $0.on("/product/:id") { _ in }
        }
        try old.register { $0.on("/item/:id") { _ in } }
    }

    @Test(
        arguments: [
            ("shop://product/7", "matches “/product/:id:Int”."),
            ("shop://about", "matches “/about” of the fallback “pages”."),
            ("https://shop.example/about", "matches “/about” of the fallback “pages”."),
            ("/about", "matches “/about” of the fallback “pages”."),
            ("shop://item/x", "matches “/item/:id” of the fallback, behind “open”."),
            ("old://item/7", "matches “/item/:id” of the fallback, behind “open”."),
            (
                "shop://product/x",
                "matches “/product/:id” of the fallback “pages”.\n“/product/:id:Int”: segment 2 is “x”, not “:id:Int”."
            ),
            // The nearest routes of all routers.
            ("old://itm/7", "matches nothing.\n“/item/:id”: segment 1 is “itm”, not “item”."),
            ("shop://itm/x", "matches nothing.\n“/item/:id”: segment 1 is “itm”, not “item”."),
            ("other://about", "begins with none of the origins."),
        ])
    func theFallbackIsFollowed(url: String, sentence: String) {
        #expect("\(shop.explain(url))" == "\(url) \(sentence)")
    }

    @Test(
        arguments: [
            "shop://product/7", "shop://product/x", "shop://about", "https://shop.example/about", "shop://item/x",
            "old://item/7", "old://about", "other://about", "shop://", "shop:", "%", "",
        ])
    func whatIsExplainedIsWhatIsOpened(url: String) async {
        let route = await shop.open(url).route
        #expect(shop.explain(url).pattern == route?.pattern)
    }

    @Test
    func theRouterOfTheRouteIsKnown() {
        #expect(shop.explain("shop://product/7").fallback == nil)
        #expect(shop.explain("shop://about").fallback === pages)
        let explanation = shop.explain("old://item/7")
        #expect(explanation.fallback === old)
        #expect(explanation.guards == ["open"])
        #expect(explanation.route == 0)
        #expect(shop.explain("old://about").fallback == nil)
    }
}
