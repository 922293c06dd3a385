import Dispatchers
import Testing

@testable import Routing

/// Lists of routes whose handlers are bound by name.
struct RouterListTests {
    static let list = """
        {"origins": ["shop://"], "routes": [
            {"pattern": "/product/:id", "name": "product", "priority": 2, "metadata": {"tab": "shop", "login": true}},
            {"pattern": "/p/:id", "name": "product", "schemes": ["SHOP"]},
            {"pattern": "/old/:id", "name": "old"},
            {"pattern": "/help/*rest", "name": "help"}]}
        """

    @Test
    func handlersAreBoundByName() async throws {
        let list = try RouteList(json: Self.list)
        let router = Router(origins: list.origins, host: list.host)
        let group = try router.register(list) {
            $0.on("product") { match in try match["id", as: Int.self] }
            $0.redirect("old", to: "/product/:id")
            $0.on("help") { match in match.tail }
        }
        #expect(await router.open("shop://product/1").value(as: Int.self) == 1)
        #expect(await router.open("shop://p/2").value(as: Int.self) == 2)
        #expect(await router.open("shop://old/3").value(as: Int.self) == 3)
        #expect(await router.open("shop://help/a/b").value(as: [String].self) == ["a", "b"])
        let route = try #require(router.routes.first)
        #expect(route.options.name == "product" && route.priority == 2)
        #expect(route.options.metadata == ["tab": "shop", "login": true])
        #expect(router.routes.map(\.options.schemes) == [[], ["shop"], [], []])
        #expect(router.remove(group) == 4)
    }

    @Test
    func everyNameThatIsMissingOrUnusedIsReported() throws {
        let list = try RouteList(json: Self.list)
        let router = Router(origins: ["shop://"])
        let line = #line + 2
        let bind = {
            try router.register(list) {
                $0.on("product", "products") { _ in }
                $0.mount("") { $0.on("Help") { _ in } }
            }
        }
        let error = try #require(throws: RouteRegistrationError.self) { try bind() }
        #expect(
            error.says([
                "No route of the list has the name “products”", "No route of the list has the name “Help”",
                "No handler was bound to the route “/old/:id” of the name “old”.", "of the name “help”",
            ]))
        #expect(error.problems.map(\.location.line) == [line + 1, line + 2, line, line])
        #expect(router.routes.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"routes": [{"pattern": "/a"}]}"#, ["has the name “a”", "No handler was bound to the route “/a”."]),
            (#"{"origins": ["shop://"], "routes": [{"pattern": "/a", "name": "a"}]}"#, ["The list is for"]),
            (#"{"host": "path", "routes": [{"pattern": "/a", "name": "a"}]}"#, ["The list is for"]),
            (#"{"host": "ignore", "routes": [{"pattern": "/a", "name": "a"}]}"#, []),
        ] as [(String, [String])])
    func aListHasToFitTheRouter(json: String, sentences: [String]) throws {
        let list = try RouteList(json: json)
        do {
            try Router().register(list) { $0.on("a") { _ in } }
            #expect(sentences.isEmpty)
        } catch {
            #expect(error.says(sentences))
        }
    }

    @Test
    func aGroupInAListAddsGuardsAndAPrefix() async throws {
        let list = try RouteList(json: #"{"routes": [{"pattern": "/a", "name": "a"}]}"#)
        let router = Router(origins: list.origins, host: list.host)
        try router.register(list) {
            $0.mount("/x", guards: [Guard("no") { _ in .refuse("no") }]) { $0.on("a") { _ in } }
        }
        #expect(await router.open("x:/x/a").summary == "refused no")
    }

    @Test
    func aGuardReadsWhatIsNotedAboutARoute() async throws {
        let login = Guard("login") { match in
            match.route.options.metadata["login"] == true ? .refuse(match.route.options.name ?? "") : .proceed
        }
        let router = Router(guards: [login])
        try router.register {
            $0.on("/a", options: RouteOptions(name: "account", metadata: ["login": true])) { _ in }
            let more = MetadataValue.array(["a", 1, .number(1.5), .object(["b": .null])])
            $0.on("/b", options: RouteOptions(metadata: ["login": false, "more": more])) { _ in }
        }
        #expect(await router.open("x:/a").summary == "refused account")
        #expect(await router.open("x:/b").summary == "handled")
    }

    @Test func aListForOtherURLsNamesItsOriginsAndThoseOfTheRouter() throws {
        let list = try RouteList(json: #"{"origins": ["shop://"], "routes": [{"pattern": "/a", "name": "a"}]}"#)
        let router = Router(origins: ["shop://", "https://shop.example"])
        let error = try #require(throws: RouteRegistrationError.self) {
            try router.register(list) { $0.on("a") { _ in } }
        }
        let sentence =
            "The list is for the origins “shop://”, and the router for the origins “shop://”, “https://shop.example”."
        #expect(error.says([sentence]))
        let other = try #require(throws: RouteRegistrationError.self) {
            try Router(host: .match).register(list) { $0.on("a") { _ in } }
        }
        #expect(other.says(["and the router for the host rule `match`."]))
    }
}
