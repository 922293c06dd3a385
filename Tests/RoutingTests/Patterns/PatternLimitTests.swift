import Testing

@testable import Routing

/// The cost and the text of a pattern of the greatest size.
struct PatternLimitTests {
    /// Takes more than a minute if each parenthesis looks at all paths again.
    @Test
    func manyRedundantParenthesesAreRead() throws {
        let depth = 7900
        let core = String(repeating: "(/a)", count: RoutePattern.maximumSegments)
        let text = String(repeating: "(", count: depth) + core + String(repeating: ")", count: depth)
        for _ in 0..<16 { #expect(try RoutePattern(text).description == text) }
    }

    @Test(arguments: [("((/a)(/b))", "(/a)(/b)"), ("(((/a(/b))))", "(/a(/b))"), ("/x(((/a)))/y", "/x(/a)/y")])
    func redundantParenthesesChangeNothing(text: String, plain: String) throws {
        let path = text.hasPrefix("/x") ? ["/x/a/y", "/x/y", "/x/a"] : ["/a/b", "/a", "/b", "/", "/b/a"]
        let matches = { (pattern: String) throws in
            let table = RouteTable([.init(pattern: try RoutePattern(pattern), value: 0)])
            return path.map { table.match($0) != nil }
        }
        #expect(try matches(text) == matches(plain))
    }

    @Test
    func aLongCharacterDoesNotMakeADescriptionLong() throws {
        let text = "/{a" + String(repeating: "\u{301}", count: 8000)
        let error = try #require(throws: RoutePatternError.self) { try RoutePattern(text) }
        #expect(error.description.utf8.count < 600)
    }

    @Test(
        arguments: [
            ("/a", 129, .tooLarge, 257), ("/a", 8000, .tooLarge, 257), ("/a", 10_000, .tooLarge, 16_384),
            ("x", 1 << 20, .tooLarge, 16_384), ("/:p#", 17, .tooLarge, 71),
            (":{p#}-", 17, .tooLarge, 102),
            ("//:h|/:p#", 16, .tooLarge, 70), ("(/g#)", 9, .tooLarge, 44),
            ("/?|k#&", 17, .tooLarge, 56), ("/:{x:|w#_", 65, .tooLarge, 251),
            ("(", 16_000, .unbalancedParenthesis, 15_999), (")", 16_000, .unbalancedParenthesis, 0),
        ] as [(String, Int, RoutePatternError.Reason, Int)])
    func aPatternBeyondALimitIsRefused(
        piece: String, count: Int, reason: RoutePatternError.Reason, offset: Int
    ) throws {
        let error = try #require(throws: RoutePatternError.self) { try RoutePattern(Self.repeated(piece, count)) }
        #expect(error.reason == reason)
        #expect(error.offset == offset)
        #expect(error.description.count < 500)
    }

    @Test(arguments: [
        ("/a", 128), ("(/a)", 128), ("/:p#", 16), ("//:h|/:p#", 15), ("(/g#)", 8), ("/?|k#&", 16),
        ("/:{x:|w#_", 64),
    ])
    func aPatternAtALimitIsAccepted(piece: String, count: Int) throws {
        let text = Self.repeated(piece, count)
        let pattern = try RoutePattern(text)
        #expect(try RoutePattern(pattern.description) == pattern)
    }

    @Test
    func deeplyNestedGroupsOverflowNothing() throws {
        let text = Self.repeated("(", 8000) + "/a" + Self.repeated(")", 8000)
        #expect(try RoutePattern(text).description == text)
    }

    /// The piece behind the bar again and again, with its number instead of `#`; a `_` at its end is a bar between
    /// them.
    private static func repeated(_ piece: String, _ count: Int) -> String {
        guard piece.contains("#") else { return String(repeating: piece, count: count) }
        let parts = piece.split(separator: "|", maxSplits: 1)
        let lead = parts.count == 2 ? parts[0] : ""
        let body = (0..<count).map { (parts.last ?? "").replacing("#", with: "\($0)") }.joined()
        if body.hasSuffix("_") { return lead + body.dropLast().replacing("_", with: "|") + "}" }
        return lead + (body.hasSuffix("&") ? String(body.dropLast()) : body)
    }
}
