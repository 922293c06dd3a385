import Testing

@testable import Routing

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
