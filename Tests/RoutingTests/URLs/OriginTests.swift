import Testing

@testable import Routing

struct OriginTests {
    static let shop: [Origin] = ["shop://", "https://shop.example", "https://old.example/app/v%31"]

    /// The path that a router with these origins looks up, or nil when the URL is none of its own.
    @Test(
        arguments: [
            ("shop://product/42", ["product", "42"]), ("SHOP://product/42", ["product", "42"]),
            ("shop:///product/42", ["product", "42"]), ("shop://product:80/42", ["product", "42"]),
            ("shop://me:pw@product/42/", ["product", "42"]), ("shop://product/../42", ["product", "42"]),
            ("shop://", []), ("shop://product", ["product"]), ("shop://product/", ["product"]),
            ("shop://caf%C3%A9", ["café"]), ("shop://[::1]:80/a", ["[::1]", "a"]), ("shop://..", nil),
            ("https://shop.example/product/42?x#y", ["product", "42"]), ("https://SHOP.example:8080/a", ["a"]),
            ("https://me@shop.example", []), ("https://shop.example//a", ["", "a"]),
            ("https://old.example/app/v1/a", ["a"]), ("https://old.example/app/v1", []),
            ("https://old.example/app/v1//", [""]), ("https://old.example/app/x/../v1/a", ["a"]),
            ("https://old.example/app/v1/../a", nil), ("https://old.example/app/v12/a", nil),
            ("https://old.example/a", nil),
            ("https://shop.example.evil/a", nil), ("https://myshop.example/a", nil), ("http://shop.example/a", nil),
            ("shops://a", nil), ("shop:a", nil),
        ] as [(String, [String]?)])
    func aURLHasToBeginWithAnOrigin(url: String, path: [String]?) async throws {
        #expect(try await Self.tail(of: url, Router(origins: Self.shop)) == path)
    }

    @Test(
        arguments: [
            ("shop://product/42", ["product", "42"], ["42"]), ("shop:///a", ["a"], ["a"]),
            ("x:a/b", ["a", "b"], ["a", "b"]),
            ("https://shop.example/a", ["shop.example", "a"], ["a"]), ("x://h:1/a/..", ["h"], []), ("x://h", ["h"], []),
            ("x://h/..", ["h"], []), ("x://h?q", ["h"], []), ("x:////a", ["", "a"], ["", "a"]),
        ] as [(String, [String], [String])])
    func theHostRuleDecidesTheMeaningOfAHost(url: String, asPath: [String], ignored: [String]) async throws {
        #expect(try await Self.tail(of: url, Router(host: .path)) == asPath)
        #expect(try await Self.tail(of: url, Router()) == ignored)
    }

    @Test(
        arguments: [
            ("shop://", "/x/y", "shop://x/y"), ("shop://", "/x/../y", "shop:///x/../y"),
            ("shop://", "/x/%2e%2E/y", "shop:///x/%2e%2E/y"), ("shop://", "/x/..", "shop:///x/.."),
            ("shop://", "/x/./y", "shop://x/./y"), ("shop://", "/x/y/..", "shop://x/y/.."),
            ("shop://", "/x/../x?q=/..", "shop:///x/../x?q=/.."), ("shop://", "/x?q=/../..", "shop://x?q=/../.."),
            ("file://", "/y", "file:///y"), ("FILE://", "/y/z", "FILE:///y/z"),
        ])
    func noSegmentIsWrittenAsAHostThatWouldBeReadAsAnother(origin: String, path: String, url: String) async throws {
        let origin = try Origin(origin)
        #expect(origin.url(of: path) == url)
        let router = Router(origins: [origin])
        try router.register { $0.on("/*rest") { $0.tail ?? [] } }
        let segments = PathText.ofTarget(path).path.segments
        #expect(await router.open(path: path).value(as: [String].self) == segments)
    }

    @Test(arguments: [
        ("shop://PRODUCT/a", true), ("shop://product/A", false), ("shop:///PRODUCT/a", false), ("shop://[::A]/a", true),
        ("shop://[::b]/a", false),
    ])
    func onlyAHostComparesCaseInsensitively(url: String, matches: Bool) throws {
        for router in [Router(host: .path), Router(origins: ["shop://"])] {
            try router.register { $0.on("/Product/a", "/[%3A%3Aa]/a") { _ in } }
            #expect(router.canOpen(url) == matches)
        }
    }

    @Test(
        arguments: [
            ("https://*.shop.example", "https://www.shop.example/a", ["a"]),
            ("https://*.shop.example", "HTTPS://u@A.b.Shop.example:80/a", ["a"]),
            ("https://*.shop.example", "https://xn--bcher-kva.shop.example/a", ["a"]),
            ("https://*.SHOP.example/app", "https://%77ww.shop.example/app/a", ["a"]),
            ("https://*.shop.example/app", "https://www.shop.example/a", nil),
            ("shop://*.product", "shop://a.product/x", ["x"]),
            ("https://*.shop.example", "https://shop.example/a", nil),
            ("https://*.shop.example", "https://.shop.example/a", nil),
            ("https://*.shop.example", "https://wwwshop.example/a", nil),
            ("https://*.shop.example", "https://*.shop.example/a", nil),
            ("https://*.shop.example", "https://www.shop.example.evil/a", nil),
            ("https://*.shop.example", "https://bücher.shop.example/a", nil),
            ("https://*.shop.example", "https://www.shop.example@evil.example/a", nil),
            ("https://*.shop.example", "http://www.shop.example/a", nil),
            ("https://*.shop.example", "https:/a.shop.example/a", nil),
        ] as [(Origin, String, [String]?)])
    func anAsteriskStandsForAllSubdomains(origin: Origin, url: String, path: [String]?) async throws {
        #expect(try await Self.tail(of: url, Router(origins: [origin])) == path)
    }

