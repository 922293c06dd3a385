import Routing
import Testing

/// Hosts that decode to unusual text, also as segments and values.
struct HostileHostTests {
    @Test(arguments: [
        "shop://../etc/passwd", "shop://./etc/passwd", "shop://%2e%2e/etc/passwd", "shop://%2E./etc",
        "shop://.%2e/etc", "shop://%2e/etc", "shop://u@../etc", "shop://..:80/etc",
    ])
    func aHostThatIsADotSegmentIsNoSegment(url: String) async throws {
        for (router, summary) in [
            (Router(host: .path), "invalid"), (Router(origins: ["shop://"]), "invalid"),
            (Router(origins: ["shop://product"]), "not found"),
        ] {
            try router.register { $0.on("/*rest", "/:host/*rest") { _ in Issue.record("handled") } }
            #expect(await router.open(url).summary == summary)
            #expect(!router.canOpen(url) && router.explain(url).pattern == nil)
        }
        let hosts = Router(host: .match)
        try hosts.register { $0.on("//:host/*rest") { _ in Issue.record("handled") } }
        #expect(await hosts.open(url).summary == "not found")
        let table = RouteTable(host: .path, [.init(pattern: try RoutePattern("/*rest"), value: 0)])
        #expect(throws: URLTextError.self) { try table.check(URLText(url)) }
        #expect(try table.match(URLText(url)) == nil && Array(table.matches(URLText(url))).isEmpty)
    }

    @Test
    func aHostThatPlaysNoPartMayBeADotSegment() async throws {
        let router = Router()
        let tails = Recorder<[String]?>()
        try router.register { $0.on("/*rest") { match in tails.add(match.tail) } }
        await router.open("shop://../etc/passwd")
        #expect(tails.all == [["etc", "passwd"]])
    }

    @Test(arguments: ["shop://.../etc", "shop://..a/etc", "shop://a../etc", "shop://%2e%2e%2e/etc"])
    func moreThanDotsIsAHost(url: String) throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on("/:host/etc") { _ in } }
        #expect(router.canOpen(url))
    }

    @Test(arguments: [
        "%2F", "%5C", "%23", "%3F", "%00", "%0d%0a", "%40", "%3A", "%3A80", "%20", "%09", "%1B", "%7F", "%C2%80",
        "%C2%9B",
        "%5B", "%5D", "%3C", "%3E", "%22", "%7B", "%7C", "%7D", "%5E", "%60",
    ])
    func aHostThatDecodesToADelimiterOrAControlIsInvalid(piece: String) async throws {
        for scheme in ["https", "shop"] {
            for host in ["evil.example\(piece).shop.example", "\(piece).shop.example", "shop.example\(piece)"] {
                let router = Router(host: .match)
                try router.register {
                    $0.on("//*.shop.example/*", "//:shop/*", "/*") { _ in Issue.record("handled \(host)") }
                }
                #expect(await router.open("\(scheme)://\(host)/").summary == "invalid")
            }
        }
    }

    @Test(arguments: [
        ("https://ANY.Example/a", "any.example"), ("https://%41NY.example/a", "any.example"),
        ("shop://ANY/a", "any"), ("shop://caf%C3%89/a", "cafÉ"),
    ])
    func aHostThatIsCapturedIsInSmallLetters(url: String, host: String) async throws {
        let router = Router(host: .match)
        let seen = Recorder<[String?]>()
        try router.register { $0.on("//:shop/a") { match in seen.add([match["shop"], match.parameters["shop"]]) } }
        await router.open(url)
        #expect(seen.all == [[host, host]])
    }

    /// Others may spell these hosts differently.
    @Test(arguments: ["127.0.0.1", "[2001:db8::1]", "xn--bcher-kva.example", "a.xn--bcher-kva.example", "shop.1e3"])
    func aHostWithOtherSpellingsEqualsItsOwnOnly(host: String) throws {
        let isName = !host.hasPrefix("[")
        let urls = ["https://\(host)/a", "HTTPS://\(host.uppercased()):80/a"]
        let own = Router(origins: [try Origin("https://\(host)")])
        try own.register { $0.on("/a") { _ in } }
        let spelled = Router(host: .match)
        if isName { try spelled.register { $0.on("//\(host)/a") { _ in } } }
        let others = Router(host: .match)
        try others.register { $0.on("//:shop/a", "//*.0.0.1/a", "//*.example/a", "//*.1e3/a") { _ in } }
        for url in urls {
            #expect(own.canOpen(url) && spelled.canOpen(url) == isName && !others.canOpen(url))
        }
        #expect(others.canOpen("shop://\(host)/a") == isName)
    }

    @Test(arguments: ["shop://u@/a", "shop://:80/a", "shop://u@:80", "file://u@/a", "file://shop.example/a"])
    func nothingBelongsToAHostThatIsMissing(url: String) async throws {
        let router = Router()
        try router.register { $0.on("/*") { _ in Issue.record("handled") } }
        #expect(await router.open(url).summary == "invalid")
    }

    @Test(arguments: [
        "https://me:pw@shop.example", "https://me@shop.example", "https://@shop.example", "shop://me:pw@",
        "shop://me@product",
        "https://shop.example\\", "https://shop.example\\app", "https://shop.example/a\\b", "https:shop.example",
        "https://",
        "https:///app", "shop://..", "shop://a%2Fb", "shop:\u{1B}",
    ])
    func aTextThatIsReadInTwoWaysIsNoOrigin(text: String) {
        #expect(throws: URLTextError.self) { try Origin(text) }
    }

    @Test(arguments: [
        ("shop:", ["", "evil"]), ("shop:", ["", "", "evil", "x"]), ("shop:/", ["", "evil"]),
        ("shop:/app", ["", "evil"]),
        ("shop://", ["", "evil"]), ("shop://", ["evil", "x"]), ("shop://", ["EVIL", "x"]),
        ("shop://app", ["", "evil"]),
        ("https://shop.example", ["", "evil.example"]), ("shop:", ["a", "b"]), ("shop:", []), ("shop://", []),
    ])
    func aURLThatIsWrittenIsReadAtItsOrigin(origin: String, tail: [String]) async throws {
        let router = Router(origins: [try Origin(origin)])
        let seen = Recorder<[String]?>()
        try router.register { $0.on("/*rest") { match in seen.add(match.tail) } }
        let url = try router.url(for: "/*rest", tail: tail)
        #expect(try URLText(url).host != "evil" || origin == "shop://" && tail[0] == "evil")
        await router.open(url)
        #expect(seen.all == [tail], "\(url)")
    }

    @Test(
        arguments: [
            ("shop://", "shop:product/42", false), ("shop://", "shop:/product/42", false),
            ("shop://", "shop://product/42", true),
            ("shop://", "shop:///product/42", true), ("shop:", "shop:product/42", true),
            ("shop:", "shop:/product/42", true),
            ("shop:", "shop://product/42", false), ("shop:", "shop:///product/42", false),
        ] as [(Origin, String, Bool)])
    func anOriginWithSlashesTakesURLsWithSlashes(origin: Origin, url: String, isTaken: Bool) throws {
        let router = Router(origins: [origin])
        try router.register { $0.on("/product/42") { _ in } }
        #expect(router.canOpen(url) == isTaken)
    }
}
