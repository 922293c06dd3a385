import Foundation
import Routing
import Testing

/// URLs that are written from patterns and values.
struct RouteWritingTests {
    struct Case: Sendable {
        let pattern: String
        let values: [String: String]
        var tail: [String] = []
        let expected: String

        init(_ pattern: String, _ values: [String: String] = [:], tail: [String] = [], is expected: String) {
            self.pattern = pattern
            self.values = values
            self.tail = tail
            self.expected = expected
        }
    }

    @Test(arguments: [
        Case("/", is: "/"), Case("/a/b", is: "/a/b"), Case("/caf%C3%A9", is: "/caf%C3%A9"),
        Case("/café", is: "/caf%C3%A9"),
        Case("/:id", ["id": "42"], is: "/42"), Case("/:id", ["id": "a/b"], is: "/a%2Fb"),
        Case("/:id", ["id": "100%"], is: "/100%25"),
        Case("/:id", ["id": "a b+c"], is: "/a%20b%2Bc"),
        Case("/:id", ["id": "é\u{301}🍅"], is: "/%C3%A9%CC%81%F0%9F%8D%85"),
        Case("/:id", ["id": "?#&=:@!$'()*,;"], is: "/%3F%23&=:@!$'()*,;"), Case("/:id", ["id": "..."], is: "/..."),
        Case("/:id", ["id": "%2F"], is: "/%252F"), Case("/:id", ["id": "1", "other": "2"], is: "/1?other=2"),
        Case("/a(/:x)(/b/:y)", is: "/a"), Case("/a(/:x)(/b/:y)", ["x": "1"], is: "/a/1"),
        Case("/a(/:x)(/b/:y)", ["y": "2"], is: "/a/b/2"),
        Case("/a(/:x(/:y))", ["x": "1", "y": "2"], is: "/a/1/2"), Case("/a(/late)", is: "/a"),
        Case("/a(/b/:x(/c))", ["x": "1"], is: "/a/b/1"),
        Case("/a/*rest", is: "/a"), Case("/a/*rest", tail: ["b", "c/d"], is: "/a/b/c%2Fd"),
        Case("/*", tail: ["a"], is: "/a"),
        Case("/a(/b/*rest)", tail: ["c"], is: "/a/b/c"), Case("/a/*rest", tail: ["", "b"], is: "/a//b"),
    ])
    func aPathIsWritten(example: Case) throws {
        let path = try Router().path(for: example.pattern, with: example.values, tail: example.tail)
        #expect(path == example.expected)
    }

