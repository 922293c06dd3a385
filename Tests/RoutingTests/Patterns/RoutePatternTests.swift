import Testing

@testable import Routing

struct RoutePatternTests {
    @Test(arguments: [
        // Paths
        ("/", "/"), ("", "/"), ("/product", "/product"), ("product/", "/product"), ("/files/*", "/files/*"),
        ("/files/*rest", "/files/*rest"), ("/*/:x/edit", "/*/:x/edit"), ("/caf%C3%A9", "/café"), ("/a%2Fb", "/a%2Fb"),
        ("/50%", "/50%25"), ("/%28x%29", "/%28x%29"), ("/a+b/c%20d", "/a+b/c%20d"), ("/%3Ca%3e", "/%3Ca%3E"),
        ("/a=b/items;v=1/~me", "/a=b/items;v=1/~me"), ("/[a]|b", "/[a]|b"),
        // Groups
        ("/the(/foo/:a)(/bar/:b)", "/the(/foo/:a)(/bar/:b)"), ("/(rest/)(app/):object", "(/rest)(/app)/:object"),
        ("/a/(/b)/c", "/a(/b)/c"), ("/a(/b(/c))", "/a(/b(/c))"), ("((/a))", "((/a))"), ("/:a(/:b)", "/:a(/:b)"),
        // Parameters and types
        ("/product/:id", "/product/:id"), ("/product/:{id}", "/product/:id"), ("/:_a1", "/:_a1"),
        ("/:id:Int", "/:id:Int"), ("/:{id:Int}", "/:id:Int"),
        ("/:a:UInt/:b:Double/:c:Bool", "/:a:UInt/:b:Double/:c:Bool"),
        ("/:id:UUID", "/:id:UUID"), ("/:{page:1...99}", "/:{page:1...99}"), ("/:{page:01...}", "/:{page:1...}"),
        ("/:{page:...9}", "/:{page:...9}"), ("/:{t:-5...5}", "/:{t:-5...5}"), ("/:{n:-0...0}", "/:{n:0...0}"),
        ("/:{n:-9223372036854775808...9223372036854775807}", "/:{n:-9223372036854775808...}"),
        ("/:{size:small|large}", "/:{size:small|large}"), ("/:{x:a}", "/:{x:a}"), ("/:{x:%41}", "/:{x:%41}"),
        ("/:{x:A|b}", "/:{x:A|b}"), ("/:{x:%7c|c%2B%2b|1.2}", "/:{x:%7C|c%2B%2B|1.2}"),
        ("/:{x:a%2E.b}", "/:{x:a%2E%2Eb}"),
        ("/:{x:%5Ea%5d}", "/:{x:%5Ea%5D}"), ("/:{x:c%20d|é}", "/:{x:c%20d|é}"), ("/:{x:5}", "/:{x:5}"),
        // Mixed
        ("/:file.json", "/:file.json"), ("/:base...:head", "/:base...:head"), ("/:{file}.json", "/:file.json"),
        ("/v:{major:Int}-:name", "/v:major:Int-:name"), ("/v:{major:Int}.:{minor}x", "/v:major:Int.:{minor}x"),
        ("/:id:Int.json", "/:id:Int.json"), ("/:{user}-id", "/:{user}-id"), ("/:{id}-2", "/:id-2"),
        ("/:{a}_b", "/:{a}_b"),
        ("/:a%2D%62", "/:{a}-b"), ("/:a%3A", "/:a%3A"), ("/:a%2B", "/:a%2B"), ("/+:a%2B+", "/+:a%2B+"),
        ("/:{a}%7c", "/:a|"), ("/:{a:Int}|", "/:{a:Int}|"), ("/:{a:1...2}x", "/:{a:1...2}x"), ("/a:b", "/a:b"),
        ("/café:x", "/café:x"), ("/.:ext", "/.:ext"),
        // Query requirements
        ("/a?ref", "/a?ref"), ("?ref", "/?ref"), ("/?ref&page:Int", "/?ref&page:Int"),
        ("/a/?page:{Int}", "/a?page:Int"),
        ("/a(/b)?sort:{up|down}", "/a(/b)?sort:{up|down}"), ("/a?n:{1...9}&x:{a}", "/a?n:{1...9}&x:{a}"),
        ("/a?a+b", "/a?a%20b"), ("/a?a%2bb&%26&%3D", "/a?a%2Bb&%26&%3D"), ("/a?q:{a+b|c}", "/a?q:{a%20b|c}"),
        ("/:id?ids[]", "/:id?ids[]"), ("/*rest?x", "/*rest?x"), ("(/a)?page", "(/a)?page"),
        // Hosts
        ("//shop.example/path", "//shop.example/path"), ("//Shop.Example", "//shop.example"), ("//shop/", "//shop"),
        ("//*.shop.example/path", "//*.shop.example/path"), ("//:shop/path", "//:shop/path"), ("//:{shop}", "//:shop"),
        ("//:{shop:EU|us}/a", "//:{shop:eu|us}/a"), ("//:n:Int", "//:n:Int"), ("//host(/a)", "//host(/a)"),
        ("//host/(a)", "//host(/a)"), ("//host?ref", "//host?ref"), ("//caf%C3%A9/a", "//café/a"), ("//a_b", "//a_b"),
    ])
    func aPatternPrintsItselfBackAndMeansWhatItsPlainSpellingMeans(text: String, spelling: String) throws {
        let pattern = try RoutePattern(text)
        let plain = try RoutePattern(spelling)
        #expect(pattern.description == text)
        #expect(try RoutePattern(pattern.description) == pattern)
        #expect(pattern.expansions == plain.expansions && pattern.host == plain.host && pattern.query == plain.query)
    }

