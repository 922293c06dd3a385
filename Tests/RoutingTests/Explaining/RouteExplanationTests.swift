import Testing

@testable import Routing

struct RouteExplanationTests {
    private func table(_ lines: [String]) throws -> RouteTable<String> {
        RouteTable(host: .match, try RouteLine.routes(lines))
    }

    /// A route, a URL that it nearly takes, and what is said of it.
    @Test(
        arguments: [
            ("/user/:id/edit", "x:/user/7/edti", "segment 3 is “edti”, not “edit”"),
            ("/settings", "x:/setings", "segment 1 is “setings”, not “settings”"),
            ("/User", "x:/user", "segment 1 is “user”, not “User”"),
            ("/user/:id:Int", "x:/user/abc", "segment 2 is “abc”, not “:id:Int”"),
            ("/:{page:1...9}", "x:/12", "segment 1 is “12”, not “:{page:1...9}”"),
            ("/file/:name.json", "x:/file/a.xml", "segment 2 is “a.xml”, not “:name.json”"),
            ("/:{n:Int}.json", "x:/a.json", "segment 1 is “a.json”, not “:n:Int.json”"),
            ("/user/:id", "x:/user", "the path ends before segment 2, “:id”"),
            ("/user/:id", "x:/user/7/edit", "the path continues with segment 3, “edit”"),
            ("/user/:id/edit", "x:/user//edit", "segment 2 is “”, not “:id”"),
            ("/a(/:x)(/b)", "x:/a/1/c", "segment 3 is “c”, not “b”"),
            ("/a?ref", "x:/a?other=1", "the query has no item “ref”"),
            ("/a?page:Int", "x:/a?page=two+three", "the query has no item “page:Int”"),
            ("/a?x&y", "x:/a?x", "the query has no item “y”"),
            ("/a shop,https", "http:/a", "the scheme is “http”, not “https” or “shop”"),
            ("//shop.example/a", "x://other.example/a", "the host is “other.example”, not “shop.example”"),
            ("//*.shop.example/a", "x:/a", "the host is nothing, not “*.shop.example”"),
            ("/a/*", "x:/b/c", nil), ("/:x", "x:/b/c", nil), ("/a/:x/c", "x:/", nil),
            ("/other", "x:/settings", nil), ("/a", "x:/a", nil),
        ] as [(String, String, String?)])
    func aNearMissSaysWhatDoesNotFit(line: String, url: String, sentence: String?) throws {
        let table = try table([line])
        let pattern = table.routes[0].pattern
        let explanation = table.explain(url)
        #expect(explanation.nearMisses == [sentence].compactMap { $0.map { "“\(pattern.text)”: \($0)." } })
        guard let sentence else { return }
        #expect(explanation.description == "\(url) matches nothing.\n“\(pattern.text)”: \(sentence).")
    }

    @Test(
        arguments: [
            // Only those that differ least.
            (["/user/:id/a/b", "/user/:id:Int"], "x:/user/x", ["/user/:id:Int"]),
            // Farther comes before nearer.
            (["/user/:id:Int/edit", "/user/:id/edit"], "x:/user/x/edti", ["/user/:id/edit"]),
            (["/user/new", "/user/now/x", "/product/new"], "x:/user/nex/y", ["/user/new", "/user/now/x"]),
            (["/a/:x:Int", "/a/:y:Bool", "/b/:x"], "x:/a/z", ["/a/:x:Int", "/a/:y:Bool"]),
            (["/settings", "/setting"], "x:/settin", ["/setting", "/settings"]),
            // What matches is not a near miss.
            (["/user/:id", "/user/:id:Int", "/*"], "x:/user/x", ["/user/:id:Int"]),
            // A route that would be asked later, or that no path of this length matches, is not of interest then.
            (["/user/:id", "/user/:id/edit", "/user/:id:Int", "/usr/:id"], "x:/user/x", ["/user/:id:Int"]),
            (["/user/:id", "/user/:id/edit", "/usr/:id"], "x:/user/x", []),
        ] as [([String], String, [String])])
    func theBestComesFirst(lines: [String], url: String, patterns: [String]) throws {
        let nearMisses = try table(lines).explain(url).nearMisses
        #expect(nearMisses.map { $0.prefix { $0 != "”" } } == patterns.map { "“\($0)" })
    }