    @Test(arguments: [
        Case("/:id", is: "missing id"), Case("/:id", ["id": ""], is: "irreversible id"),
        Case("/:id", ["id": "."], is: "irreversible id"),
        Case("/:id", ["id": ".."], is: "irreversible id"), Case("/a(/:x(/:y))", ["y": "2"], is: "unplaced y"),
        Case("/(:x)(/:y)", ["y": "2"], is: "irreversible y"), Case("/*/b", is: "unplaced "),
        Case("/a/*", tail: [""], is: "irreversible "),
        Case("/a/*", tail: [".."], is: "irreversible "), Case("/a", tail: ["b"], is: "unplaced "),
        Case("/(:x)/:y", ["x": "1"], is: "missing y"), Case("/a/*", tail: ["b", ""], is: "irreversible "),
        // Not the first of several, and none when it is the tail.
        Case("/:x/:y", ["x": "1", "y": "."], is: "irreversible y"),
        Case("/:x/:y", ["x": "1", "y": ""], is: "irreversible y"),
        Case("/:x/:y:Int", ["x": "1", "y": "b"], is: "irreversible y"),
        Case("/:x/:y/:z", ["x": "1", "y": "..", "z": "2"], is: "irreversible y"),
        Case("/:x/v:{y:Int}", ["x": "1", "y": "b"], is: "irreversible y"),
        Case("/:x/:y/*z", ["x": "1", "y": "2"], tail: ["..", "3", "4"], is: "irreversible "),
        Case("/:x/:y", ["x": String(repeating: "1", count: 70_000), "y": "2"], is: "irreversible "),
    ])
    func aValueThatCannotBeWrittenIsAnError(example: Case) throws {
        let error = try #require(throws: RouteURLError.self) {
            try Router().path(for: example.pattern, with: example.values, tail: example.tail)
        }
        #expect("\(Self.name(of: error)) \(error.name ?? "")" == example.expected)
        #expect(error.route == example.pattern && error.description.contains("“\(example.pattern)”"))
    }

    /// The reason that an error gives, in a word.
    static func name(of error: RouteURLError) -> String {
        let sentences: KeyValuePairs = [
            "malformed": "The route pattern “/a//b” is wrong at offset", "unplaced": "does not fit into",
            "missing": "has no value", "irreversible": "would not be read back",
            "unregistered": "not registered", "no origin": "needs an origin",
        ]
        return sentences.first { error.description.contains($0.value) }?.key ?? "\(error)"
    }

    @Test
    func aRouterWritesWholeURLs() throws {
        let router = Router(origins: ["shop://", "https://shop.example/app/"])
        #expect(
            try router.url(for: "/product/:id", with: ["id": "4/2", "b": "x&y", "a": "1+1 =?"])
                == "shop://product/4%2F2?a=1%2B1%20%3D?&b=x%26y")
        #expect(
            try router.url(for: "/a/*rest", tail: ["b"], at: "https://shop.example/app/")
                == "https://shop.example/app/a/b")
        #expect(try Router().url(for: "/a", at: "x://") == "x:///a")
        let errors = [
            #expect(throws: RouteURLError.self) { try Router().url(for: "/a") },
            #expect(throws: RouteURLError.self) { try router.url(for: "/a//b") },
            #expect(throws: RouteURLError.self) { try router.url(for: TypedRouteTests.Product(id: 1)) },
        ]
        #expect(errors.map { $0.map { Self.name(of: $0) } } == ["no origin", "malformed", "unregistered"])
    }

    @Test
    func anErrorWithoutANameIsASentence() throws {
        let router = Router(origins: ["shop://"])
        let errors = [
            #expect(throws: RouteURLError.self) { try router.url(for: TypedRouteTests.Product(id: 1)) },
            #expect(throws: RouteURLError.self) { try Router().url(for: "/a") },
            #expect(throws: RouteURLError.self) { try router.url(for: "/*/b") },
            #expect(throws: RouteURLError.self) { try router.url(for: "/a", tail: ["b"]) },
            #expect(throws: RouteURLError.self) { try router.url(for: "/a/*", tail: [""]) },
            #expect(throws: RouteURLError.self) { try router.url(for: "//*.shop.example/a") },
            #expect(throws: RouteURLError.self) { try router.url(for: "/:id") },
        ]
        #expect(
            errors.map { "\($0.map { "\($0)" } ?? "")" } == [
                "There is no URL for “Product”: it is not registered with this router.",
                "There is no URL for “/a”: it needs an origin, and there is none.",
                "There is no URL for “/*/b”: it does not fit into any path of the pattern.",
                "There is no URL for “/a”: it does not fit into any path of the pattern.",
                "There is no URL for “/a/*”: “shop://a/” would not be read back: the pattern reads other values there, or another tail.",
                "There is no URL for “//*.shop.example/a”: “*” has no value.",
                "There is no URL for “/:id”: “id” has no value.",
            ])
    }

    /// A URL is read as the values that it was written from, or is not written.
    @Test(arguments: [
        ("shop:", ["", "evil"]), ("shop:/", ["", "evil"]), ("shop://", ["", "evil"]), ("shop:///", ["", "evil"]),
        ("https://s.example", ["", "evil"]), ("shop://", ["evil@host"]), ("shop://", ["evil:80"]),
        ("shop://", ["a%2Fb"]), ("shop://", ["A"]), ("shop:", ["a", ""]), ("shop://", [""]), ("shop://", ["a?b#c"]),
        ("shop:", ["//evil"]), ("shop:", [":80"]), ("https://s.example/app", ["", "", "x"]), ("shop:", ["..", "x"]),
    ])
    func aTailIsReadBackAsItWasWritten(origin: String, tail: [String]) async throws {
        let router = Router(origins: [try Origin(origin)])
        try router.register { $0.on("/*rest") { match in match.tail ?? [] } }
        guard let url = try? router.url(for: "/*rest", with: ["q": "#&=+%?"], tail: tail) else { return }
        let read = try URLText(url)
        #expect(await router.open(url).value() == tail, "\(url)")
        #expect(read.fragment == nil && read.query == ["q": ["#&=+%?"]])
        let own = try URLText(origin).host ?? ""
        #expect(read.host ?? "" == own || own.isEmpty && read.host == tail.first, "\(url)")
    }

    @Test(arguments: [
        "a/b", "a@b", "a#b", "a?b", "a:1", "a%2Fb", "a\\b", " ", "a b", "a%b", "a\nb", "[::1]x", "", ".", "..",
        "Shop.Example",
        "a%40b", "é", "shop.example", "[::1]", "a..b", "%", "%25", "a\u{0}",
    ])
    func aHostIsReadBackAsItWasWritten(host: String) async throws {
        let router = Router(host: .match)
        try router.register { $0.on("//:shop/a") { match in match["shop"] ?? "" } }
        guard let url = try? router.url(for: "//:shop/a", with: ["shop": host], at: "https://x") else {
            #expect(host != "shop.example")
            return
        }
        #expect(await router.open(url).value(as: String.self) == host)
        let authority = url.dropFirst("https://".count).prefix { $0 != "/" }
        #expect(try URLText(url).host == String(authority) && url.hasSuffix("/a"))
    }

    @Test
    func aURLThatTheRouterReadsAsAnotherPlaceIsNotWritten() async throws {
        let router = Router(origins: ["https://s.example/app", "https://s.example"])
        try router.register { $0.on("/*rest") { match in match.tail ?? [] } }
        #expect(throws: RouteURLError.self) {
            try router.url(for: "/app/:x", with: ["x": "y"], at: "https://s.example")
        }
        #expect(try router.url(for: "/app/:x", with: ["x": "y"]) == "https://s.example/app/app/y")
        #expect(try router.url(for: "/b/:x", with: ["x": "y"], at: "https://s.example") == "https://s.example/b/y")
    }

    /// The first segment is written as a host where it is one, unless others may read that as another.
    @Test(
        arguments: [
            ("/product/42", "shop://", "shop://product/42"), ("/v1.2-b_c~", "shop://", "shop://v1.2-b_c~"),
            ("/", "shop://", "shop:///"), ("/Product/1", "shop://", "shop:///Product/1"),
            ("/caf%C3%A9", "shop://", "shop:///caf%C3%A9"), ("/a@b/c", "shop://", "shop:///a@b/c"),
            ("/.../c", "shop://", "shop:///.../c"), ("/-a", "shop://", "shop:///-a"),
            ("/a%3A1", "shop://", "shop:///a:1"),
            ("/a/b", "shop:///", "shop://a/b"), ("/a/b", "shop:", "shop:/a/b"),
            ("/a/b", "shop:///app", "shop:///app/a/b"),
            ("/a/b", "https://shop.example", "https://shop.example/a/b"),
        ])
    func aHostThatIsASegmentIsWrittenAsOne(pattern: String, origin: String, expected: String) throws {
        let place = try Origin(origin)
        let url = try Router(origins: [place]).url(for: pattern)
        #expect(url == expected)
        #expect(
            RouteTable(origins: [place], [.init(pattern: try RoutePattern(pattern), value: 1)]).match(try URLText(url))
                != nil)
        // Where the host is a segment of every URL, a URL with another first segment is none of the route.
        let isRead = origin.hasPrefix("shop:") && !origin.hasSuffix("app")
        #expect((try? Router(host: .path).url(for: pattern, at: place)) == (isRead ? expected : nil))
        guard !origin.hasSuffix("app") else {
            #expect(throws: RouteURLError.self) { try Router(host: .ignore).url(for: pattern, at: place) }
            return
        }
        let foreign = try Router(host: .ignore).url(for: pattern, at: place)
        let path = try Router().path(for: pattern)
        #expect(foreign.hasPrefix(origin) && foreign.hasSuffix(path.dropFirst()))
    }

    struct Filter: TypedRoute, Equatable {
        static let pattern = "/filter/:id?id&size:{s|m}&page:Int"
        var id: String
        var size: String?
        var page: [Int]
    }

    @Test
    func requiredItemsOfTheQueryAreWritten() async throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on(Filter.self) { place, _ in place } }
        let route = Filter(id: "A", size: "m", page: [2, 3])
        let url = try router.url(for: route)
        #expect(url == "shop://filter/A?id=A&size=m&page=2&page=3")
        #expect(await router.open(url).value() == route)
        #expect(try router.url(for: "/a/:id?id", with: ["id": "1"]) == "shop://a/1?id=1")
        let wrong = [
            Filter(id: "A", size: nil, page: [1]), Filter(id: "A", size: "x", page: [1]),
            Filter(id: "A", size: "s", page: []),
        ]
        let errors = wrong.map { route in #expect(throws: RouteURLError.self) { try router.url(for: route) } }
        #expect(
            errors.map { "\($0.map { Self.name(of: $0) } ?? "") \($0?.name ?? "")" }
                == ["missing size", "irreversible size", "missing page"])
    }

    @Test
    func aURLHasASchemeThatTheRouteAllows() throws {
        let router = Router(origins: ["shop://", "https://shop.example"])
        try router.register {
            $0.on(TypedRouteTests.Product.self, options: RouteOptions(schemes: ["HTTPS"])) { _, _ in }
        }
        #expect(try router.url(for: TypedRouteTests.Product(id: 1)) == "https://shop.example/product/1")
    }

    @Test
    func theFirstRegistrationSaysWhereURLsAre() throws {
        let router = Router(origins: ["shop://"])
        let first = try router.mount("/first") { $0.on(TypedRouteTests.Product.self) { _, _ in } }
        try router.mount("/second") { $0.on(TypedRouteTests.Product.self) { _, _ in } }
        #expect(try router.url(for: TypedRouteTests.Product(id: 1)) == "shop://first/product/1")
        router.remove(first)
        #expect(try router.url(for: TypedRouteTests.Product(id: 1)) == "shop://second/product/1")
    }
}
