import Testing

@testable import Routing

struct RouteConflictTests {
    /// Routes and the conflicts among them, which have to be found in a table and one by one.
    private func check(_ table: RouteTable<String>, _ lines: [String], _ expected: [String]) throws {
        let routes = try RouteLine.routes(lines)
        var whole = table
        whole.insert(routes)
        #expect(whole.conflicts.map(\.summary) == expected, "\(lines)")
        var index = ConflictIndex(table.tree.addressing, isIgnoringCase: table.tree.isIgnoringCase)
        #expect(routes.flatMap { index.add($0.record).map(\.summary) } == expected, "\(lines)")
    }

    private func check(_ lines: [String], _ expected: [String]) throws {
        try check(RouteTable(host: .match), lines, expected)
    }

    @Test(
        arguments: [
            (["/a", "/a"], true), (["/a", "/A"], false), (["/a", "/b"], false), (["/a/:x", "/a/:y"], true),
            (["/a/:x:Int", "/a/:y:Int"], true), (["/a/*", "/a/*rest"], true), (["/*/b", "/*/b"], true),
            (["/:x.json", "/:y.json"], true), (["/:x:Int.json", "/:y:Int.json"], true), (["/a", "/a/"], true),
            (["/%61", "/a"], true), (["/a 1", "/a 1"], true), (["/", "/"], true),
            (["/", "/*"], false), (["/a", "/a/*"], false), (["/*", "/*/b"], false), (["/:x", "/*"], false),
            (["/:{x:1...9}", "/:{y:01...9}"], true),
            // By expansion.
            (["/a", "/a(/b)"], true), (["/a(/b)", "/a/b"], true), (["/a(/b)", "/a(/c)"], true),
            (["/a/b", "/a(/c)"], false), (["/a(/:x)/c", "/a/:y"], false), (["/a(/b)(/:x)", "/z(/y)", "/a/b/:c"], true),
            (["/(a/):x", "/a/:y"], true),
            // Schemes.
            (["/a shop", "/a https"], false), (["/a shop", "/a"], true), (["/a shop", "/a SHOP"], true),
            (["/a shop,https", "/a https,http"], true),
            // Hosts.
            (["//a.b/x", "//a.b/y"], false), (["//a.b/x", "//A.b/x"], true), (["//a.b/x", "/x"], false),
            (["//*.b/x", "//*.b/x"], true), (["//:h/x", "//:i/x"], true), (["//a.b/x", "//c.b/x"], false),
            // Queries.
            (["/a?x", "/a?x"], true), (["/a?x&y", "/a?y&x"], true), (["/a?x", "/a"], false),
            (["/a?x:Int", "/a?x:Int"], true),
        ] as [([String], Bool)])
    func sameShapeAndPriorityAreDuplicates(lines: [String], isDuplicate: Bool) throws {
        let last = lines.count - 1
        try check(lines, isDuplicate ? ["duplicate 0 \(last)"] : [])
    }

    @Test(
        arguments: [
            (["/* 1", "/a"], true), (["/a", "/* 1"], true), (["/* 1", "/*"], true), (["/* 1", "/"], true),
            (["/a", "/*"], false), (["/a 1", "/*"], false), (["/:x 1", "/a"], true), (["/a 1", "/:x"], false),
            (["/:x 1", "/:y"], true), (["/:x 1", "/:y:Int"], true), (["/:x:Int 1", "/:y"], false),
            (["/:x:Int 1", "/7"], true), (["/:x:Int 1", "/a"], false), (["/:x:Int 1", "/:{y:1...9}"], true),
            (["/:x:Double 1", "/:y:Int"], true), (["/:x:Int 1", "/:y:Double"], false),
            (["/:x 1", "/*"], false), (["/:x/b 1", "/*/b"], true), (["/*/b 1", "/:x/b"], true),
            (["/:x.json 1", "/a.json"], true), (["/:x.json 1", "/:y.:z.json"], true), (["/:x.json 1", "/:y"], false),
            (["/:x.json 1", "/a.xml"], false), (["/:x 1", "/:y.json"], true), (["/:{x:a|b} 1", "/a"], true),
            (["/a 1", "/:{x:a|b}"], false), (["/:x.c 1", "/:{y:a.c|b.c}"], true),
            (["/a/* 1", "/a/b/c"], true), (["/a/* 1", "/a"], true), (["/a/* 1", "/a/*"], true),
            (["/a/:x 1", "/a/*"], false), (["/a/b/* 1", "/a/*"], false), (["/a/:x/* 1", "/a/b/c/*"], true),
            (["/a 1", "/a"], true), (["/a -1", "/a"], true), (["/:a/:b 5", "/x/:b 4"], true),
            // By expansion.
            (["/a 1", "/a(/b)"], false), (["/a/* 1", "/a(/b)"], true), (["/a(/b) 1", "/a/b"], true),
            (["/a(/:x) 1", "/a(/b)"], true), (["/a(/b) 1", "/a(/:x)"], false), (["/a(/b)(/c) 1", "/a/c"], true),
            // Schemes.
            (["/* 1 shop", "/a"], false), (["/* 1", "/a shop"], true), (["/* 1 shop,https", "/a shop"], true),
            (["/* 1 shop", "/a shop,https"], false), (["/* 1 shop", "/a https"], false),
            // Hosts.
            (["//*.b/* 1", "//*.a.b/x"], true), (["//*.a.b/* 1", "//*.b/x"], false), (["//*.b/* 1", "//a.b/x"], true),
            (["//*.b/* 1", "//b/x"], false), (["//a.b/* 1", "/x"], false), (["//:h/* 1", "//a.b/x"], true),
            (["//:h/* 1", "/x"], false), (["/* 1", "//a.b/x"], true), (["//a.b/* 1", "//*.b/x"], false),
            // Queries.
            (["/*?x 1", "/a"], false), (["/* 1", "/a?x"], true), (["/*?x 1", "/a?x:Int"], true),
            (["/*?x:Int 1", "/a?x"], false), (["/*?x 1", "/a?x&y"], true), (["/*?x 1", "/a?y"], false),
        ] as [([String], Bool)])
    func aRouteThatAHigherPriorityCoversIsUnreachable(lines: [String], isUnreachable: Bool) throws {
        try check(lines, isUnreachable ? ["unreachable 0 1"] : [])
    }

