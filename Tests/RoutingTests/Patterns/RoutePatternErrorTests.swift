import Testing

@testable import Routing

struct RoutePatternErrorTests {
    @Test(
        arguments: [
            // Groups and segments
            ("/a/()", .emptyGroup, 3), ("/a(/)", .emptyGroup, 2), ("/a((/b)())", .emptyGroup, 7),
            ("/a//b", .emptySegment, 3), ("/a//", .emptySegment, 3), ("/a(//b)", .emptySegment, 4),
            ("//host//a", .emptySegment, 7), ("/a(/b", .unbalancedParenthesis, 2), ("/a)/b", .unbalancedParenthesis, 2),
            ("/a(/b?c", .unbalancedParenthesis, 2), ("//a)", .unbalancedParenthesis, 3),
            ("/file(.json)", .partialSegmentGroup, 6), ("/(a)b", .partialSegmentGroup, 4),
            ("/:file(.json)?", .partialSegmentGroup, 7), ("/:file(json)", .partialSegmentGroup, 7),
            ("/a/./b", .dotSegment, 3), ("/../b", .dotSegment, 1), ("/%2e%2E", .dotSegment, 1),
            ("/a{b", .reservedCharacter, 2), ("/{id}", .reservedCharacter, 1), ("/a#b", .reservedCharacter, 2),
            ("/<int:id>", .reservedCharacter, 1), ("/:a>", .reservedCharacter, 3), ("/:a}", .reservedCharacter, 3),
            ("/a%C3", .invalidEncoding, 2), ("/a/x%ff", .invalidEncoding, 4), ("/%C3:a%A9", .invalidEncoding, 1),
            // Wildcards
            ("/*a-b", .invalidName, 3), ("/a/*rest/b", .tailBeforeEnd, 3), ("/a/*rest(/b)", .tailBeforeEnd, 3),
            ("/x-*", .wildcardInSegment, 3), ("/**", .wildcardInSegment, 2), ("/*.json", .wildcardInSegment, 2),
            // Names
            ("/:", .invalidName, 2), ("/:/a", .invalidName, 2), ("/:1", .invalidName, 2), ("/:{}", .invalidName, 3),
            ("/a:", .invalidName, 3), ("/::a", .invalidName, 2), ("/:id/x/:id", .repeatedName, 8),
            ("/:a/*a", .repeatedName, 5), ("//:a/:a", .repeatedName, 6), ("/a(/:id)(/:id)", .repeatedName, 11),
            ("/user/:user-id", .hyphenInName, 11), ("/:a:Int-b", .hyphenInName, 7), ("/:a-_", .hyphenInName, 3),
            ("/:{id", .unclosedBrace, 5), ("/:{i/d}", .unclosedBrace, 4), ("/:{id:a/b}", .unclosedBrace, 7),
            ("/:{i-d}", .invalidName, 4), ("/:{id?}", .unclosedBrace, 5),
            // Parameters side by side
            ("/:a:{b}", .adjacentParameters, 3), ("/:{a}:b", .adjacentParameters, 5),
            ("/:{a}:{b}", .adjacentParameters, 5),
            ("/:a:{b:Int}", .adjacentParameters, 3), ("/:a:Int:b", .adjacentParameters, 7),
            // Types
            ("/:a:b", .unknownType, 4), ("/:a:Float", .unknownType, 4), ("/:{a:Float}", .unknownType, 5),
            ("/:a:int", .unknownType, 4), ("/?a:Float", .unknownType, 4), ("/?a:{Float}", .unknownType, 5),
            ("/:a:", .unknownType, 4), ("/:a:/b", .unknownType, 4), ("/:{a:}", .unknownType, 5),
            ("/?a:", .unknownType, 4),
            ("/:a:{1...9}", .bracesNeeded, 3), ("/:a:1...9", .bracesNeeded, 4), ("/:a:...9", .bracesNeeded, 4),
            ("/:a:small|large", .bracesNeeded, 4), ("/?a:1...9", .bracesNeeded, 4), ("/?a:x|y", .bracesNeeded, 4),
            ("/:{a:9...1}", .invalidRange, 5), ("/:{a:...}", .invalidRange, 5), ("/:{a:1..9}", .invalidRange, 6),
            ("/:{a:1....9}", .invalidRange, 9), ("/:{a:x...9}", .invalidRange, 5), ("/:{a:1...+9}", .invalidRange, 9),
            ("/:{a:99999999999999999999...}", .invalidRange, 5),
            ("/:{a:x|}", .invalidChoice, 7), ("/:{a:|x}", .invalidChoice, 5), ("/:{a:x||y}", .invalidChoice, 7),
            ("/:{a:x|y|%78}", .invalidChoice, 9), ("/:{a:x:y}", .reservedCharacter, 6),
            ("/:{a:%ff}", .invalidEncoding, 5),
            // What other routers write
            ("/:id(\\d+)", .regularExpression, 4), ("/:{id:(\\d+)}", .regularExpression, 6),
            ("/:{id:[0-9]+}", .regularExpression, 6), ("/:{id:.*}", .regularExpression, 7), ("/:rest+", .modifier, 6),
            ("/:rest*", .modifier, 6), ("/:{rest}*", .modifier, 8), ("/:id?", .missingKey, 5),
            ("/:id?/edit", .queryBeforeEnd, 4),
            ("/a(/b)?", .missingKey, 7), ("/a?q=:q", .valueInQuery, 4), ("/a?page:Int=1", .valueInQuery, 11),
            // Query requirements
            ("/a?", .missingKey, 3), ("/a?b&", .missingKey, 5), ("/a?&b", .missingKey, 3), ("/a?:b", .missingKey, 3),
            ("/a?=1", .missingKey, 3), ("/a?b&b", .repeatedName, 5), ("/a?b&%62:Int", .repeatedName, 5),
            ("/a?b/c", .queryBeforeEnd, 2), ("/a(/b?c)", .queryBeforeEnd, 5), ("/a?b(/c)", .queryBeforeEnd, 2),
            ("/a?b)", .queryBeforeEnd, 2), ("/a?b:Int/c", .queryBeforeEnd, 8), ("/a?b:{x}y", .missingAmpersand, 8),
            ("/a?b:{x", .unclosedBrace, 7), ("/a?b{x}", .reservedCharacter, 4), ("/a?b#c", .reservedCharacter, 4),
            ("/a?b?c", .reservedCharacter, 4), ("/a?%ff", .invalidEncoding, 3),
            // Hosts
            ("//", .malformedHost, 2), ("///a", .malformedHost, 2), ("//a..b/c", .malformedHost, 2),
            ("//.a", .malformedHost, 2),
            ("//a.", .malformedHost, 2), ("//*", .malformedHost, 2), ("//*./a", .malformedHost, 4),
            ("//*.*.a", .malformedHost, 4), ("//a.*", .malformedHost, 4), ("//a:80/b", .malformedHost, 3),
            ("//me@a/b", .malformedHost, 4), ("//a%2Fb", .malformedHost, 2), ("//a%20b", .malformedHost, 2),
            ("//:a.b/c", .malformedHost, 4), ("//%ff", .invalidEncoding, 2), ("//:shop-a", .hyphenInName, 7),
            ("/a(//b)", .emptySegment, 4),
        ] as [(String, RoutePatternError.Reason, Int)])
    func aMalformedPatternIsRefusedWithReasonAndOffset(
        text: String, reason: RoutePatternError.Reason, offset: Int
    ) throws {
        let error = try #require(throws: RoutePatternError.self) { try RoutePattern(text) }
        #expect(error.reason == reason)
        #expect(error.offset == offset)
        #expect(error.pattern == text)
        #expect(error.description.contains(reason.rawValue))
    }

    @Test(
        arguments: [
            ("/:user-id", "/", [":user_id", ":{user}-id"]), ("/:rest*", "/", ["/a(/:id)", "*name", "%2B"]),
            ("/:id?", "/a", ["(/:id)", "%3F", "?ref", "?page:Int"]), ("/<id>", "/", [":name"]),
            ("/:id(\\d+)", "/", [":id:Int", ":{id:1...99}", ":{size:small|large}"]), ("/:a:b", "/:", ["{x:%41ll}"]),
            ("/a?q=1", "/a", ["?page:Int", "?sort:{up|down}", "?tab:{all}"]), ("/:a:1...9", "/", [":{page:1...99}"]),
            ("/?a:1...9", "/?", ["page:{1...99}"]), ("//a:80", "//", ["shop.example", "*.shop.example", ":name"]),
            ("/x-*", "", ["/:name.json", "*name", "%2A"]),
        ] as [(String, String, [String])])
    func whatAnErrorAdvisesIsAPattern(text: String, lead: String, advice: [String]) throws {
        let error = try #require(throws: RoutePatternError.self) { try RoutePattern(text) }
        for piece in advice {
            #expect(error.explanation.contains(piece))
            _ = try RoutePattern(lead + piece)
        }
    }
}
