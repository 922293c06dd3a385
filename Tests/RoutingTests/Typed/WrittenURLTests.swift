import Foundation
import Routing
import Testing

/// A URL that is written has the authority, the path, the query and the fragment of its template, or it is not written.
struct WrittenURLTests {
    /// A router whose source of a redirect is hostile, and the URLs that the redirect led to.
    static func redirects(
        of router: Router, from source: String, to target: String, _ url: String
    ) async throws -> [String] {
        try router.register {
            $0.redirect(source, to: target)
            $0.on("/*", priority: -1) { _ in }
        }
        return await router.open(url).redirects
    }

    /// The host, the port, the path, the query and the fragment as a reader of URLs finds them.
    static func parts(of url: String) throws -> [String?] {
        let read = try URLText(url)
        let rest = url.dropFirst(read.scheme.utf8.count + 1)
        let authority = rest.hasPrefix("//") ? String(rest.dropFirst(2).prefix { !"/?#".contains($0) }) : nil
        let query = url.prefix { $0 != "#" }.firstIndex(of: "?").map { url[$0...].dropFirst().prefix { $0 != "#" } }
        let fragment = url.firstIndex(of: "#").map { String(url[$0...].dropFirst()) }
        return [authority, read.path, query.map(String.init), fragment]
    }

