import Routing
import Testing

struct RouteTablePrintingTests {
    @Test
    func theTablePrintsItselfAsATree() throws {
        let table = try RouteTableTests.table([("/user/:id", 0), ("/user/:name/edit", 2), ("/", 0), ("/files/*", 0)])
        #expect(
            table.description == """
                /  → /
                  files
                    *  → /files/*
                  user
                    :name | :id  → /user/:id
                      edit  → /user/:name/edit [2]
                """)
    }

    @Test
    func aMiddleWildcardIsPrintedBeforeATail() throws {
        let table = try RouteTableTests.table(["/*", "/*/b"])
        #expect(
            table.description == """
                /
                  *
                    b  → /*/b
                  *  → /*
                """)
    }

    @Test
    func routesAtOnePlaceArePrintedInTheOrderOfLookup() throws {
        let table = try RouteTableTests.table([("/:a", 0), ("/:b", 2), ("/:c", 2), ("/:d", 5), ("(/:e)(/:f)", 0)])
        let order = table.matches("/x").map(\.value)
        let line = try #require(table.description.split(separator: "\n").first { $0.contains("→ /:") })
        #expect(order == ["/:d", "/:b", "/:c", "/:a", "(/:e)(/:f)"])
        #expect(line.hasSuffix("→ /:d [5], /:b [2], /:c [2], /:a, (/:e)(/:f)"))
    }

    @Test(arguments: [
        ["/u/:{a:UInt}", "/u/:{a:1...9}", "/u/:{a:Double}"], ["/u/:{a:Double}", "/u/:{a:1...9}", "/u/:{a:UInt}"],
    ])
    func segmentsOfOneRankArePrintedInTheOrderOfLookup(patterns: [String]) throws {
        let table = try RouteTableTests.table(patterns + ["/u/me"])
        let printed = table.description.split(separator: "\n").compactMap {
            $0.split(separator: "→ ").dropFirst().first
        }
        #expect(table.matches("/u/7").map(\.value) == patterns)
        #expect(printed.map(String.init) == ["/u/me"] + table.matches("/u/7").map(\.route.pattern.text))
    }

    @Test
    func theMixedSegmentWithMoreTextIsPrintedFirst() throws {
        let table = try RouteTableTests.table(["/a:{x}", "/:{x}-longer", "/:{x}-longer/more"])
        #expect(table.matches("/a-longer").map(\.value) == ["/:{x}-longer", "/a:{x}"])
        #expect(
            table.description == """
                /
                  :{x}-longer  → /:{x}-longer
                    more  → /:{x}-longer/more
                  a:x  → /a:{x}
                """)
    }

    @Test
    func hostsAndQueriesCountInTheOrderOfLookup() throws {
        let table = RouteTable(
            host: .match,
            try ["/a", "/:x", "/a?q", "//:h/a", "//a.b/a", "//*.b/a"].map {
                .init(pattern: try RoutePattern($0), value: $0)
            })
        let order = table.matches(try URLText("x://a.b/a?q")).map(\.value)
        #expect(order == ["//a.b/a", "//*.b/a", "//:h/a", "/a?q", "/a", "/:x"])
        #expect(table.description.contains("  a  → //a.b/a, //*.b/a, //:h/a, /a?q, /a\n"))
    }

    @Test
    func equalTablesPrintOneText() throws {
        let texts = try (0..<20).map { _ in
            try RouteTableTests.table(["(/:a:Int/x)(/:b:Bool)/:c(/:d)"]).description
        }
        #expect(Set(texts).count == 1)
    }
}

/// Single values, as `print` shows them.
struct RouteValuePrintingTests {
    @Test
    func aRouteAMatchAndAParameterPrintTheirPattern() throws {
        let pattern = try RoutePattern("/a/:{page:1...9}/:id?utm-id:Int&q")
        let table = RouteTable([RouteTable.Route(pattern: pattern, priority: 2, value: 0)])
        #expect("\(table.routes[0])" == "/a/:{page:1...9}/:id?utm-id:Int&q [2]")
        #expect(pattern.parameters.map(\.description) == ["page:{1...9}", "id"])
        #expect(pattern.query.map(\.description) == ["utm-id:Int", "q"])
        let match = try #require(table.match(try URLText("x:/a/2/b?utm-id=1&q")))
        #expect("\(match)" == "“/a/:{page:1...9}/:id?utm-id:Int&q”, id: “b”, page: “2”")
        #expect("\(try URLText("x:/a/\u{7F}"))" == "x:/a/\\u{7F}")
    }
}