    @Test(arguments: [
        ("/caf%C3%A9", "/cafe%CC%81"), ("/:{x:caf%C3%A9|a}", "/:{x:cafe%CC%81|a}"), ("/?caf%C3%A9", "/?cafe%CC%81"),
    ])
    func differentUnicodeSpellingsAreDifferent(one: String, other: String) throws {
        #expect(try RoutePattern(one) != RoutePattern(other))
    }

    @Test(arguments: [
        ("/a", "//a"), ("/a", "/a?b"), ("/:a", "/:b"), ("/:a", "/:a:Int"), ("/:{a:x}", "/:{a:y}"), ("/?a", "/?b"),
        ("/?a", "/?a:Int"), ("//a", "//*.a"), ("/:a.b", "/:a.c"),
    ])
    func patternsWithAnotherTextAreDifferent(one: String, other: String) throws {
        #expect(try RoutePattern(one) != RoutePattern(other))
        #expect(Set([try RoutePattern(one), try RoutePattern(other), try RoutePattern(one)]).count == 2)
    }

    @Test
    func parametersAreListedInOrder() throws {
        let pattern = try RoutePattern("//:h/:a:Int(/x.:b-:{c:1...2})/:{d}/*rest?e:Int")
        #expect(pattern.parameters.map(\.name) == ["h", "a", "b", "c", "d"])
        #expect(pattern.parameters.map(\.type?.name) == [nil, "Int", nil, "1...2", nil])
    }

    @Test
    func queryRequirementsAreListedInOrder() throws {
        let query = try RoutePattern("/?ref&page:Int&a+b:{x|y}").query
        #expect(query.map(\.name) == ["ref", "page", "a b"])
        #expect(query.map(\.type?.name) == [nil, "Int", "x|y"])
    }

    @Test
    func aTypeOfTheUserIsFoundByItsName() throws {
        let types = [ParameterType("SKU") { $0.hasPrefix("S") }, ParameterType("small") { _ in true }]
        let pattern = try RoutePattern("/:id:SKU/:{x:small}/:{y:%73mall}?a:{SKU}", types: types)
        #expect(pattern.parameters.first?.type?.accepts("S1") == true)
        #expect(pattern.parameters.first?.type?.accepts("T1") == false)
        #expect(try RoutePattern(pattern.description, types: types) == pattern)
        #expect(throws: RoutePatternError.self) { try RoutePattern("/:id:SKU") }
    }

    @Test
    func redundantParenthesesAndSlashesAreNoOtherPattern() throws {
        #expect(try RoutePattern("/a/(/b)/").expansions == RoutePattern("a(/b)").expansions)
    }
}

struct HostPatternTests {
    private static func host(_ text: String) throws -> PatternSegment? { try RoutePattern(text).host }