    @Test(
        arguments: [
            (["/:a:Int", "/:b:Double"], "app:///1"), (["/:a:Int", "/:b:UUID"], nil),
            (["/:a:Int", "/:b:UInt"], "app:///1"),
            (["/:{a:1...9}", "/:{b:9...20}"], "app:///9"), (["/:{a:1...9}", "/:{b:10...20}"], nil),
            (["/:{a:x|y}", "/:{b:y|z}"], "app:///y"), (["/:{a:x|y}", "/:{b:y|x}"], "app:///x"),
            (["/:{a:x|y}", "/:{b:z}"], nil), (["/:{a:x%2Fy|z}", "/:{b:x%2Fy|w}"], "app:///x%2Fy"),
            (["/:a:Int/c", "/:b:Double/c"], "app:///1/c"), (["/:a:Int/c", "/:b:Double/d"], nil),
            (["/:a:Int/*", "/:b:Double/*"], "app:///1"), (["/:a:Int/*", "/:b:Double"], nil),
            (["/:a:Int 1", "/:b:Double"], nil), (["/:a:Never", "/:b:Int"], nil),
            (["/a~:b", "/:b~a"], "app:///a~a"), (["/a-:b", "/b-:c"], nil),
            (["/:a.json", "/:b.xml"], nil), (["/:a~b", "/a~:b.c"], nil),
            (["/:a:Int(/x)", "/:b:Double/x"], "app:///1/x"), (["/:a:Int(/x)", "/:b:Double(/y)"], "app:///1"),
            // Texts that are an example of neither.
            (["/:a-:b", "/:a.:b"], "app:///a.a-a"), (["/prefix:{w}", "/:{w}suffix"], "app:///prefixasuffix"),
            (["/@:user", "/:slug-:{id}"], "app:///%40a-a"), (["/x:{a}-7", "/:{b}y-7"], "app:///xay-7"),
            (["/v:{n:Int}", "/:{w}7"], "app:///v7"), (["/vx:{n:100...200}", "/:{w}50"], "app:///vx150"),
            (["/a:{n:Int}-:k", "/:x-3:{y:Int}"], "app:///a1-31"),
            (["/:{a}-:{n:red|blue}", "/:{b}e:{c}"], "app:///1-red"),
            (["/v:{n:Int}", "/:{w}x"], nil), (["/a:{b}c", "/a:{b}d"], nil), (["/ab:{c}", "/ac:{d}"], nil),
            // What the same URL finds in other groups ranks differently.
            (["/:a:Int(/1)/b", "/:a:Double(/1)/c"], nil), (["/(1/):a:Int", "/(1/):b:Double"], "app:///1/1"),
            // Schemes.
            (["/:a:Int shop", "/:b:Double https"], nil), (["/:a:Int shop,Web", "/:b:Double web,https"], "web:///1"),
            (["/:a:Int shop", "/:b:Double"], "shop:///1"),
            // Hosts.
            (["//*.a.b/x", "//*.b/x"], "app://1.a.b/x"), (["//*.a/x", "//*.b/x"], nil),
            (["//:h/x", "//:{i:a|b}/x"], "app://a/x"),
            (["//:{h:a|c}/x", "//:{i:a|b}/x"], "app://a/x"),
            (["//a/:x:Int", "//a/:x:Double"], "app://a/1"), (["//a/:x:Int", "//*.a/:x:Double"], nil),
            // Queries.
            (["/a?x", "/a?y"], "app:///a?x&y"), (["/a?x:Int", "/a?x:Double"], "app:///a?x=1"),
            (["/a?x:Int", "/a?x"], "app:///a?x=1"), (["/a?x:Int", "/a?x:UUID"], nil), (["/a?x&y", "/a?z"], nil),
            (["/?x%20y", "/?y:{a+b}"], "app:///?x%20y&y=a%20b"),
        ] as [([String], String?)])
    func aURLThatOnlyTheOrderOfRegistrationDecidesIsAmbiguous(lines: [String], witness: String?) throws {
        try check(lines, witness.map { ["ambiguous 0 1 \($0)"] } ?? [])
        guard let witness else { return }
        let found = RouteTable(host: .match, try RouteLine.routes(lines)).matches(try URLText(witness))
        #expect(found.map(\.value) == lines)
    }