    @Test
    func theExplanationBeginsWithTheRouteThatWasFound() throws {
        let explanation = try table(["/user/:id:Int", "/user/:id"]).explain("x:/user/a")
        #expect(explanation.route == 1)
        #expect(
            explanation.description == """
                x:/user/a matches “/user/:id”.
                “/user/:id:Int”: segment 2 is “a”, not “:id:Int”.
                """)
    }

    @Test(arguments: [
        (
            "user/7",
            "user/7 is not a URL that can be looked up. The URL is wrong at offset 4: it does not begin with a scheme."
        ),
        (
            "x:/%FF",
            "x:/%FF is not a URL that can be looked up. The URL is wrong at offset 3: its escapes do not decode to UTF-8."
        ),
    ])
    func aTextThatIsNotAURLIsExplainedUnlikeAMiss(url: String, description: String) throws {
        let explanation = try table(["/*"]).explain(url)
        #expect(explanation.nearMisses.isEmpty && explanation.route == nil)
        #expect(explanation.description == description)
    }

    @Test
    func aURLOfAnotherOriginIsExplainedUnlikeAMiss() throws {
        let table = RouteTable(origins: ["shop://"], try RouteLine.routes(["/*"]))
        #expect(table.explain("https://a/b").description == "https://a/b begins with none of the origins.")
        #expect(table.explain("shop://a/b").route == 0)
    }

    @Test
    func aHostThatWasMeantAsASegmentIsNamed() throws {
        let routes = try RouteLine.routes(["/product/:id"])
        let explanation = RouteTable(routes).explain("shop://product/42")
        let hint = "“/product/:id” would fit if the host were a part of the path: name the URLs' origins."
        #expect(explanation.description == "shop://product/42 matches nothing.\n" + hint)
        for url in ["https://product/42", "HTTP://product/42", "shop://x/product/42", "shop://other/42"] {
            #expect(!"\(RouteTable(routes).explain(url))".contains("would fit"))
        }
        for table in [RouteTable(host: .path, routes), RouteTable(origins: ["app://x"], routes)] {
            #expect(!"\(table.explain("shop://product/42"))".contains("would fit"))
        }
    }

    @Test
    func nearMissesAreBounded() throws {
        let explanation = try table((0..<1_000).map { "/user/:id/page\($0)" }).explain("x:/user/7/none")
        #expect(explanation.nearMisses.count == RouteExplanation.maximumNearMisses)
        #expect(try table((0..<1_000).map { "/route\($0)" }).explain("x:/").nearMisses.isEmpty)
    }

    @Test
    func aLongSegmentIsCutShort() throws {
        let text = String(repeating: "x", count: 60_000)
        let explanation = try table(["/a/:id:Int"]).explain("x:/a/\(text)")
        #expect(explanation.nearMisses.first?.contains("segment 2 is “xxx") == true)
        #expect(explanation.description.utf8.count < 400)
    }

    @Test(arguments: ["x:/A/1.JSON", "x:/a/1.json"])
    func caseIsIgnoredWhereItDoesNotCount(url: String) throws {
        let table = RouteTable(ignoringCase: true, try RouteLine.routes(["/A/:x:Int", "/a/:{x:Int}.Json/b"]))
        let misses = table.explain(url).nearMisses
        #expect(misses.count == 2)
        #expect(zip(misses, ["the path ends", "not “:x:Int”"]).allSatisfy { $0.contains($1) })
    }

    /// What is explained is what happens: the route that is found is not a near miss, and without a fault there is one.
    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func explanationsAgreeWithMatches(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = ["a", "b", ":x", ":x:Int", "*", ":{x}.a", "(/a)"]
        let segments = ["a", "b", "1", "1.a", ""]
        for _ in 0..<300 {
            let lines = (0..<4).map { _ in
                (0..<2).map { number in
                    "/" + (pieces.randomElement(using: &random) ?? "").replacing("x", with: "x\(number)")
                }.joined()
            }
            let table = try table(lines)
            let path = (0..<3).map { _ in "/" + (segments.randomElement(using: &random) ?? "") }.joined()
            let explanation = table.explain("x:" + path)
            let found = try table.matches(URLText("x:" + path)).map(\.value)
            #expect(explanation.route.map { lines[$0] } == found.first)
            for line in found { #expect(!explanation.nearMisses.contains { $0.hasPrefix("“\(line)”") }) }
        }
    }
}

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
