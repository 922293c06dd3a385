import Routing
import Testing

struct RoutePatternTests {
    @Test(arguments: [
        ("/", "/"), ("", "/"), ("/product", "/product"), ("product/", "/product"), ("/product/:id", "/product/:id"),
        ("/product/:{id}", "/product/:id"), ("/files/*", "/files/*"), ("/files/*rest", "/files/*rest"),
        ("/*/:x/edit", "/*/:x/edit"), ("/the(/foo/:a)(/bar/:b)", "/the(/foo/:a)(/bar/:b)"),
        ("/(rest/)(app/):object", "(/rest)(/app)/:object"), ("/a/(/b)/c", "/a(/b)/c"), ("/a(/b(/c))", "/a(/b(/c))"),
        ("/caf%C3%A9", "/café"), ("/a%2Fb", "/a%2Fb"), ("/50%", "/50%25"), ("/%28x%29", "/%28x%29"),
        ("/a+b/c%20d", "/a+b/c%20d"), ("/:_a1", "/:_a1"), ("((/a))", "((/a))"),
    ])
    func aPatternPrintsItselfBack(text: String, spelling: String) throws {
        let pattern = try RoutePattern(text)
        #expect(pattern.text == text)
        #expect(pattern.description == spelling)
        #expect(try RoutePattern(pattern.description) == pattern)
    }

    @Test
    func differentUnicodeSpellingsAreDifferentLiterals() throws {
        #expect(try RoutePattern("/caf%C3%A9") != RoutePattern("/cafe%CC%81"))
    }

    @Test
    func parametersAreListedInOrder() throws {
        #expect(try RoutePattern("/:a(/x/:b)/:{c}/*rest").parameters == ["a", "b", "c"])
    }

    @Test(
        arguments: [
            ("/a/()", .emptyGroup, 3), ("/a(/)", .emptyGroup, 2), ("/a((/b)())", .emptyGroup, 7),
            ("/a//b", .emptySegment, 3), ("/a//", .emptySegment, 3), ("/a(//b)", .emptySegment, 4),
            ("/a(/b", .unbalancedParenthesis, 2), ("/a)/b", .unbalancedParenthesis, 2),
            ("/file(.json)", .partialSegmentGroup, 6), ("/(a)b", .partialSegmentGroup, 4),
            ("/:", .missingName, 2), ("/:/a", .missingName, 2), ("/:1", .missingName, 2), ("/:{}", .missingName, 3),
            ("/*a-b", .invalidName, 3), ("/:id/x/:id", .repeatedName, 8), ("/:a/*a", .repeatedName, 5),
            ("/a(/:id)(/:id)", .repeatedName, 11), ("/user/:user-id", .hyphenInName, 11),
            ("/:{id", .unclosedBrace, 5), ("/:{i-d}", .unclosedBrace, 4),
            ("/a/*rest/b", .tailBeforeEnd, 3), ("/a/*rest(/b)", .tailBeforeEnd, 3),
            ("/a/./b", .dotSegment, 3), ("/../b", .dotSegment, 1), ("/%2e%2E", .dotSegment, 1),
            ("/a{b", .reservedCharacter, 2), ("/{id}", .reservedCharacter, 1), ("/a#b", .reservedCharacter, 2),
            ("/a%C3", .invalidEncoding, 2), ("/a/x%ff", .invalidEncoding, 4),
            ("/:file.json", .mixedSegment, 6), ("/:{user}-id", .mixedSegment, 8), ("/a:b", .mixedSegment, 2),
            ("/x-*", .mixedSegment, 3), ("/**", .mixedSegment, 2), ("/:id-2", .mixedSegment, 4),
            ("/:id:Int", .typedParameter, 4),
            ("/a?ref", .queryRequirement, 2), ("/:id?", .queryRequirement, 4), ("/a(/b)?ref", .queryRequirement, 6),
            ("(/a)?page", .queryRequirement, 4), ("//host/a", .hostPattern, 0),
        ] as [(String, RoutePatternError.Reason, Int)])
    func aMalformedPatternIsRefusedWithReasonAndOffset(
        text: String, reason: RoutePatternError.Reason, offset: Int
    ) throws {
        let error = try #require(throws: RoutePatternError.self) { try RoutePattern(text) }
        #expect(error.reason == reason)
        #expect(error.offset == offset)
        #expect(error.pattern == text)
        #expect(error.description.contains(reason.explanation))
    }

    @Test(
        arguments: [
            ("/a", 129, .tooManySegments, 257), ("/a", 8000, .tooManySegments, 257), ("/a", 10_000, .tooLong, 16_384),
            ("x", 1 << 20, .tooLong, 16_384), ("/:p#", 17, .tooManyParameters, 71),
            ("(/g#)", 9, .tooManyExpansions, 44),
            ("(", 16_000, .unbalancedParenthesis, 15_999), (")", 16_000, .unbalancedParenthesis, 0),
        ] as [(String, Int, RoutePatternError.Reason, Int)])
    func aPatternBeyondALimitIsRefused(
        piece: String, count: Int, reason: RoutePatternError.Reason, offset: Int
    ) throws {
        let error = try #require(throws: RoutePatternError.self) { try RoutePattern(Self.repeated(piece, count)) }
        #expect(error.reason == reason)
        #expect(error.offset == offset)
        #expect(error.diagram.count < 200 && error.description.count < 300)
    }

    @Test(arguments: [("/a", 128), ("(/a)", 128), ("/:p#", 16), ("(/g#)", 8)])
    func aPatternAtALimitIsAccepted(piece: String, count: Int) throws {
        let text = Self.repeated(piece, count)
        #expect(try RoutePattern(text).description == text)
    }

    @Test
    func deeplyNestedGroupsOverflowNothing() throws {
        let text = Self.repeated("(", 8000) + "/a" + Self.repeated(")", 8000)
        #expect(try RoutePattern(text).description == text)
    }

    /// The piece again and again, with its number in place of `#`.
    static func repeated(_ piece: String, _ count: Int) -> String {
        guard piece.contains("#") else { return String(repeating: piece, count: count) }
        return (0..<count).map { piece.replacing("#", with: "\($0)") }.joined()
    }

    @Test
    func theDiagramPutsACaretUnderTheOffset() throws {
        let error = try #require(throws: RoutePatternError.self) { try RoutePattern("/café/:user-id") }
        #expect(
            error.diagram == """
                /café/:user-id
                           ^
                """)
    }

    @Test
    func aDiagramIsOneLineAndACaret() throws {
        let error = try #require(throws: RoutePatternError.self) { try RoutePattern("/a\n//") }
        #expect(error.diagram.split(separator: "\n").count == 2)
    }
}
