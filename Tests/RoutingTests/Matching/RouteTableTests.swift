import Testing

@testable import Routing

struct RouteTableTests {
    static func table(_ routes: [(String, Int)]) throws -> RouteTable<String> {
        RouteTable(try routes.map { .init(pattern: try RoutePattern($0.0), priority: $0.1, value: $0.0) })
    }

    static func table(_ patterns: [String]) throws -> RouteTable<String> {
        try table(patterns.map { ($0, 0) })
    }

    /// U+212A is canonically equivalent to the letter, as a decomposed “é” is to a composed one.
    @Test
    func namesCompareByteByByte() throws {
        for pattern in ["//:host/:K?caf\u{E9}", "//:K/*?caf\u{E9}"] {
            let table = RouteTable(host: .match, [.init(pattern: try RoutePattern(pattern), value: 0)])
            let match = try #require(table.match(URLText("x://1/1?caf%C3%A9")))
            #expect(match["K"] == "1" && match["\u{212A}"] == nil)
            #expect(try table.match(URLText("x://1/1?cafe%CC%81")) == nil)
        }
    }

    /// The examples of the documentation: pattern, path, values, tail.
    @Test(
        arguments: [
            ("/", "/", [:], nil), ("/", "", [:], nil), ("/a", "a", [:], nil), ("/a", "/a/", [:], nil),
            ("/a/:x", "/a/1", ["x": "1"], nil), ("/a/:x", "/a/1/", ["x": "1"], nil),
            ("/:x/b/:y", "/1/b/2", ["x": "1", "y": "2"], nil),
            ("/a/*", "/a", [:], []), ("/a/*", "/a/b/c", [:], ["b", "c"]),
            ("/a/*rest", "/a/b%2Fc/d", [:], ["b/c", "d"]),
            ("/*", "/", [:], []), ("/*", "//", [:], [""]), ("/a/*", "/a//b", [:], ["", "b"]),
            ("/a/*", "/a//", [:], [""]), ("/a/*", "/a//b/..", [:], [""]),
            ("/a/*/c", "/a/b/c", [:], nil), ("/*/:x/*", "/a/b/c", ["x": "b"], ["c"]),
            ("/a(/:x)(/b/:y)", "/a", [:], nil), ("/a(/:x)(/b/:y)", "/a/1", ["x": "1"], nil),
            ("/a(/:x)(/b/:y)", "/a/b/2", ["y": "2"], nil),
            ("/a(/:x)(/b/:y)", "/a/1/b/2", ["x": "1", "y": "2"], nil), ("/a(/b(/:x))", "/a/b/1", ["x": "1"], nil),
            ("/a(/:x)(/:y)", "/a/1", ["x": "1"], nil), ("/a(/x)/a(/y)", "/a/a/y", [:], nil),
            ("/a/:x", "/a/b%2Fc", ["x": "b/c"], nil), ("/a/:x", "/a/1+1%2B1", ["x": "1+1+1"], nil),
            ("/a/:x", "/a/100%", ["x": "100%"], nil), ("/a/:x", "/a/%zz", ["x": "%zz"], nil),
            ("/caf%C3%A9", "/café", [:], nil), ("/café", "/caf%c3%a9", [:], nil), ("/a%2Fb", "/a%2fb", [:], nil),
            ("/a/b", "/a/x/../b", [:], nil), ("/a/b", "/a/./b/.", [:], nil), ("/b", "/../../b", [:], nil),
            ("/b", "/a/%2e%2E/b", [:], nil), ("/a/:x", "/a/...", ["x": "..."], nil), ("/a", "/a/b/..", [:], nil),
            ("/a/:x", "/a/.b", ["x": ".b"], nil), ("/", "/a/..", [:], nil),
        ] as [(String, String, [String: String], [String]?)])
    func aPathMatches(pattern: String, path: String, parameters: [String: String], tail: [String]?) throws {
        let match = try #require(try Self.table([pattern]).match(path))
        #expect(match.parameters == parameters)
        #expect(match.tail == tail)
        for name in match.route.pattern.parameters.map(\.name) { #expect(match[name] == parameters[name]) }
    }

    @Test(arguments: [
        ("/a", "/"), ("/", "/a"), ("/a", "/A"), ("/a", "/a//"), ("/:x", "/"), ("/:x", "//"), ("/a/:x", "/a"),
        ("/a/:x", "/a/b/c"), ("/a/:x/b", "/a//b"), ("/a/*/b", "/a//b"), ("/a/*/c", "/a/b/b/c"), ("/a/b", "/a%2Fb"),
        ("/a(/b(/c))", "/a/c"), ("/a/:x", "/a/%FF"), ("/*", "/%C3%28"), ("/*", "/%ED%A0%80"), ("/café", "/cafe%CC%81"),
        ("/product", "/products"), ("/products", "/product"), ("/a/*", "/b"),
    ])
    func aPathDoesNotMatch(pattern: String, path: String) throws {
        #expect(try Self.table([pattern]).match(path) == nil)
        #expect(try Array(Self.table([pattern]).matches(path)).isEmpty)
    }

    /// The patterns of each case are in the order in which they have to be found.
    @Test(
        arguments: [
            ("/a", ["/a", "/:x", "/*"]),
            ("/a/b", ["/a/b", "/a/:x", "/a/*", "/:x/b", "/:x/:y", "/:x/*", "/*/b", "/*/:y", "/*"]),
            ("/a", ["/a", "/a/*"]), ("/", ["/", "/*"]), ("/a/b", ["/a/b", "/a/b/*", "/a/:x/*", "/a/*"]),
            ("/a/b/c", ["/a/:x/c", "/a/*/c", "/a/*", "/:x/b/c"]),
            ("/a/b/c", ["/a/:x/*", "/a/*/c", "/:x/b/c", "/*/b/c"]),
            ("/a/", ["/a", "/:x", "/*"]), ("/a%62", ["/ab", "/:x"]),
            ("/a/b/c/d", ["/a/:x/c/:y", "/a/:x/:y/d", "/a/*/c/d"]),
            ("/a", ["/a(/b)", "/:x(/b)", "/(b)/*"]), ("/a//c", ["/a/*", "/*"]), ("/a/b", ["/a/b(/c)/*", "/a(/b/c)/*"]),
            (
                "/a/b/c",
                [
                    "/a/b/c", "/a/b/:x", "/a/b/*", "/a/:x/c", "/a/:x/:y", "/a/:x/*", "/a/*/c", "/a/*/:y", "/a/*",
                    "/:x/b/c",
                    "/*/b/c", "/*",
                ]
            ),
            ("/a/b", ["/a(/:x)", "/:x/b"]), ("/a/b/c", ["/a/b/:x", "/a/:x/c", "/:x/b/c"]),
        ] as [(String, [String])])
    func moreSpecificComesFirstWhateverTheRegistration(path: String, patterns: [String]) throws {
        #expect(try Self.table(patterns).matches(path).map(\.value) == patterns)
        #expect(try Self.table(patterns.reversed()).matches(path).map(\.value) == patterns)
        #expect(try Self.table(patterns.reversed()).match(path)?.value == patterns[0])
    }

    @Test(
        arguments: [
            ("/a", [("/*", 1), ("/a", 0)]), ("/a", [("/:x", 0), ("/a", -1)]),
            ("/a/b", [("/:x/b", 3), ("/a/:x", 2), ("/*", 1), ("/a/b", 0)]),
            ("/a/b", [("/a/*", 5), ("/a/b", 4), ("/:x/:y", 4), ("/:x/b", 3)]),
            ("/a", [("/:x", .max), ("/a", .min)]), ("/a/b", [("/a/:x", 1), ("/:x/b", 1), ("/a/b", 0)]),
            ("/a/b/c", [("/a/:x/:y", 9), ("/a/b/c", 8), ("/a/b/*", 8), ("/a/*", 8), ("/:x/b/c", 8), ("/a/b/:z", 1)]),
        ] as [(String, [(String, Int)])])
    func higherPriorityComesBeforeAllElse(path: String, routes: [(String, Int)]) throws {
        #expect(try Self.table(routes).matches(path).map(\.value) == routes.map(\.0))
        #expect(try Self.table(routes.reversed()).matches(path).map(\.value) == routes.map(\.0))
        #expect(try Self.table(routes.reversed()).match(path)?.value == routes[0].0)
    }

    @Test(arguments: [
        ("/a/1", ["/a/:x", "/a/:y"]), ("/a", ["/a/*", "/a/*rest"]), ("/a", ["/a", "/a(/b)"]), ("/a", ["/a(/b)", "/a"]),
    ])
    func equalShapesComeInTheOrderOfRegistration(path: String, patterns: [String]) throws {
        #expect(try Self.table(patterns).matches(path).map(\.value) == patterns)
    }

    @Test
    func aDeadEndGoesBackAndForgetsItsValues() throws {
        let table = try Self.table(["/a/:x/:y/end", "/a/:one/*", "/:all/b/c/d"])
        let match = try #require(table.match("/a/b/c/d"))
        #expect(match.parameters == ["one": "b"])
        #expect(match.tail == ["c", "d"])
        let last = try #require(Array(table.matches("/a/b/c/d")).last)
        #expect(last.parameters == ["all": "a"])
    }

    @Test
    func namesAtOnePlaceMayDiffer() throws {
        let table = try Self.table(["/user/:id/edit", "/user/:name/show"])
        #expect(table.match("/user/7/edit")?.parameters == ["id": "7"])
        #expect(table.match("/user/7/show")?.parameters == ["name": "7"])
    }

    @Test
    func aRouteIsFoundOncePerPathByItsBestGroups() throws {
        let matches = try Array(Self.table(["/a(/:x)(/:y)(/*)"]).matches("/a/1/2"))
        #expect(matches.map(\.parameters) == [["x": "1", "y": "2"]])
    }

    @Test
    func thousandsOfSiblingsAreAllFound() throws {
        let table = try Self.table((0..<5000).map { "/route\($0)/:id" })
        for number in stride(from: 0, to: 5000, by: 7) {
            #expect(table.match("/route\(number)/x")?.value == "/route\(number)/:id")
        }
    }

    @Test
    func aLongPathMatchesNothing() throws {
        let table = try Self.table(["/*"])
        #expect(table.match(String(repeating: "a", count: 65_536)) != nil)
        #expect(table.match(String(repeating: "a", count: 65_537)) == nil)
    }

    @Test
    func theEarliestGroupWins() throws {
        let table = try Self.table(["/a(/:x)(/:y)(/:z)"])
        #expect(table.match("/a/1")?.parameters == ["x": "1"])
        #expect(table.match("/a/1/2")?.parameters == ["x": "1", "y": "2"])
    }

    @Test(arguments: ["x:/q/%2e%2E/a", "x:/a//b/.."])
    func theDotSegmentsOfAURLAreRemoved(url: String) throws {
        let router = Router()
        try router.register { $0.on("/a", "/a/*/x", "/a/*", overriding: true) { _ in } }
        #expect(router.canOpen(url))
    }
}

struct RouteTreeTests {
    /// Of every length up to 70 bytes some that differ in one byte only, added one after the other.
    @Test(arguments: [1, 2, 9, 100, 700])
    func everyLiteralIsFoundAndNothingElse(count: Int) throws {
        let literals = (0..<count).map { number in
            let length = 1 + number / 10
            return String(repeating: "a", count: length - 1) + "\(number % 10)"
        }
        var table = RouteTable<String>()
        for literal in literals { table.insert([.init(pattern: try RoutePattern("/\(literal)/:id"), value: literal)]) }
        for literal in literals {
            #expect(table.match("/\(literal)/1")?.value == literal)
            #expect(table.match("/\(literal)/%31")?.value == literal)
            for other in [literal + "\0", literal + "a", "b" + literal.dropFirst(), literal.dropLast() + "x"] {
                #expect(table.lookup("/\(other)/1") == nil, "\(other)")
                #expect(table.lookup("/\(other)/%31") == nil, "\(other)")
            }
        }
    }

    /// A literal may begin with a dot; where it leads to a dead end, the segment is a value all the same, and no dot segment.
    @Test(arguments: [0, 1])
    func aSegmentThatBeginsWithADotIsLookedUpByEachAlternative(priority: Int) throws {
        let patterns = ["/.hidden/x", "/:a/y", "/:a/:b", "/.hidden/*", "/x", "/"]
        let table = try RouteTableTests.table(patterns.map { ($0, $0 == "/x" ? priority : 0) })
        let paths = [
            "/.hidden/x": ["/.hidden/x", "/.hidden/*", "/:a/:b"], "/.hidden/y": ["/.hidden/*", "/:a/y", "/:a/:b"],
            "/.hidden/./x/": ["/.hidden/x", "/.hidden/*", "/:a/:b"], "/.hidden/../x": ["/x"], "/.hidden/..": ["/"],
            "/%2Ehidden/%79": ["/.hidden/*", "/:a/y", "/:a/:b"], "/.other/y": ["/:a/y", "/:a/:b"], "/..": ["/"],
        ]
        for (path, expected) in paths {
            #expect(table.matches(path).map(\.value) == expected, "\(path)")
            #expect(table.match(path)?.value == expected.first, "\(path)")
        }
    }
}