    @Test(arguments: [
        ("https://*", 8), ("https://*.", 8), ("https://*..a", 8), ("https://shop.*", 8), ("https://a.*.b", 8),
        ("https://a*.b", 8), ("https://*a.b", 8), ("https://*.*.b", 8), ("https://%2A.b", 8), ("https://a.b/*", 12),
        ("https://*.b/a*", 13), ("shop://*", 7), ("shop:///a/*", 10), ("shop:*", 5),
    ])
    func anyOtherAsteriskIsRefused(text: String, offset: Int) throws {
        let error = try #require(throws: URLTextError.self) { try Origin(text) }
        #expect(error.reason == .misplacedAsterisk && error.offset == offset)
    }

    @Test
    func anAddressOrAForeignNameHasNoSubdomains() {
        for text in ["https://*.0.0.1", "https://*.bücher.example", "https://*.xn--zzzzzz.example"] {
            #expect(throws: URLTextError.self) { try Origin(text) }
        }
        let escaped = "https://h/%2A"
        #expect((try? Origin(escaped)) != nil)
    }

    /// URLs are written of the first origin with a host of its own, or not at all; what was opened stays at its host.
    @Test
    func noURLIsWrittenWithAnAsterisk() async throws {
        let router = Router(origins: ["https://*.shop.example/app", "https://shop.example", "shop://"])
        let only = Router(origins: ["https://*.shop.example/app"])
        for router in [router, only] {
            try router.register {
                $0.redirect("/old/:id", to: "/a/:id")
                $0.on("/a/:id") { match in match.url }
                $0.on("/b") { _ in .redirect(to: "/a/2") }
            }
            let url = "https://WWW.shop.example:80/app"
            #expect(await router.open(url + "/old/1").redirects == ["https://WWW.shop.example/app/a/1"])
            #expect(await router.open(url + "/b").value(as: String.self) == "https://WWW.shop.example/app/a/2")
            #expect(await router.open(path: "/a/1").value(as: String.self) == "/a/1")
            #expect(
                try router.url(for: "/a/:id", with: ["id": "1"], at: "https://x.shop.example/app")
                    == "https://x.shop.example/app/a/1")
            let error = try #require(throws: RouteURLError.self) {
                try router.url(for: "/a/:id", with: ["id": "1"], at: "https://*.shop.example/app")
            }
            #expect(
                error.description
                    == "There is no URL for “/a/:id”: “https://*.shop.example/app” matches many hosts; pass the origin of one of them as `at:`."
            )
        }
        #expect(try router.url(for: "/a/:id", with: ["id": "1"]) == "https://shop.example/a/1")
        let error = try #require(throws: RouteURLError.self) { try only.url(for: "/a/:id", with: ["id": "1"]) }
        #expect(error.description.contains("“https://*.shop.example/app” matches many hosts"))
    }

    @Test
    func aConflictUnderAWildcardHasAWitness() throws {
        let router = Router(origins: ["https://*.shop.example"])
        let error = try #require(throws: RouteRegistrationError.self) {
            try router.register { $0.on("/:a:Int", "/:b:Double") { _ in } }
        }
        #expect(error.says(["https://www.shop.example/1"]))
    }

    @Test
    func anOriginThatIsNoURLIsAnError() {
        let text = "shop.example"
        #expect(throws: URLTextError.self) { try Origin(text) }
    }

    private static func tail(of url: String, _ router: Router) async throws -> [String]? {
        let seen = Recorder<[String]>()
        try router.register { $0.on("/*") { match in seen.add(match.tail ?? ["no tail"]) } }
        await router.open(url)
        return seen.all.first
    }

    /// Authorities that only look like the origin's.
    @Test(
        arguments: [
            ("https://[::1]", "https://[::1]:8080/a", ["a"]),
            ("https://[2001:DB8::1]", "https://[2001:db8::1]/a", ["a"]),
            ("https://[::1]", "https://[::1].evil/a", nil), ("https://[::1]", "https://[::1/a", nil),
            ("https://[::1]", "https://::1/a", nil), ("https://[::1]", "https://u:p@[::1]/a", ["a"]),
            ("https://s.example", "https://s.example./a", nil), ("https://s.example.", "https://s.example/a", nil),
            ("https://s.example", "https://s.example@evil.example/a", nil),
            ("https://s.example", "https://s.example:443@evil.example/a", nil),
            ("https://s.example", "https://u:p%40x@s.example:8/a", ["a"]), ("https://s.example", "https:///a", nil),
            ("https://s.example", "https://:80/a", nil), ("https://s.example", "https:s.example/a", nil),
            ("https://s.example", "https:/s.example/a", nil), ("https://s.example", "https:////s.example/a", nil),
            ("https://s.example", "https://s.example%2Fa", nil), ("https://s.example", "https://s.example%00/a", nil),
            ("https://s.example", "https://s.example\\a", nil), ("https://s.example", " https://s.example/a", nil),
            ("https://xn--bcher-kva.example", "https://XN--bcher-kva.example/a", ["a"]),
            ("https://xn--bcher-kva.example", "https://bücher.example/a", nil),
            ("https://xn--bcher-kva.example", "https://b%C3%BCcher.example/a", nil),
            ("shop://bücher", "shop://b%C3%BCcher/a", ["a"]), ("shop://bücher", "shop://BÜCHER/a", nil),
            ("https://s.example", "httpſ://s.example/a", nil), ("https://k.example", "https://\u{212A}.example/a", nil),
            ("shop://", "shop:///a", ["a"]), ("shop://", "shop:////a", ["", "a"]), ("shop://", "shop:/a", nil),
        ] as [(Origin, String, [String]?)])
    func anAuthorityIsTheWholeOne(origin: Origin, url: String, path: [String]?) async throws {
        #expect(try await Self.tail(of: url, Router(origins: [origin])) == path)
    }

    @Test
    func originsCompareBytes() throws {
        let router = Router(origins: ["https://h/caf%C3%A9", "x://é.h"])
        try router.register { $0.on("/*") { _ in } }
        #expect(router.canOpen("https://h/caf%C3%A9/x"))
        #expect(!router.canOpen("https://h/cafe%CC%81/x"))
        #expect(router.canOpen("x://é.h/"))
        #expect(!router.canOpen("x://e\u{301}.h/"))
        #expect(!router.canOpen("x://É.h/"))
    }

    @Test(
        arguments: [
            ("https://h/a%2Fb", "https://h/a%2fb/c", ["c"]), ("https://h/a%2Fb", "https://h/a/b/c", nil),
            ("https://h/a/b", "https://h/a%2Fb/c", nil), ("https://h//", "https://h//a", ["a"]),
            ("https://h//", "https://h/a", nil), ("https://h//", "https://h/", nil), ("https://h/a", "https://h", nil),
            ("https://%68:80/", "HTTPS://H/a", ["a"]), ("x-y://%2541", "x-y://%41/a", nil),
        ] as [(Origin, String, [String]?)])
    func anOriginIsWholeSegments(origin: Origin, url: String, path: [String]?) async throws {
        #expect(try await Self.tail(of: url, Router(origins: [origin])) == path)
    }

    @Test(arguments: [("https://s.example?x", 17), ("https://s.example#x", 17), ("shop://?", 7), ("shop:///a?b#c", 9)])
    func anOriginHasNeitherQueryNorFragment(text: String, offset: Int) throws {
        let error = try #require(throws: URLTextError.self) { try Origin(text) }
        #expect(error.reason == .notAnOrigin && error.offset == offset)
    }

    /// The patterns of each case are in the order in which they have to be found.
    @Test(
        arguments: [
            ("x://shop/a", [("/shop/a", 0), ("/Shop/:x", 0), ("/SHOP/*/", 0), ("/shop/*rest", -1)]),
            ("x://shop/a/b", [("/Shop/a/:x", 0), ("/shop/:x/b", 0), ("/SHOP/*/b", 0), ("/shop/*", 0), ("/:h/a/b", 0)]),
            ("x://shop/a", [("/Shop/:x", 1), ("/shop/a", 0), ("/shop/a/*", 0), ("/SHOP/*", 0), ("/*", 0)]),
            ("x://SHOP", [("/Shop", 0), ("/shop/*", 0)]),
        ] as [(String, [(String, Int)])])
    func literalsThatEqualAHostAreRankedTogether(url: String, routes: [(String, Int)]) async throws {
        for order in [routes, routes.reversed()] {
            #expect(try await Self.asked(for: url, order) == routes.map(\.0))
        }
    }

    @Test(arguments: [["/Shop/a", "/SHOP/a", "/shop/a"], ["/shop/a", "/SHOP/a"], ["/SHOP/a", "/shop/a"]])
    func literalsThatEqualAHostComeInTheOrderOfRegistration(patterns: [String]) async throws {
        #expect(try await Self.asked(for: "x://shop/a", patterns.map { ($0, 0) }) == patterns)
    }

    /// The patterns of the routes that are asked, all of which decline; the first is the one that a lookup finds.
    private static func asked(for url: String, _ routes: [(String, Int)]) async throws -> [String] {
        let router = Router(host: .path)
        let log = Recorder<String>()
        try router.register {
            for (pattern, priority) in routes {
                $0.on(pattern, priority: priority, overriding: true) { match in
                    log.add(match.pattern.text)
                    return .declined
                }
            }
        }
        await router.open(url)
        return log.all
    }
}
