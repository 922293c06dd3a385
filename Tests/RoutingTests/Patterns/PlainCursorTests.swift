import Testing

@testable import Routing

struct PlainCursorTests {
    @Test(arguments: [
        "", "/", "/a", "a/b/", "/café/a b/1-2", "/.../.a.", "/:id", "/a/:b_2/:c/",
        "/files/*", "/files/*rest", "/:a/*b", "*", "/x+y/=&;~",
    ])
    func aPatternOfLiteralsAndNamesIsPlain(text: String) throws {
        #expect(try RoutePattern(text).isPlain)
        try expectTheSame(text)
    }

    @Test(arguments: [
        "//", "/a//b", "/.", "/a/..", "/.a", "/:", "/:1", "/:a.b", "/:a:Int", "/:{a}", "/a:b", "/:a/:a", "/:a/*a",
        "/*/a",
        "/*a/b", "/*1", "/%41", "/a(/b)", "/a?b", "/a#b", "/a{b", "/a<b", "//h/a", String(repeating: "/a", count: 129),
        (1...17).map { "/:n\($0)" }.joined(), String(repeating: "a", count: RoutePattern.maximumLength / 4 + 1),
    ])
    func anythingElseIsLeftToTheParser(text: String) {
        #expect(!text.withSpan { PlainCursor.isPlain($0) })
    }

    @Test
    func aPlainPatternIsTooLongIfItsPlainSpellingIs() {
        let text = String(repeating: "a", count: RoutePattern.maximumLength)
        let error = #expect(throws: RoutePatternError.self) { try RoutePattern(text) }
        #expect(error?.reason == .tooLong && error?.offset == text.utf8.count)
    }

    /// All texts of up to five of these characters.
    @Test
    func whatIsPlainMeansWhatTheParserSays() throws {
        var texts = [""]
        for _ in 0..<5 {
            texts = texts.flatMap { text in "/:*.a1%".map { text + String($0) } }
            for text in texts where text.withSpan({ PlainCursor.isPlain($0) }) { try expectTheSame(text) }
        }
    }

    private func expectTheSame(_ text: String) throws {
        let plain = try RoutePattern(text).content
        let parsed = try PatternContent(text, types: [])
        #expect(plain == parsed, "\(text)")
        #expect(plain.parameters == parsed.parameters && plain.expansions == parsed.expansions, "\(text)")
        #expect(plain.description == parsed.description, "\(text)")
    }
}
