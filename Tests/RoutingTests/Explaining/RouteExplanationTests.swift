import Testing

@testable import Routing

struct RouteExplanationTests {
    private typealias Reason = RouteExplanation.NearMiss.Reason

    private func table(_ lines: [String]) throws -> RouteTable<String> {
        RouteTable(host: .match, try RouteLine.routes(lines))
    }

    /// A route, a URL that it nearly takes, and what is said of it.
    @Test(
        arguments: [
            ("/user/:id/edit", "x:/user/7/edti", "literal differs", 2, "edit", "edti"),
            ("/settings", "x:/setings", "literal differs", 0, "settings", "setings"),
            ("/User", "x:/user", "literal differs", 0, "User", "user"),
            ("/user/:id:Int", "x:/user/abc", "type refuses", 1, "Int", "abc"),
            ("/:{page:1...9}", "x:/12", "type refuses", 0, "1...9", "12"),
            ("/file/:name.json", "x:/file/a.xml", "text differs", 1, ":name.json", "a.xml"),
            ("/:{n:Int}.json", "x:/a.json", "text differs", 0, ":n:Int.json", "a.json"),
            ("/user/:id", "x:/user", "path ends", 1, ":id", nil),
            ("/user/:id", "x:/user/7/edit", "path goes on", 2, nil, "edit"),
            ("/user/:id/edit", "x:/user//edit", "empty segment", 1, ":id", ""),
            ("/a(/:x)(/b)", "x:/a/1/c", "literal differs", 2, "b", "c"),
            ("/a?ref", "x:/a?other=1", "query item missing", nil, "ref", nil),
            ("/a?page:Int", "x:/a?page=two+three", "query item refused", nil, "page:Int", "two three"),
            ("/a?x&y", "x:/a?x", "query item missing", nil, "y", nil),
            ("/a shop,https", "http:/a", "scheme differs", nil, "https or shop", "http"),
            ("//shop.example/a", "x://other.example/a", "host differs", nil, "//shop.example", "other.example"),
            ("//*.shop.example/a", "x:/a", "host differs", nil, "//*.shop.example", nil),
            ("/a/*", "x:/b/c", nil, nil, nil, nil), ("/:x", "x:/b/c", nil, nil, nil, nil),
            ("/a/:x/c", "x:/", nil, nil, nil, nil), ("/other", "x:/settings", nil, nil, nil, nil),
            ("/a", "x:/a", nil, nil, nil, nil),
        ] as [(String, String, String?, Int?, String?, String?)])
    func aNearMissSaysWhatDoesNotFit(
        line: String, url: String, reason: String?, segment: Int?, expected: String?, found: String?
    ) throws {
        let misses = try table([line]).explain(url).nearMisses
        #expect(misses.map(\.reason.description) == [reason].compactMap(\.self))
        guard reason != nil else { return }
        let miss = try #require(misses.first)
        #expect(miss.segment == segment)
        #expect(miss.expected == expected)
        #expect(miss.found == found)
        #expect(miss.pattern == (try RouteLine.route(line).pattern))
    }

    @Test(
        arguments: [
            ("/user/:id/edit", "x:/user/7/edti", "segment 3 is “edti”, not “edit”"),
            ("/user/:id:Int", "x:/user/abc", "segment 2 is “abc”, which is not of the type Int"),
            ("/file/:name.json", "x:/file/a.xml", "segment 2 is “a.xml”, which does not look like “:name.json”"),
            ("/user/:id", "x:/user", "the path ends before segment 2, “:id”"),
            ("/user/:id", "x:/user/7/edit", "the path goes on with segment 3, “edit”"),
            ("/user/:id/edit", "x:/user//edit", "segment 2 is empty, where “:id” takes text"),
            ("/a?ref", "x:/a", "the query has no item “ref”"),
            ("/a?page:Int", "x:/a?page=two", "the query has “two” where the item “page:Int” is asked for"),
            ("/a shop,https", "http:/a", "the scheme is “http”, not https or shop"),
            ("//shop.example/a", "x://b/a", "the host is “b”, not “//shop.example”"),
            ("//shop.example/a", "x:/a", "the host is nothing, not “//shop.example”"),
        ])
    func everyReasonIsASentence(line: String, url: String, sentence: String) throws {
        let table = try table([line])
        let pattern = table.routes[0].pattern.text
        #expect(table.explain(url).description == "\(url) matches nothing.\n“\(pattern)”: \(sentence).")
    }

    @Test(
        arguments: [
            // One thing comes before several.
            (["/user/:id/a/b", "/user/:id:Int"], "x:/user/x", ["/user/:id:Int", "/user/:id/a/b"]),
            // Farther comes before nearer.
            (["/user/:id:Int/edit", "/user/:id/edit"], "x:/user/x/edti", ["/user/:id/edit"]),
            (["/user/new", "/user/now/x", "/product/new"], "x:/user/nex/y", ["/user/new", "/user/now/x"]),
            (["/a/:x:Int", "/a/:y:Bool", "/b/:x"], "x:/a/z", ["/a/:x:Int", "/a/:y:Bool"]),
            (["/settings", "/setting"], "x:/settin", ["/setting", "/settings"]),
            // What matches is no near miss.
            (["/user/:id", "/user/:id:Int", "/*"], "x:/user/x", ["/user/:id:Int"]),
        ] as [([String], String, [String])])
    func theBestComesFirst(lines: [String], url: String, patterns: [String]) throws {
        #expect(try table(lines).explain(url).nearMisses.map(\.pattern.text) == patterns)
    }