    @Test(arguments: [
        ("//shop.example", "shop.example", true), ("//Shop.example", "shop.example", true), ("//shop", "shops", false),
        ("//shop.example", "www.shop.example", false), ("//*.shop.example", "www.shop.example", true),
        ("//*.shop.example", "a.b.shop.example", true), ("//*.shop.example", "shop.example", false),
        ("//*.shop.example", ".shop.example", false), ("//*.shop.example", "myshop.example", false),
        ("//*.shop.example", "", false), ("//:shop", "any", true), ("//:shop", "", false), ("//:n:Int", "42", true),
        ("//:n:Int", "x", false), ("//:{n:EU|us}", "eu", true), ("//caf%C3%A9", "café", true),
    ])
    func aHostMatches(pattern: String, host: String, isTaken: Bool) throws {
        let found = try #require(try Self.host(pattern))
        #expect(found.matches(Bytes(host.utf8).span) == isTaken)
    }

    @Test
    func theMoreSpecificHostRanksFirst() throws {
        #expect(try ["//a", "//*.a", "//:a", "/a"].map { try RoutePattern($0).hostRank } == [0, 1, 2, 3])
    }

    @Test(arguments: [
        ("/", "//a", true), ("/", "/", true), ("//a", "/", false), ("//a", "//a", true), ("//:x", "//a", true),
        ("//:x", "//*.a", true), ("//:x", "//:y:Int", true), ("//:x:Int", "//:y", false), ("//:x:Int", "//*.a", false),
        ("//*.a", "//b.a", true), ("//*.a", "//a", false), ("//*.a", "//*.b.a", true), ("//*.b.a", "//*.a", false),
        ("//*.a", "//*.ba", false), ("//*.a", "//:{x:b.a|c.a}", true), ("//*.a", "//:x", false),
        ("//a", "//*.a", false),
        ("//a", "//:{x:a}", true),
    ])
    func oneCoversTheOther(one: String, other: String, isCovered: Bool) throws {
        #expect(try Self.host(one).covers(Self.host(other)) == isCovered)
    }

    @Test(arguments: [
        ("/", "/", ""), ("/", "//a", "a"), ("//a", "/", "a"), ("//a", "//b", nil), ("//*.a", "//*.b.a", "1.b.a"),
        ("//*.a", "//*.b", nil), ("//:x", "//*.b", "1.b"), ("//:x", "/", "example.com"), ("//:x:Int", "//:y", "1"),
        ("//*.a", "//x.a", "x.a"), ("//:x:Int", "//a", nil),
    ])
    func anExampleIsTakenByBoth(one: String, other: String, example: String?) throws {
        let found = try Self.host(one).example(sharedWith: Self.host(other))
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == example)
    }
}

struct QueryRequirementTests {
    private static func query(_ text: String) throws -> [RouteParameter] { try RoutePattern("/" + text).query }

    @Test(arguments: [
        ("?a", "", true), ("?a", "x", true), ("?a:Int", "1", true), ("?a:Int", "", false), ("?a:{x|y}", "x", true),
        ("?a:{x|y}", "z", false), ("?a:{c+d}", "c d", true),
    ])
    func aValueMatches(pattern: String, value: String, isTaken: Bool) throws {
        let requirement = try #require(try Self.query(pattern).first)
        #expect(requirement.matches(Bytes(value.utf8).span) == isTaken)
    }

    @Test(arguments: [
        ("", "?a", true), ("?a", "", false), ("?a", "?a:Int", true), ("?a:Int", "?a", false), ("?a", "?b&a:Int", true),
        ("?a&b", "?a", false), ("?a:Int", "?a:{1...9}", true), ("", "", true), ("?a", "?b", false),
    ])
    func oneCoversTheOther(one: String, other: String, isCovered: Bool) throws {
        #expect(try Self.query(one).covers(Self.query(other)) == isCovered)
    }

    @Test(
        arguments: [
            ("", "", ""), ("?a", "?b:Int", "?a&b=1"), ("?a:Int", "?a:Bool", nil), ("?a", "?a:Bool", "?a=true"),
            ("?a:{x|y}", "?b&a:{y|z}", "?a=y&b"),
        ] as [(String, String, String?)])
    func anExampleFulfilsBoth(one: String, other: String, query: String?) throws {
        #expect(try Self.query(one).example(sharedWith: Self.query(other)) == query)
    }
}
