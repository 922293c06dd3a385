import Testing

@testable import Routing

/// Types, schemes, hosts and items of the query in the patterns of a router.
struct RouterPatternTests {
    static let sku = ParameterType("SKU") { $0.hasPrefix("sku") }

    @Test(
        arguments: [
            ("shop://product/1", "int"), ("shop://product/sku1", "sku"), ("shop://product/x", "text"),
            ("shop://product/x?ref=a", "ref"), ("app://product/1", "app"), ("APP://product/x", "app"),
            ("shop://file/a.json", "a"), ("shop://file/.json", nil), ("mail://product/1", nil),
        ] as [(String, String?)])
    func thePatternDecidesWhatFits(url: String, expected: String?) async throws {
        let router = Router(origins: ["shop://", "app://"], types: [Self.sku])
        try router.register {
            $0.on("/product/:id:Int") { _ in "int" }
            $0.on("/product/:id:SKU") { _ in "sku" }
            $0.on("/product/:id") { _ in "text" }
            $0.on("/product/:id?ref", overriding: true) { _ in "ref" }
            $0.on("/product/:id", priority: 1, options: RouteOptions(schemes: ["App"])) { _ in "app" }
            $0.on("/file/:name.json") { match in match["name"] }
        }
        let outcome = await router.open(url)
        #expect(outcome.value(as: String.self) == expected)
        #expect(router.canOpen(url) == (expected != nil))
    }

    @Test
    func anUnknownTypeIsAnErrorEverywhere() throws {
        let router = Router()
        let error = try #require(throws: RouteRegistrationError.self) {
            try router.register {
                $0.on("/:id:SKU") { _ in }
                $0.redirect("/a/:id", to: "/b/:id:SKU")
                $0.mount("/:id:SKU") { $0.on("/c") { _ in } }
            }
        }
        #expect(error.says(Array(repeating: "the name of a type is Int", count: 3)))
        #expect(router.routes.isEmpty)
        let typed = Router(types: [Self.sku])
        try typed.mount("/:id:SKU") { $0.on("/c") { _ in } }
        #expect(typed.routes.map(\.pattern.text) == ["/:id:SKU/c"])
    }

    @Test
    func aPrefixAsksForNoItemsOfTheQuery() throws {
        let error = try #require(throws: RouteRegistrationError.self) {
            try Router().mount("/a?b") { $0.on("/c") { _ in } }
        }
        #expect(error.description.hasSuffix("The prefix “/a?b” asks for items of the query; only a whole pattern can."))
    }

    @Test
    func caseMattersUnlessTheRouterIgnoresIt() throws {
        for ignoringCase in [true, false] {
            let router = Router(ignoringCase: ignoringCase)
            let group = try router.register { $0.on("/Product") { _ in } }
            #expect(router.canOpen("x:/pRODUCT") == ignoringCase)
            try router.register { $0.on("/Other") { _ in } }
            router.remove(group)
            #expect(router.canOpen("x:/oTHER") == ignoringCase)
        }
    }

    struct Page: TypedRoute, Equatable {
        static let pattern = "//:shop/page-:{number:1...99}/:name.html?ref&since:Int"
        let shop: String
        let number: Int
        let name: String
        let ref: String
        let since: Int
    }

    @Test
    func aTypedRouteHasHostsMixedSegmentsAndRequiredItems() async throws {
        let router = Router(host: .match)
        try router.register { $0.on(Page.self) { place, _ in place } }
        let page = Page(shop: "a.example", number: 7, name: "é.html", ref: "a b", since: -1)
        let url = try router.url(for: page, at: "https://anywhere.example")
        #expect(url == "https://a.example/page-7/%C3%A9.html.html?ref=a%20b&since=-1")
        #expect(await router.open(url).value() == page)
    }

    @Test(
        arguments: [
            Page(shop: "a/b", number: 7, name: "a", ref: "", since: 1),
            Page(shop: "a", number: 100, name: "a", ref: "", since: 1),
        ])
    func aValueThatThePatternDoesNotMatchIsNotWritten(page: Page) throws {
        let router = Router(host: .match)
        try router.register { $0.on(Page.self) { _, _ in } }
        let error = try #require(throws: RouteURLError.self) { try router.url(for: page, at: "https://x") }
        #expect("\(error)".contains("read back"))
    }

    struct OtherType: TypedRoute {
        static let pattern = "/a/:{size:small|large}/:id:Int"
        let size: Int
        let id: Double
    }

    @Test
    func aFieldOfAnotherTypeThanItsParameterIsAnError() throws {
        let error = try #require(throws: RouteRegistrationError.self) {
            try Router().register { $0.on(OtherType.self) { _, _ in } }
        }
        #expect(error.says(["The field “size”"]))
        #expect(error.description.hasSuffix("is Int, and its parameter is small|large."))
    }

    @Test
    func aRedirectMayLeadToAnotherHost() async throws {
        let router = Router(host: .match)
        try router.register {
            $0.redirect("//:shop/old/:id", to: "//new.example/:shop/:id")
            $0.redirect("//:shop/here/:id", to: "/there/:id")
            $0.on("//new.example/:shop/:id") { match in "\(match["shop"] ?? "") \(match["id"] ?? "")" }
            $0.on("/there/:id") { match in match.url }
        }
        #expect(await router.open("https://a.example/old/7").value() == "a.example 7")
        #expect(await router.open("https://a.example/here/7").value() == "https://a.example/there/7")
    }
}
