import Routing
import Testing

/// What a pattern of the greatest size may cost, and what it prints.
struct PatternLimitTests {
    /// More than a minute, if each parenthesis looked at all paths again.
    @Test(.timeLimit(.minutes(1)))
    func redundantParenthesesCostNothing() throws {
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

    /// A percent sign alone takes three bytes in the plain spelling, and a segment in a group gets a slash.
    @Test(arguments: [
        ("/", "%", 5461, true), ("/", "%", 5462, false), ("/", "%25", 5461, true), ("/", "é", 8191, true),
    ])
    func aPatternIsTakenIfItsPlainSpellingIsToo(start: String, piece: String, count: Int, isTaken: Bool) throws {
        let text = start + String(repeating: piece, count: count)
        guard isTaken else {
            let error = try #require(throws: RoutePatternError.self) { try RoutePattern(text) }
            #expect(error.reason == .tooLong)
            return
        }
        let pattern = try RoutePattern(text)
        #expect(pattern.description.utf8.count <= RoutePattern.maximumLength)
        #expect(try RoutePattern(pattern.description) == pattern)
    }

    @Test
    func aLongCharacterDoesNotMakeADescriptionLong() throws {
        let text = "/{a" + String(repeating: "\u{301}", count: 8000)
        let error = try #require(throws: RoutePatternError.self) { try RoutePattern(text) }
        #expect(error.description.utf8.count < 600)
        #expect(error.diagram.utf8.count < 1200)
    }

    @Test
    func theHintForAHyphenIsAPattern() throws {
        let error = try #require(throws: RoutePatternError.self) { try RoutePattern("/:user-id") }
        #expect(error.reason.explanation.contains("(:user_id)"))
        #expect(!error.reason.explanation.contains("{"))
    }
}