    @Test(
        arguments: [
            ("/old/*rest", "/*rest", "https://shop.example/old//evil.example/x", "shop.example"),
            ("/old/*rest", "/*rest", "https://shop.example/old///evil.example/x", "shop.example"),
            ("/old/*rest", "/*rest", "https://shop.example/old/%2F/evil.example/x", "shop.example"),
            ("/old/*rest", "/*rest", "https://shop.example/old/%5Cevil.example", "shop.example"),
            ("/old/*rest", "/*rest", "https://shop.example:8080/old/a", "shop.example:8080"),
            ("/old/*rest", "/*rest", "https://me@shop.example/old/a", "shop.example"),
            ("/old/*rest", "https://other.example/*rest", "x:/old//evil.example", "other.example"),
            ("/old/*rest", "https://other.example/app/*rest", "x:/old//evil.example", "other.example"),
            ("/old/*rest", "shop:/*rest", "x:/old//evil.example", nil),
            ("/old/:id", "https://other.example/:id", "x:/old/%40evil.example", "other.example"),
            ("/old/:id", "https://other.example/:id", "x:/old/%2F%2Fevil.example", "other.example"),
        ] as [(String, String, String, String?)])
    func aRedirectLeadsToTheAuthorityOfItsTarget(
        source: String, target: String, url: String, authority: String?
    ) async throws {
        for rule in [HostRule.match, .ignore] {
            let led = try await Self.redirects(of: Router(host: rule), from: source, to: target, url)
            for place in led { #expect(try Self.parts(of: place)[0] == authority, "\(place)") }
        }
    }

    @Test(arguments: [
        "%2F", "%40", "%23", "%3F", "%3A", "%5C", "%3A80", "%2F..%2F", "%25%32%46", "%252F", "%20", "%09", "%0D%0A",
        "%00", "%5B", "%5D",
        "%7C", "%5E", "%60", "%3C", "%22",
    ])
    func aHostThatWasCapturedStaysOneHost(piece: String) async throws {
        for host in ["evil.example\(piece)shop.example", "\(piece)shop.example", "shop.example\(piece)"] {
            let url = "https://\(host)/old/1?a#f"
            let led = try await Self.redirects(
                of: Router(host: .match), from: "//:shop/old/:id", to: "//:shop/new/:id", url)
            for place in led {
                let parts = try Self.parts(of: place)
                #expect(try URLText(place).host?.lowercased() == (try URLText(url).host?.lowercased()), "\(place)")
                #expect(Array(parts.dropFirst()) == ["/new/1", "a", "f"], "\(place)")
            }
        }
    }

    @Test
    func aHostThatWasCapturedIsWritten() async throws {
        let led = try await Self.redirects(
            of: Router(host: .match), from: "//:shop/old/:id", to: "//:shop/new/:id", "https://a.shop.example/old/1")
        #expect(led == ["https://a.shop.example/new/1"])
    }

    @Test(arguments: [
        ("%3F", "/new/%3F"), ("a%3Fadmin=1", "/new/a%3Fadmin=1"), ("%23top", "/new/%23top"), ("a%2Fb", "/new/a%2Fb"),
        ("%26x=1", "/new/&x=1"), ("%252F", "/new/%252F"), ("a%0D%0Ab", "/new/a%0D%0Ab"), ("%00", "/new/%00"),
        ("%C3%A9", "/new/%C3%A9"), ("...", "/new/..."), ("%2e%2e%2e", "/new/..."), ("%5C..", "/new/%5C.."),
    ])
    func aCaptureStaysOneSegment(capture: String, path: String) async throws {
        for (router, place) in [
            (Router(host: .match), "https://shop.example"), (Router(host: .ignore), "x://"),
            (Router(origins: ["https://shop.example/app"]), "https://shop.example/app"),
        ] {
            let led = try await Self.redirects(
                of: router, from: "/old/:id", to: "/new/:id?own=1#own", "\(place)/old/\(capture)?a=1#f")
            #expect(led == ["\(place)\(path)?own=1&a=1#own"])
        }
    }

    /// The path is another one for this router, or it is none.
    @Test(arguments: [
        (["https://s.example/app", "https://s.example"], "https://s.example/p/app/y"), (["shop:"], "shop:/p//evil/x"),
        (["shop:/"], "shop:/p//evil/x"), (["shop:", "shop://"], "shop:/p//evil/x"),
        (["shop:///app", "shop://"], "shop://p/app/y"),
    ])
    func aRedirectThatWouldBeReadAsAnotherPlaceFails(origins: [String], url: String) async throws {
        let router = Router(origins: try origins.map { try Origin($0) })
        let seen = Recorder<[String]?>()
        try router.register {
            $0.redirect("/p/*rest", to: "/*rest")
            $0.on("/*", priority: -1) { match in seen.add(match.tail) }
        }
        let outcome = await router.open(url)
        let tail = url.contains("evil") ? ["", "evil", "x"] : ["app", "y"]
        #expect(seen.all.isEmpty || seen.all == [tail], "\(outcome)")
        guard seen.all.isEmpty else { return }
        guard case .failed(let error as RouteURLError) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect("\(error)".contains("read back"))
    }

    /// A target that begins with a slash is a path; only a whole URL leads elsewhere.
    @Test(arguments: ["//evil.example/x", "///evil.example/x", "/\\evil.example", "/..//evil.example"])
    func aPathThatAFunctionNamesStaysAtItsAuthority(target: String) async throws {
        for router in [Router(host: .match), Router(host: .ignore), Router(origins: ["https://shop.example"])] {
            try router.register {
                $0.on("/handler") { _ in .redirect(to: target) }
                $0.on("/function") { _ in .redirect(to: target) }
                $0.mount("/guard", guards: [Guard("g") { _ in .redirect(to: target) }]) { $0.on("/") { _ in } }
                $0.mount("/park", guards: [Guard("g") { _ in .park(redirect: target) }]) { $0.on("/") { _ in } }
                $0.on("/*", priority: -1) { _ in }
            }
            for path in ["handler", "function", "guard", "park"] {
                for place in await router.open("https://shop.example/\(path)").redirects {
                    #expect(try Self.parts(of: place)[0] == "shop.example", "\(place)")
                }
            }
        }
    }

    /// Pieces of a URL in any order; the seed makes it the same each time.
    @Test(arguments: 1...6)
    func whateverIsCapturedTheTemplateStays(seed: UInt64) async throws {
        var random = Xorshift(seed: seed)
        let pieces = [
            "a", "B", "/", "//", "%2F", "%2f", "%40", "@", "%23", "%3F", "%3A", ":", "%5C", "..", ".", "%2e", "%2E%2e/",
            "%", "%25", "é", "%C3%A9", "%00", "%0A", "&", "=", "+", "evil.example", "%5B::1%5D", ";", "'",
        ]
        let templates = [
            ("/old/*rest", "/*rest"), ("/old/*rest", "/new/*rest"), ("/old/:a/*rest", "/:a/*rest"),
            ("/old/:a/*rest", "/x-:a.y/*rest?k=v"), ("/old/*rest", "https://other.example/*rest#own"),
        ]
        for (source, target) in templates {
            for router in [
                Router(host: .match), Router(host: .ignore), Router(host: .path),
                Router(origins: ["https://s.example"]),
                Router(origins: ["shop://"]),
            ] {
                let seen = Recorder<RouteMatch>()
                try router.register {
                    $0.on(source, priority: 1, overriding: true) { match in
                        seen.add(match)
                        return .declined
                    }
                    $0.redirect(source, to: target, overriding: true)
                    $0.on("/*", priority: -1) { match in seen.add(match) }
                }
                for _ in 0..<40 {
                    let rest = (0..<random.next(below: 7)).map { _ in pieces[random.next(below: pieces.count)] }
                    let start = ["https://s.example", "shop://", "x://h"][random.next(below: 3)]
                    let count = seen.all.count
                    let outcome = await router.open("\(start)/old/\(rest.joined())?q=1#f")
                    guard seen.all.count > count, let place = outcome.redirects.first else { continue }
                    let source = seen.all[count]
                    let parts = try Self.parts(of: place)
                    if target.contains("other") {
                        #expect(parts[0] == "other.example")
                    } else if start != "shop://" {
                        let host = start == "x://h" ? "h" : "s.example"
                        #expect(parts[0] == host || parts[0] == "", "\(outcome)")
                    }
                    #expect(parts[2] == (target.contains("?") ? "k=v&q=1" : "q=1"))
                    #expect(parts[3] == (target.contains("#") ? "own" : "f"))
                    guard outcome.isHandled, let end = seen.all.last, end.url == place else { continue }
                    var expected = target.contains("/new") ? ["new"] : []
                    if let value = source.parameters["a"] {
                        expected.append(target.contains("x-") ? "x-\(value).y" : value)
                    }
                    let elsewhere = target.contains("other") && end.tail?.first == "other.example"
                    let reached = elsewhere ? Array(end.tail?.dropFirst() ?? []) : end.tail ?? []
                    // One slash at the end plays no part when it is read.
                    let whole = expected + (source.tail ?? [])
                    #expect(reached == whole, "\(source.url) → \(place)")
                }
            }
        }
    }
}

/// URLs that are written at an origin: each is read as the route that it was written for.
struct WrittenOriginTests {
    @Test(arguments: [
        "https://shop.example/\u{E9}", "https://shop.example/100%", "https://shop.example/a%2Fb", "shop://b\u{FC}cher",
        "shop://shop/<a>", "shop:/a b", "shop://b%C3%BCcher/a\"", "shop:///[a]",
    ])
    func aURLThatIsWrittenIsTheSameAsAURLOfFoundation(text: String) async throws {
        let router = Router(origins: [try Origin(text)])
        try router.register { $0.on("/:id") { match in match["id"] } }
        for value in ["42", "\u{E9}", "100%", "a/b"] {
            let text = try router.url(for: "/:id", with: ["id": value])
            #expect(text.utf8.allSatisfy { $0 < 0x80 })
            let url = try #require(URL(string: text))
            #expect(url.absoluteString == text)
            #expect(await router.open(url).value(as: String.self) == value)
        }
    }