    /// Overlaps that the order of routes decides, which a loose definition calls conflicts.
    @Test(arguments: [
        ["/a", "/:x"], ["/a/:x", "/:x/b"], ["/:x", "/:y:Int"], ["/:x.json", "/:x"], ["/a(/:x)", "/:x/b"],
        ["/:x.json", "/:x.min.json"], ["/a?x", "/a"], ["//a.b/x", "/x"], ["/a(/b)(/b)"], ["/a", "/* -1", "/:x -1"],
    ])
    func routesThatSpecificityOrdersAreNoConflict(lines: [String]) throws {
        try check(lines, [])
    }

    @Test(arguments: [
        (["/a(/b)", "/a 1", "/z", "/a/b 2"], ["unreachable 0 3"]),
        (["/a 1", "/a/b 2", "/z", "/a(/b)"], ["unreachable 1 3"]),
        (["/a(/b)", "/a 1", "/z", "/a/b 2", "/a/* 5"], ["unreachable 0 3", "unreachable 1 4", "unreachable 3 4"]),
        (["/a(/b)", "/a 1", "/* 1", "/a/* 1"], ["unreachable 0 2"]),
    ])
    func eachPathMayBeCoveredByAnotherRoute(lines: [String], expected: [String]) throws {
        try check(lines, expected)
    }

    @Test
    func conflictsComeInTheOrderOfTheSecondRoute() throws {
        try check(
            ["/a", "/:x:Int", "/a", "/:y:Double", "/a 1", "/:z:Int"],
            [
                "duplicate 0 2", "ambiguous 1 3 app:///1", "unreachable 0 4", "unreachable 2 4", "duplicate 1 5",
                "ambiguous 3 5 app:///1",
            ])
    }

    @Test(arguments: [
        (["/a", "/A"], ["duplicate 0 1"]), (["/:x.JSON", "/:y.json"], ["duplicate 0 1"]),
        (["/:x.JSON 1", "/a.json"], ["unreachable 0 1"]), (["/A/* 1", "/a/b"], ["unreachable 0 1"]),
        (["/:{x:a|b} 1", "/A"], []), (["/:{x:1|2} 1", "/1"], []), (["/:x.JSON", "/a.:y"], []),
        (["/A~:x", "/:x~B"], ["ambiguous 0 1 app:///a~b"]),
    ])
    func literalsAreFoldedWhereCaseDoesNotCount(lines: [String], expected: [String]) throws {
        try check(RouteTable(host: .match, ignoringCase: true), lines, expected)
    }

    @Test(arguments: [
        (["/a", "/A"], ["ambiguous 0 1 app://a"]), (["/a/b", "/a/B"], []),
        (["/a/b", "/A/b"], ["ambiguous 0 1 app://a/b"]),
        (["/:a:Int", "/:b:Double"], ["ambiguous 0 1 app://1"]), (["/:{x:a|b} 1", "/a"], []),
        (["/", "/"], ["duplicate 0 1"]),
        (["/*?x", "/*?y"], ["ambiguous 0 1 app://?x&y"]),
    ])
    func aHostThatIsASegmentComparesWithoutItsCase(lines: [String], expected: [String]) throws {
        try check(RouteTable(host: .path), lines, expected)
    }

    @Test(
        arguments: [
            (["shop://", "https://shop.example/app"], ["/:a:Int", "/:b:Double"], ["ambiguous 0 1 shop://1"]),
            (
                ["https://shop.example/app"], ["/:a:Int/x", "/:b:Double/x"],
                ["ambiguous 0 1 https://shop.example/app/1/x"]
            ),
            (
                ["shop://", "https://shop.example"], ["/:a:Int https", "/:b:Double"],
                ["ambiguous 0 1 https://shop.example/1"]
            ),
            (["shop://"], ["/:a:Int https", "/:b:Double"], []),
        ] as [([String], [String], [String])])
    func aWitnessBeginsWithAnOrigin(origins: [String], lines: [String], expected: [String]) throws {
        try check(RouteTable(origins: origins.map { try Origin($0) }), lines, expected)
    }

