import Testing

@testable import Routing

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
