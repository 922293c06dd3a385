import Routing
import Testing

/// The properties of an outcome besides `result`: the route, the redirects and the value of the handler.
struct RouteOutcomeTests {
    struct Product: Sendable, Equatable {
        let id: Int
    }

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }

    static func makeRouter() throws -> Router {
        let router = Router()
        try router.register {
            $0.on("/product/:id") { match in Product(id: try match["id", as: Int.self]) }
            $0.on("/later/:id") { match in
                await Task.yield()
                return Product(id: try match["id", as: Int.self])
            }
            $0.on("/maybe/:id") { match in match["id"] == "0" ? nil : Product(id: 1) }
            $0.on("/checked/:id") { match in
                guard match["id"] != "0" else { return .declined }
                return .value(Product(id: 1))
            }
            $0.on("/nothing") { _ in }
            $0.on("/reply") { _ in .handled }
        }
        return router
    }

    @Test(
        arguments: [
            ("x:/product/42", Product(id: 42)), ("x:/later/42", Product(id: 42)), ("x:/maybe/1", Product(id: 1)),
            ("x:/maybe/0", nil), ("x:/checked/1", Product(id: 1)), ("x:/nothing", nil), ("x:/reply", nil),
        ] as [(String, Product?)])
    func theResultOfAHandlerIsTheValue(url: String, expected: Product?) async throws {
        let router = try Self.makeRouter()
        let outcome = await router.open(url)
        #expect(outcome.isHandled)
        #expect(outcome.value(as: Product.self) == expected)
        #expect(outcome.value(as: Int.self) == nil)
        if !url.contains("later") { #expect(Self.openAtOnce(url, router).value(as: Product.self) == expected) }
    }

    @Test
    func aHandlerWithAValueMayDecline() async throws {
        let outcome = await (try Self.makeRouter()).open("x:/checked/0")
        #expect(outcome.summary == "declined" && outcome.value(as: Product.self) == nil)
    }

    @Test(arguments: [
        ("x:/nothing", "handled"), ("x:/product/1", "handled, returning Product(id: 1)"), ("x:/nowhere", "notFound"),
    ])
    func anOutcomePrintsItself(url: String, expected: String) async throws {
        let router = try Self.makeRouter()
        try router.redirect("/old/*rest", to: "/*rest")
        #expect("\(await router.open(url))" == expected)
        let path = url.dropFirst(3)
        #expect("\(await router.open("x:/old/\(path)"))" == "\(expected) via x:///\(path)")
    }

    @Test(arguments: ["handled", "declined", "notFound", "refused", "parked", "failed"])
    func theOutcomeListsTheRedirectsWhateverItIs(end: String) async throws {
        let router = Router()
        try router.register {
            $0.on("/handled") { _ in }
            $0.on("/declined") { _ in .declined }
            $0.on("/failed") { _ in throw CancellationError() }
            $0.mount("/refused", guards: [Guard("g") { _ in .refuse("no") }]) { $0.on("/") { _ in } }
            $0.mount("/parked", guards: [Guard("g") { _ in .park() }]) { $0.on("/") { _ in } }
            $0.redirect("/a/:end", to: "/b/:end")
            $0.redirect("/b/:end", to: "/:end")
        }
        let outcome = await router.open("x:/a/\(end)")
        #expect("\(outcome.result)".hasPrefix(end))
        #expect(outcome.redirects == ["x:///b/\(end)", "x:///\(end)"])
        #expect(await router.open("x:/\(end)").redirects.isEmpty)
    }

    @Test
    func aPlaceThatAGuardParkedForIsARedirectAndReturnsItsValue() async throws {
        let router = Router()
        try router.register(guards: [Guard("g") { _ in .park(redirect: "/sign-in") }]) { $0.on("/a") { _ in } }
        try router.register { $0.on("/sign-in") { _ in 42 } }
        let outcome = await router.open("x:/a")
        #expect(outcome.summary == "parked x:/a" && outcome.redirects == ["x:///sign-in"])
        #expect(outcome.value(as: Int.self) == 42)
    }

    /// An outcome, a miss and an explanation say which routes declined and which guards were asked before them.
    @Test
    func anOutcomeNamesTheRoutesThatDeclined() async throws {
        let router = Router()
        let misses = Recorder<RouteMiss>()
        try router.mount("/orders", guards: [Guard("signed in") { _ in .proceed }]) {
            $0.on("/:id", guards: [Guard("of age") { _ in .proceed }]) { _ in .declined }
            $0.on(TypedRouteTests.Product.self) { _, _ in }
        }
        try router.register {
            $0.on("/*") { _ in .declined }
            $0.on("/other") { _ in .declined }
        }
        router.onUnmatched { misses.add($0) }
        guard case .declined(let routes) = await router.open("x:/orders/9").result else {
            Issue.record()
            return
        }
        #expect(routes.map(\.pattern.text) == ["/orders/:id", "/*"])
        #expect(routes.map { $0.guards.map(\.name) } == [["signed in", "of age"], []])
        #expect(misses.all.first?.declinedBy == routes)
        let text = "\(await router.open("x:/orders/9"))"
        #expect(text.hasPrefix("declined by /orders/:id behind signed in, of age (RoutingTests/"))
        #expect(text.contains(", /* (RoutingTests/"))
        let explanation = "\(router.explain("x:/orders/9"))"
        #expect(explanation == "x:/orders/9 matches “/orders/:id”, behind “signed in”, “of age”.")
        #expect(router.explain("x:/orders/9").guards == ["signed in", "of age"])
        #expect(router.explain("x:/other").guards == [])
        // A type that cannot be read from the URL declines, too.
        guard case .declined(let typed) = await router.open("x:/orders/product/x").result else {
            Issue.record()
            return
        }
        #expect(typed.map(\.pattern.text) == ["/orders/product/:id", "/*"])
    }

    @Test(
        arguments: [
            ("handled", "/handled"), ("old", "/handled"), ("failed", "/failed"), ("refused", "/refused"),
            ("parked", "/parked"),
            ("detour", "/handled"), ("declined", nil), ("nowhere", nil),
        ] as [(String, String?)])
    func anOutcomeNamesTheRouteThatMadeIt(place: String, expected: String?) async throws {
        let router = Router()
        try router.register {
            $0.on("/handled") { _ in }
            $0.redirect("/old", to: "/handled")
            $0.on("/failed") { _ in throw CancellationError() }
            $0.on("/refused", guards: [Guard("g") { _ in .refuse("no") }]) { _ in }
            $0.on("/parked", guards: [Guard("g") { _ in .park() }]) { _ in }
            $0.on("/detour", guards: [Guard("g") { _ in .park(redirect: "/handled") }]) { _ in }
            $0.on("/declined") { _ in .declined }
        }
        #expect(await router.open("x:/\(place)").route?.pattern.text == expected)
    }

    @Test
    func aSynchronousOpenReportsTheRedirectsThatItFollowed() throws {
        let router = Router()
        try router.register {
            $0.redirect("/a", to: "/b")
            $0.on("/b") { _ in await Task.yield() }
        }
        let outcome = Self.openAtOnce("x:/a", router)
        #expect(outcome.summary == "needs await" && outcome.redirects == ["x:///b"])
    }
}
