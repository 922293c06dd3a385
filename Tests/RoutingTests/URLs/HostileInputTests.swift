import Routing
import Testing

/// Nothing read from a URL or a pattern can crash, hang or grow without bound.
struct HostileInputTests {
    /// The texts that are repeated up to the limit of a URL, each with the beginning before it.
    @Test(arguments: [
        ("x://h", "/"), ("x://h", "/a/.."), ("x://h/", "%e2%82%ac"), ("x://h/", "%"), ("x://h/", "%2e%2e/"),
        ("x://", "@"),
        ("x://", "a"), ("x:", "//"), ("x://h?", "a&"), ("x://h?", "=&"), ("x://h#", "%41"), ("x://h/", "é"), ("", "x"),
    ])
    func aURLOfTheGreatestLengthIsAnswered(start: String, piece: String) async throws {
        let router = Router(host: .path)
        let tails = Recorder<Int>()
        try router.register {
            $0.on("/*") { match in tails.add((match.tail?.count ?? 0) + match.query.count) }
            $0.on("/:a/:b", "/*/*/*/:x") { _ in .declined }
        }
        let count = (URLText.maximumLength - start.utf8.count) / piece.utf8.count
        let url = start + String(repeating: piece, count: count)
        #expect(await router.open(url).isHandled == router.canOpen(url))
        #expect(await router.open(url + url + url).isHandled == false)
    }

    @Test(arguments: [
        "x://h/%C0%AF", "x://h/%E0%80%AF", "x://h/%ED%A0%80", "x://h/%F4%90%80%80", "https://h/%FF", "x://%FF/a",
    ])
    func bytesThatAreNoTextAreInvalidInHostAndPath(url: String) async throws {
        let router = Router(host: .path)
        try router.register { $0.on("/*") { _ in Issue.record("handled") } }
        let outcome = await router.open(url)
        #expect(outcome.summary == "invalid encoding")
        #expect(!router.canOpen(url))
    }

    @Test
    func aZeroByteIsACharacterLikeAnyOther() async throws {
        let router = Router()
        let seen = Recorder<String?>()
        try router.register { $0.on("/:a") { match in seen.add(match["a"]) } }
        for url in ["x:/p%00q", "x:/%70%00q"] { await router.open(url) }
        #expect(seen.all == ["p\0q", "p\0q"])
    }

    @Test
    func aURLThatIsTooLongIsInvalid() async throws {
        let router = Router()
        try router.register { $0.on("/*") { _ in Issue.record("handled") } }
        for url in ["x:/" + String(repeating: "a", count: 1 << 20), "x:/?" + String(repeating: "a=1&", count: 100_000)]
        {
            let outcome = await router.open(url)
            #expect(outcome.summary == "invalid")
            #expect(!router.canOpen(url))
        }
    }

    @Test
    func backtrackingNeverTakesLongerThanTheTable() throws {
        let choices = ["/a", "/:x#", "/*"]
        var patterns = [""]
        for depth in 0..<7 {
            patterns = patterns.flatMap { pattern in
                choices.map { pattern + $0.replacing("#", with: "\(depth)") }
            }
        }
        let table = RouteTable(
            try patterns.map { RouteTable.Route(pattern: try RoutePattern($0 + "/end"), value: $0) })
        let path = String(repeating: "/a", count: 7)
        #expect(table.match(path + "/dead") == nil)
        #expect(table.match(path + "/end")?.value == path)
        #expect(Array(table.matches(path + "/end")).count == patterns.count)
    }

    /// Pieces of patterns and URLs in any order; the seed makes it the same each time.
    @Test(arguments: 1...8)
    func anyTextIsParsedOrRefused(seed: UInt64) throws {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % bound
        }
        let pieces = [
            "/", "(", ")", ":", "*", "a", "b", ":x", ":{y}", "%", "%2F", "%C3", "%A9", ".", "..", "{", "-", "?", "#",
            "é", "\0",
            "@", "[", "]", "x:", "//", "&", "=", "+", "1", " ", "*rest", "(/c)", "%2e",
        ]
        for _ in 0..<500 {
            let text = (0..<random(12)).map { _ in pieces[random(pieces.count)] }.joined()
            let path = (0..<random(8)).map { _ in pieces[random(pieces.count)] }.joined()
            _ = try? URLText(text).query
            switch Result(catching: { () throws(RoutePatternError) in try RoutePattern(text) }) {
            case .success(let pattern):
                #expect(try RoutePattern(pattern.description) == pattern)
                let table = RouteTable([.init(pattern: pattern, value: 1)])
                #expect((table.match(path) == nil) == Array(table.matches(path)).isEmpty)
            case .failure(let error):
                #expect((0...text.utf8.count).contains(error.offset))
                #expect(!error.description.isEmpty)
            }
        }
    }

    /// Pieces of JSON in any order; the seed makes it the same each time.
    @Test(arguments: 1...8)
    func anyTableIsReadOrRefused(seed: UInt64) throws {
        var random = Xorshift(seed: seed)
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u00e9", "\\ud83d", "é", "\0", "1", "1e999", "null", "\"a\":",
            "\"routes\":",
            "{\"pattern\":\"/:a\"}", "\"metadata\":", "\"host\":\"path\"", "{\"routes\":[",
        ]
        for _ in 0..<300 {
            let json = (0..<random.next(below: 12)).map { _ in pieces[random.next(below: pieces.count)] }.joined()
            switch Result(catching: { () throws(RouteListError) in try RouteList(json: json + "]}") }) {
            case .success(let list): #expect(try RouteList(json: list.json) == list)
            case .failure(let error): #expect(!error.description.isEmpty)
            }
        }
    }

    @Test(arguments: [
        ("", "["), ("", "{\"a\":"), ("{\"routes\":[", "{\"pattern\":\"/:\"},"), ("{", "\"a\\n\":1,"),
        ("{\"", "\\u0301"), ("\"", "\\"),
    ])
    func aLargeTableThatIsWrongIsRefused(start: String, piece: String) {
        let json = start + String(repeating: piece, count: (1 << 17) / piece.utf8.count)
        #expect(throws: RouteListError.self) { try RouteList(json: json) }
    }
}