    @Test
    func aConflictNamesBothRoutesInOneSentence() throws {
        let conflicts = RouteTable(try RouteLine.routes(["/a/:x", "/a/:y", "/:x:Int/b", "/:y:Double/b", "/* 2"]))
            .conflicts
        #expect(
            conflicts.prefix(3).map(\.description) == [
                "The route “/a/:y” has the shape and the priority of “/a/:x”.",
                "Only the order of registration decides between “/:x:Int/b” and “/:y:Double/b” where both match: “app:///1/b”.",
                "The route “/a/:x” is hidden: “/*” has a higher priority (2 against 0) and takes all that it would.",
            ])
        #expect(conflicts.map(\.second.index) == [1, 3, 4, 4, 4, 4])
        #expect(conflicts[2].second.priority == 2 && conflicts[2].first.pattern.text == "/a/:x")
    }
}

/// Routes of one shape behind more hosts, schemes or queries than are compared one by one.
struct ManyHostsTests {
    private static func conflicts(_ first: [String], _ second: String, schemes: [Set<String>] = []) throws -> [String] {
        let patterns = first + [second]
        let routes = try patterns.indices.map { number in
            RouteTable.Route(
                pattern: try RoutePattern(patterns[number]), schemes: number < schemes.count ? schemes[number] : [],
                value: number)
        }
        return RouteTable(host: .match, routes).conflicts.map { "\($0.kind) \($0.first.index) \($0.second.index)" }
    }

    private static let hosts = (0..<40).map { "//h\($0).example/x/:a" }

    @Test func aDuplicateBehindManyHostsIsReported() throws {
        #expect(try Self.conflicts(Self.hosts, "//h39.example/x/:b") == ["duplicate 39 40"])
        #expect(try Self.conflicts(Self.hosts, "//h40.example/x/:b") == [])
    }

    @Test func aDuplicateBehindManyQueriesIsReported() throws {
        let queries = (0..<40).map { "/x/:a?k\($0)" }
        #expect(
            try Self.conflicts(queries.map { "//h.example" + $0 }, "//h.example/x/:b?k39").contains("duplicate 39 40"))
    }

    @Test func aDuplicateOfAnySchemeIsReported() throws {
        let schemes = (0..<40).map { Set(["s\($0)"]) }
        let same = Self.hosts.map { _ in "//h.example/x/:a" }
        #expect(try Self.conflicts(same, "//h.example/x/:b", schemes: schemes + [["s39"]]) == ["duplicate 39 40"])
        #expect(try Self.conflicts(same, "//h.example/x/:b", schemes: schemes + [["s40"]]) == [])
        #expect(try Self.conflicts(same, "//h.example/x/:b", schemes: schemes).contains("duplicate 0 40"))
    }

    /// The spellings of the first segment are the same where it is a host, so all of these rank alike.
    @Test func aDuplicateBehindManySpellingsIsReported() throws {
        let spellings = (0..<40).map { number in
            String("abcdef".enumerated().map { number >> $0 & 1 == 1 ? Character($1.uppercased()) : $1 })
        }
        let patterns = spellings.map { "/\($0)/:a" } + ["/\(spellings[39])/:b"]
        let routes = try patterns.map { RouteTable.Route(pattern: try RoutePattern($0), value: $0) }
        let conflicts = RouteTable(host: .path, routes).conflicts.filter { $0.second.index == 40 }
        #expect(conflicts.contains { $0.kind == .duplicate && $0.first.index == 39 })
    }
}

/// A route in one line: a pattern, and behind a space each a priority and schemes with commas between them.
enum RouteLine {
    static func route(_ line: String) throws -> RouteTable<String>.Route {
        var fields = line.split(separator: " ").map(String.init)
        let pattern = try RoutePattern(fields.removeFirst(), types: [ParameterType("Never") { _ in false }])
        let priority = fields.compactMap { Int($0) }.first ?? 0
        let schemes = fields.filter { Int($0) == nil }.flatMap { $0.split(separator: ",").map(String.init) }
        return .init(pattern: pattern, priority: priority, schemes: Set(schemes), value: line)
    }

    static func routes(_ lines: [String]) throws -> [RouteTable<String>.Route] { try lines.map(route) }
}

extension RouteConflict {
    /// Kind and numbers, and the witness if there is one: `ambiguous 0 1 app:///1`.
    var summary: String { "\(kind) \(first.index) \(second.index)" + (witness.map { " \($0)" } ?? "") }
}