    @Test
    func whatIsFoundIsSaidFirst() throws {
        let explanation = try table(["/user/:id:Int", "/user/:id"]).explain("x:/user/a")
        #expect(explanation.route == 1)
        #expect(
            explanation.description == """
                x:/user/a matches “/user/:id”.
                “/user/:id:Int”: segment 2 is “a”, which is not of the type Int.
                """)
    }

    @Test(arguments: [
        (
            "user/7",
            "user/7 is no URL that can be looked up. The URL is wrong at offset 4: it does not begin with a scheme."
        ),
        (
            "x:/%FF",
            "x:/%FF is no URL that can be looked up. The URL is wrong at offset 3: its escapes do not decode to UTF-8."
        ),
    ])
    func aTextThatIsNoURLIsToldFromAMiss(url: String, description: String) throws {
        let explanation = try table(["/*"]).explain(url)
        #expect(explanation.urlError != nil && explanation.nearMisses.isEmpty && explanation.route == nil)
        #expect(explanation.description == description)
    }

    @Test
    func aURLOfNoOriginIsToldFromAMiss() throws {
        let table = RouteTable(origins: ["shop://"], try RouteLine.routes(["/*"]))
        #expect(table.explain("https://a/b").isOutsideOrigins)
        #expect(table.explain("https://a/b").description == "https://a/b begins with none of the origins.")
        #expect(table.explain("shop://a/b").route == 0)
    }

    @Test
    func aHostThatWasMeantAsASegmentIsNamed() throws {
        let routes = try RouteLine.routes(["/product/:id"])
        let explanation = RouteTable(routes).explain("shop://product/42")
        #expect(explanation.patternWithHost?.text == "/product/:id")
        let hint = "“/product/:id” would fit if the host were a part of the path: name the URLs' origins."
        #expect(explanation.description == "shop://product/42 matches nothing.\n" + hint)
        for url in ["https://product/42", "HTTP://product/42", "shop://x/product/42", "shop://other/42"] {
            #expect(RouteTable(routes).explain(url).patternWithHost == nil)
        }
        #expect(RouteTable(host: .path, routes).explain("shop://product/42").patternWithHost == nil)
        #expect(RouteTable(origins: ["app://x"], routes).explain("shop://product/42").patternWithHost == nil)
    }

    @Test
    func nearMissesAreBounded() throws {
        let explanation = try table((0..<1_000).map { "/user/:id/page\($0)" }).explain("x:/user/7/none")
        #expect(explanation.nearMisses.count == RouteExplanation.maximumNearMisses)
        #expect(explanation.omittedCount == 992)
        #expect(explanation.description.hasSuffix("\n… and 992 more"))
        #expect(try table((0..<1_000).map { "/route\($0)" }).explain("x:/").nearMisses.isEmpty)
    }

    @Test
    func aLongSegmentIsCutShort() throws {
        let text = String(repeating: "x", count: 60_000)
        let explanation = try table(["/a/:id:Int"]).explain("x:/a/\(text)")
        #expect(explanation.nearMisses.first?.found == text)
        #expect(explanation.description.utf8.count < 400)
    }

    @Test(arguments: ["x:/A/1.JSON", "x:/a/1.json"])
    func caseIsIgnoredWhereItDoesNotCount(url: String) throws {
        let table = RouteTable(ignoringCase: true, try RouteLine.routes(["/A/:x:Int", "/a/:{x:Int}.Json/b"]))
        let misses = table.explain(url).nearMisses
        #expect(misses.map(\.reason.description) == ["path ends", "type refuses"])
    }

    /// What is explained is what happens: the route that is found is no near miss, and without a fault there is one.
    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func explanationsAgreeWithMatches(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = ["a", "b", ":x", ":x:Int", "*", ":{x}.a", "(/a)"]
        let segments = ["a", "b", "1", "1.a", ""]
        for _ in 0..<300 {
            let lines = (0..<4).map { _ in
                (0..<2).map { number in
                    "/" + (pieces.randomElement(using: &random) ?? "").replacing("x", with: "x\(number)")
                }.joined()
            }
            let table = try table(lines)
            let path = (0..<3).map { _ in "/" + (segments.randomElement(using: &random) ?? "") }.joined()
            let explanation = table.explain("x:" + path)
            let found = try table.matches(URLText("x:" + path)).map(\.value)
            #expect(explanation.route.map { lines[$0] } == found.first)
            for miss in explanation.nearMisses { #expect(!found.contains(lines[miss.route])) }
        }
    }
}
