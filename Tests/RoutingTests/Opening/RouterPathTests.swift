import Foundation
import Routing
import Testing

/// Paths that are opened and written without an origin.
struct RouterPathTests {
    static func makeRouter(_ router: Router = Router()) throws -> Router {
        try router.register {
            $0.on(TypedRouteTests.Product.self) { target, match in "\(target.id) \(match.url)" }
            $0.on("/in(/:x)") { match in match.url }
            $0.on("/files/*rest") { match in match.tail ?? [] }
            $0.on("//shop.example/hosted") { _ in }
            $0.on("/only", options: RouteOptions(schemes: ["https"])) { _ in }
            $0.redirect("/p/:id", to: "/product/:id")
            $0.redirect("/away/:id", to: "https://other.example/product/:id")
            $0.redirect("/old/*rest", to: "/*rest")
            $0.redirect("/host", to: "//shop.example/hosted")
            $0.on("/secret", guards: [Guard("g") { match in match["key"] == nil ? .park(redirect: "/in") : .proceed }])
            {
                match in match.url
            }
        }
        return router
    }

    static func openAtOnce(path: String, _ router: Router) -> RouteOutcome { router.openNow(path: path) }

    @Test(arguments: [
        ("/product/42", "handled, returning 42 /product/42"),
        ("/product/42?ref=mail#top", "handled, returning 42 /product/42?ref=mail#top"),
        ("product/42", "handled, returning 42 /product/42"), ("/in/", "handled, returning /in/"),
        ("/in/a%2Fb", "handled, returning /in/a%2Fb"), ("/p/7", "handled, returning 7 /product/7 via /product/7"),
        ("/files//evil.example/x", #"handled, returning ["", "evil.example", "x"]"#),
        ("//evil.example/files", "notFound"), ("/x/../in", "handled, returning /x/../in"),
        ("/hosted", "notFound"), ("/only", "notFound"), ("/nowhere", "notFound"), ("", "notFound"),
        ("/away/1", "handled, returning 1 https://other.example/product/1 via https://other.example/product/1"),
    ])
    func aPathIsOpened(path: String, expected: String) async throws {
        let router = try Self.makeRouter()
        #expect("\(await router.open(path: path))" == expected)
        #expect("\(Self.openAtOnce(path: path, router))" == expected)
    }

    @Test(arguments: ["/a%FF", "/%C0%AF", "/a\t", "/" + String(repeating: "a", count: 1 << 17)])
    func aPathThatCannotBeReadIsInvalid(path: String) async throws {
        let router = try Self.makeRouter()
        guard case .invalid(let error) = await router.open(path: path).result else {
            Issue.record()
            return
        }
        #expect((0...path.utf8.count).contains(error.offset))
    }

    /// A URL has to have a scheme still, and a path that looks like a URL is a path.
    @Test
    func pathsAndURLsAreDistinguished() async throws {
        let router = try Self.makeRouter()
        #expect(await router.open("/in").summary == "invalid no scheme")
        #expect(await router.open(path: "shop://product/42").summary == "not found")
        #expect(await router.open(path: "//user@evil.example:80/in").summary == "not found")
    }

    @Test(arguments: [Router(host: .path), Router(host: .match), Router(origins: ["shop://", "https://shop.example"])])
    func everyRouterOpensPaths(router: Router) async throws {
        _ = try Self.makeRouter(router)
        #expect(await router.open(path: "/product/42?a=1").value() == "42 /product/42?a=1")
        #expect(await router.open(path: "/p/42").redirects == ["/product/42"])
        #expect(await router.open(path: "/hosted").summary == "not found")
    }

    /// A redirect must not lead a browser to another host.
    @Test(arguments: ["/old//evil.example/x", "/old/%2Fevil.example", "/old///evil.example", "/old/%5C/evil.example"])
    func aRedirectOfAPathIsNoURLOfAnotherHost(path: String) async throws {
        let router = try Self.makeRouter()
        for policy in [RedirectPolicy.none, .all] {
            let outcome = await router.open(path: path, following: policy)
            for target in outcome.redirects { #expect(target.hasPrefix("/") && !target.hasPrefix("//")) }
            guard path.hasPrefix("/old//") else { continue }
            guard case .failed(let error as RouteURLError) = outcome.result else {
                Issue.record("\(outcome)")
                return
            }
            #expect("\(error)".contains("read back"))
        }
    }

    @Test
    func aRedirectToAHostNeedsAScheme() async throws {
        let outcome = await (try Self.makeRouter()).open(path: "/host")
        guard case .failed(let error as RouteURLError) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect("\(error)".contains("needs an origin"))
    }

    @Test
    func aParkedPathIsResumedAsAPath() async throws {
        let router = try Self.makeRouter()
        let outcome = await router.open(path: "/secret")
        guard case .parked(let parked) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(outcome.redirects == ["/in"] && outcome.value() == "/in" && parked.url == "/secret")
        let stored = try JSONEncoder().encode(parked)
        let edited = Data(String(decoding: stored, as: UTF8.self).replacing("secret", with: "secret?key=1").utf8)
        let restored = try JSONDecoder().decode(ParkedNavigation.self, from: edited)
        #expect(await router.resume(parked).summary == "parked /secret")
        #expect(await router.resume(restored).value() == "/secret?key=1")
    }

    @Test
    func aMissAndAnExplanationNameThePath() async throws {
        let router = try Self.makeRouter()
        let misses = Recorder<String>()
        router.onUnmatched { misses.add($0.url) }
        await router.open(path: "/nowhere?a")
        #expect(misses.all == ["/nowhere?a"])
        #expect("\(router.explain("/product/42"))" == "/product/42 matches “/product/:id”.")
        #expect("\(router.explain("/nowhere/at"))".hasPrefix("/nowhere/at matches nothing."))
    }

    @Test
    func aPathIsWritten() async throws {
        let router = try Self.makeRouter()
        #expect(try router.path(for: TypedRouteTests.Product(id: 42)) == "/product/42")
        #expect(try router.path(for: TypedRouteTests.Product(id: 42, tab: .reviews)) == "/product/42?tab=reviews")
        #expect(try router.path(for: "/in/:x", with: ["x": "a/b?c#d", "q": "1&2"]) == "/in/a%2Fb%3Fc%23d?q=1%262")
        let path = try router.path(for: TypedRouteTests.Product(id: 42, tab: .details))
        #expect(await router.open(path: path).value() == "42 \(path)")
        for (pattern, tail) in [("/*rest", ["", "evil.example"]), ("//shop.example/a", []), ("/*rest", [".."])] {
            #expect(throws: RouteURLError.self) { try router.path(for: pattern, tail: tail) }
        }
    }
}

/// Redirects that are reported and not followed.
struct RedirectPolicyTests {
    static func makeRouter() throws -> Router {
        let router = Router(origins: ["https://shop.example"])
        try router.register {
            $0.redirect("/old/:id", to: "/new/:id?k=v#top")
            $0.redirect("/new/:id", to: "/newest/:id")
            $0.on("/newest/:id") { match in match["id"] }
            $0.on("/handler") { _ in .redirect(to: "/newest/1") }
            $0.on("/function") { _ in .redirect(to: "/newest/1") }
            $0.on("/guard", guards: [Guard("g") { _ in .redirect(to: "https://other.example/") }]) { _ in }
            $0.on("/park", guards: [Guard("g") { _ in .park(redirect: "/newest/1") }]) { _ in }
            $0.on("/aside", guards: [Guard("g") { _ in .park() }]) { _ in }
        }
        return router
    }

    @Test(arguments: [
        ("old/7?a=1", "redirected https://shop.example/new/7?k=v&a=1#top"),
        ("handler", "redirected https://shop.example/newest/1"),
        ("function", "redirected https://shop.example/newest/1"), ("guard", "redirected https://other.example/"),
        ("newest/1", "handled"), ("nowhere", "not found"),
    ])
    func aRedirectIsReportedAndNotFollowed(path: String, expected: String) async throws {
        let router = try Self.makeRouter()
        let outcome = await router.open("https://shop.example/\(path)", following: .none)
        #expect(outcome.summary == expected)
        #expect(outcome.redirects == (expected.hasPrefix("redirected ") ? [String(expected.dropFirst(11))] : []))
        #expect(!outcome.isHandled || path == "newest/1")
        let paths = await router.open(path: "/\(path)", following: .none)
        #expect(paths.summary == expected.replacing("https://shop.example", with: ""))
    }

    @Test
    func aParkedNavigationHasItsRedirectTarget() async throws {
        let router = try Self.makeRouter()
        let outcome = await router.open("https://shop.example/park", following: .none)
        #expect(outcome.summary == "parked https://shop.example/park")
        #expect(outcome.redirects == ["https://shop.example/newest/1"] && outcome.value(as: String.self) == nil)
        guard case .parked(let parked) = outcome.result else { return }
        #expect(await router.resume(parked, following: .none).redirects == ["https://shop.example/newest/1"])
        #expect(await router.open("https://shop.example/aside", following: .none).redirects.isEmpty)
    }
}
