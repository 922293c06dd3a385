import Routing
import Testing

/// URLs of routes that have a name.
struct NamedURLTests {
    private static func router() throws -> Router {
        let list = try RouteList(
            json: """
                {"origins": ["shop://", "https://shop.example"], "routes": [
                    {"pattern": "/product/:id", "name": "product"}, {"pattern": "/p/:id", "name": "product"},
                    {"pattern": "/web/*rest", "name": "web", "schemes": ["https"]}
                ]}
                """)
        let router = Router(origins: list.origins)
        try router.register(list) {
            $0.on("product") { match in match["id"] }
            $0.on("web") { match in match.tail }
        }
        return router
    }

    @Test func aNameIsNoPattern() throws {
        let router = try Self.router()
        for write in [
            { try router.url(for: "product", with: ["id": "1"]) },
            { try router.path(for: "product", with: ["id": "1"]) },
            { try router.url(for: "product/:id", with: ["id": "1"]) },
        ] {
            let error = try #require(throws: RouteURLError.self) { try write() }
            #expect(error.description.contains("`url(named:with:)`"))
        }
        #expect(try router.url(for: "/product", with: ["id": "1"]) == "shop://product?id=1")
    }

    @Test func aNamedRouteIsWritten() async throws {
        let router = try Self.router()
        let url = try router.url(named: "product", with: ["id": "42", "tab": "a b"])
        #expect(url == "shop://product/42?tab=a%20b")
        #expect(await router.open(url).value(as: String.self) == "42")
        #expect(try router.path(named: "product", with: ["id": "42"]) == "/product/42")
        #expect(
            try router.url(named: "product", with: ["id": "42"], at: "https://shop.example")
                == "https://shop.example/product/42")
    }

    @Test func theOriginHasASchemeOfTheRoute() throws {
        #expect(try Self.router().url(named: "web", tail: ["a", "b"]) == "https://shop.example/web/a/b")
    }

    @Test func aRouteOfTheFallbackIsWritten() throws {
        let router = Router(origins: ["app://"], fallback: try Self.router())
        #expect(try router.url(named: "product", with: ["id": "1"]) == "shop://product/1")
    }

    @Test func aRedirectHasNoURLOfItsOwn() throws {
        let router = Router(origins: ["shop://"])
        try router.register {
            $0.redirect("/old/:id", to: "/new/:id", options: RouteOptions(name: "place"))
            $0.on("/new/:id", options: RouteOptions(name: "place")) { _ in }
        }
        #expect(try router.url(named: "place", with: ["id": "1"]) == "shop://new/1")
    }

    @Test func anUnknownNameAndAMissingValueAreErrors() throws {
        let router = try Self.router()
        let unknown = try #require(throws: RouteURLError.self) { try router.url(named: "products") }
        #expect(unknown.description == "There is no URL for “products”: it is not the name of a route of this router.")
        let missing = try #require(throws: RouteURLError.self) { try router.url(named: "product") }
        #expect(missing.name == "id")
    }
}