    @Test func aHostOfAPatternIsWrittenInASCII() throws {
        let router = Router(origins: ["shop://"], host: .match)
        let url = try Router(host: .match).url(for: "//b\u{FC}cher/a", at: "shop://")
        #expect(url == "shop://b%C3%BCcher/a")
        #expect(try router.url(for: "//:host/a", with: ["host": "b\u{FC}cher"]) == url)
    }

    /// The router reads the path of the origin as a part of the path.
    @Test(
        arguments: [
            (HostRule.ignore, "https://shop.example/app", false), (.ignore, "https://shop.example", true),
            (.ignore, "shop://", true),
            (.path, "https://shop.example", false), (.path, "shop://", true), (.path, "shop:", true),
            (.match, "shop://a/b", false),
            (.match, "shop://a", true),
        ] as [(HostRule, Origin, Bool)])
    func noURLIsWrittenThatTheRouterReadsAsAnotherRoute(host: HostRule, origin: Origin, isWritten: Bool) async throws {
        let router = Router(host: host)
        try router.register { $0.on("/user/:id") { match in match["id"] } }
        guard isWritten else {
            #expect(throws: RouteURLError.self) { try router.url(for: "/user/:id", with: ["id": "1"], at: origin) }
            return
        }
        let url = try router.url(for: "/user/:id", with: ["id": "1"], at: origin)
        #expect(await router.open(url).value(as: String.self) == "1")
    }

    @Test func aURLOfAnotherOriginIsWrittenUnlessTheRouterReadsItAsAnotherRoute() throws {
        let router = Router(origins: ["https://shop.example"])
        #expect(try router.url(for: "/a", at: "https://other.example/app") == "https://other.example/app/a")
        #expect(throws: RouteURLError.self) { try router.url(for: "/a", at: "https://shop.example/app") }
    }
}
