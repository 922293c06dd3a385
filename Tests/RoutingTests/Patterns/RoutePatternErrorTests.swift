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
            ("/a{b", .reservedCharacter, 2), ("/{id}", .otherSpelling, 1), ("/a#b", .reservedCharacter, 2),
            ("/<int:id>", .otherSpelling, 1), ("/{a/b}", .reservedCharacter, 1), ("/{a>", .reservedCharacter, 1),
            ("/{}", .reservedCharacter, 1), ("/{1}", .reservedCharacter, 1),
            ("shop://a", .scheme, 0), ("s-1+.x://", .scheme, 0),
            ("/:a>", .reservedCharacter, 3), ("/:a}", .reservedCharacter, 3),
            ("/a%C3", .invalidEncoding, 2), ("/a/x%ff", .invalidEncoding, 4), ("/%C3:a%A9", .invalidEncoding, 1),
            // Wildcards
            ("/*a-b", .invalidName, 3), ("/a/*rest/b", .tailBeforeEnd, 3), ("/a/*rest(/b)", .tailBeforeEnd, 3),
            ("/x-*", .misplacedWildcard, 3), ("/**", .misplacedWildcard, 2), ("/*.json", .misplacedWildcard, 2),
            // Names
            ("/:", .invalidName, 2), ("/:/a", .invalidName, 2), ("/:1", .invalidName, 2), ("/:{}", .invalidName, 3),
            ("/a:", .invalidName, 3), ("/::a", .invalidName, 2), ("/:id/x/:id", .repeatedName, 8),
            ("/:a/*a", .repeatedName, 5), ("//:a/:a", .repeatedName, 6), ("/a(/:id)(/:id)", .repeatedName, 11),
            ("/user/:user-id", .hyphenInName, 11), ("/:a:Int-b", .hyphenInName, 7), ("/:a-_", .hyphenInName, 3),
            ("/:{id", .unclosedBrace, 5), ("/:{i/d}", .unclosedBrace, 4), ("/:{id:a/b}", .unclosedBrace, 7),
            ("/:{i-d}", .invalidName, 4), ("/:{id?}", .unclosedBrace, 5),
            // Parameters side by side
            ("/:a:{b}", .unknownType, 4), ("/:{a}:b", .adjacentParameters, 5),
            ("/:{a}:{b}", .adjacentParameters, 5),
            ("/:a:{b:Int}", .unknownType, 4), ("/:a:Int:b", .adjacentParameters, 7),
            // Types
            ("/:a:b", .unknownType, 4), ("/:a:Float", .unknownType, 4), ("/:{a:Float}", .unknownType, 5),
            ("/:a:int", .unknownType, 4), ("/?a:Float", .unknownType, 4), ("/?a:{Float}", .unknownType, 5),
            ("/:a:", .unknownType, 4), ("/:a:/b", .unknownType, 4), ("/:{a:}", .unknownType, 5),
            ("/?a:", .unknownType, 4),
            ("/:a:{1...9}", .unknownType, 4), ("/:a:1...9", .unknownType, 4), ("/:a:...9", .unknownType, 4),
            ("/:a:small|large", .unknownType, 4), ("/?a:1...9", .unknownType, 4), ("/?a:x|y", .unknownType, 4),
            ("/:{a:9...1}", .malformedType, 5), ("/:{a:...}", .malformedType, 5), ("/:{a:1..9}", .malformedType, 5),
            ("/:{a:1....9}", .malformedType, 5), ("/:{a:x...9}", .malformedType, 5),
            ("/:{a:1...+9}", .malformedType, 5),
            ("/:{a:99999999999999999999...}", .malformedType, 5),
            ("/:{a:x|}", .malformedType, 7), ("/:{a:|x}", .malformedType, 5), ("/:{a:x||y}", .malformedType, 7),
            ("/:{a:x|y|%78}", .malformedType, 9), ("/:{a:x:y}", .reservedCharacter, 6),
            ("/:{a:%ff}", .invalidEncoding, 5),
            // What other routers write
            ("/:id(\\d+)", .partialSegmentGroup, 5), ("/:{id:(\\d+)}", .unclosedBrace, 6),
            ("/:{id:[0-9]+}", .reservedCharacter, 6), ("/:{id:.*}", .reservedCharacter, 7),
            ("/:{id:.+}", .reservedCharacter, 7), ("/:rest+", .misplacedWildcard, 6),
            ("/:rest*", .misplacedWildcard, 6), ("/:{rest}*", .misplacedWildcard, 8), ("/:id?", .malformedQuery, 5),
            ("/:id?/edit", .malformedQuery, 5),
            ("/a(/b)?", .malformedQuery, 7), ("/a?q=:q", .malformedQuery, 4), ("/a?page:Int=1", .malformedQuery, 11),
            // Query requirements
            ("/a?", .malformedQuery, 3), ("/a?b&", .malformedQuery, 5), ("/a?&b", .malformedQuery, 3),
            ("/a?:b", .malformedQuery, 3),
            ("/a?=1", .malformedQuery, 3), ("/a?b&b", .repeatedName, 5), ("/a?b&%62:Int", .repeatedName, 5),
            ("/a?b/c", .malformedQuery, 4), ("/a(/b?c)", .unbalancedParenthesis, 2), ("/a?b(/c)", .malformedQuery, 4),
            ("/a?b)", .malformedQuery, 4), ("/a?b:Int/c", .malformedQuery, 8), ("/a?b:{x}y", .malformedQuery, 8),
            ("/a?b:{x", .unclosedBrace, 7), ("/a?b{x}", .malformedQuery, 4), ("/a?b#c", .malformedQuery, 4),
            ("/a?b?c", .malformedQuery, 4), ("/a?%ff", .invalidEncoding, 3),
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
        #expect(error.description.contains(error.explanation))
    }

    @Test(
        arguments: [
            ("/:user-id", "/", [":user_id", ":{user}-id"]), ("/:rest*", "/", ["/a(/:id)", "*name", "%2B"]),
            ("/:id?", "/a", ["(/:id)", "%3F", "?ref", "?page:Int"]), ("/a<b", "/", [":name"]),
            ("/:id(\\d+)", "/", [":id:Int", ":{id:1...99}", ":{size:small|large}"]),
            ("/:{id:\\d+}", "/", [":id:Int", ":{id:1...99}", ":{size:small|large}"]), ("/:a:b", "/:", ["{x:%41ll}"]),
            ("/a?q=1", "/a", ["?page:Int", "?sort:{up|down}", "?tab:{all}"]), ("/:a:1...9", "/", [":{page:1...99}"]),
            ("/?a:1...9", "/?", ["page:{1...99}"]), ("//a:80", "//", ["shop.example", "*.shop.example", ":name"]),
            ("/x-*", "", ["/:name.json", "*name", "%2A"]), ("/{id}", "/", [":id"]), ("/a/{path...}", "/", ["*path"]),
            ("/<int:id>", "/", [":id:Int"]), ("/<id>", "/", [":id"]), ("/{id:int}", "/", [":id:Int"]),
            ("/[slug]", "/", [":slug"]), ("/@[user]", "/@", [":user"]), ("/[id].json", "/", [":id"]),
            ("/$id", "/", [":id"]),
            ("/a/$id/edit", "/", [":id"]), ("/user-$id", "/user-", [":id"]), ("/${id}", "/", [":id"]),
            ("/a/...rest", "/", ["*rest"]), ("/[...slug]", "/", ["*slug"]), ("/[[...slug]]", "/", ["*slug"]),
            ("/a/[[lang]]", "/a", ["(/:lang)"]), ("/[id=integer]", "/", [":id:Int"]),
            ("/[page=uint]", "/", [":page:UInt"]),
            ("/{id?}", "/a", ["(/:id)"]), ("/{id:int?}", "/a", ["(/:id:Int)"]), ("/{id=5}", "/", [":id"]),
            ("/{*rest}", "/", ["*rest"]), ("/{**rest}", "/", ["*rest"]), ("/{rest*}", "/", ["*rest"]),
            ("/<rest..>", "/", ["*rest"]),
            ("/{id:[0-9]+}", "/", [":id:Int"]), ("/{rest:.*}", "/", ["*rest"]), ("/<id:int>", "/", [":id:Int"]),
            ("/<string:id>", "/", [":id"]), ("/:id<int>", "/", [":id:Int"]), ("/$id<[0-9]+>", "/", [":id"]),
            ("/a\\.json", "/a", ["."]), ("/a\\-b", "/a", ["-"]), ("/\\d+", "/", [":id:Int"]), ("/\\w+", "/", [":name"]),
            ("/a\\", "/", ["%5C"]), ("/a\\*", "/a", ["%2A"]), ("/:id\\.json", "/:id", ["."]),
            ("/<uuid:key>", "/", [":key:UUID"]), ("/<float:x>", "/", [":x:Double"]), ("/<path:rest>", "/", ["*rest"]),
        ] as [(String, String, [String])])
    func thePatternThatAnErrorSuggestsIsValid(text: String, lead: String, advice: [String]) throws {
        let error = try #require(throws: RoutePatternError.self) { try RoutePattern(text) }
        for piece in advice {
            #expect(error.explanation.contains(piece))
            _ = try RoutePattern(lead + piece)
        }
    }

    /// Where the first odd character is; what is not a name stays literal text.
    @Test(
        arguments: [
            ("/a/[slug]", 3), ("/@[user]", 2), ("/a$id", 2), ("/...rest", 1), ("/a\\.b", 2), ("/[0-9]+", 1),
            ("/:a[b]", 3),
            ("/a[]", nil), ("/a[0]", nil), ("/a]b", nil), ("/$", nil), ("/US$", nil), ("/$1", nil), ("/...", nil),
            ("/a...b", nil), ("/...b.c", nil), ("/%5Bslug%5D", nil), ("/%24id", nil), ("/%2E..rest", nil),
            ("/a%5C.b", nil),
            ("/a?filter[color]&$top", nil),
        ] as [(String, Int?)])
    func anotherSpellingIsNoLiteral(text: String, offset: Int?) throws {
        do throws(RoutePatternError) {
            let pattern = try RoutePattern(text)
            #expect(offset == nil)
            // Its segments print themselves back.
            let printed = "/" + pattern.path.map(\.description).joined(separator: "/")
            if !text.contains("rest") { #expect(try RoutePattern(printed).path == pattern.path) }
        } catch {
            #expect(error.offset == offset && [.otherSpelling, .reservedCharacter].contains(error.reason), "\(error)")
        }
    }

    @Test(arguments: ["myApp://user/:id", "shop:///user", "https://shop.example/a"])
    func aPatternWithASchemeNamesTheOrigin(text: String) throws {
        let error = try #require(throws: RoutePatternError.self) { try RoutePattern(text) }
        let scheme = text.prefix { $0 != ":" }
        let origin = "Router(origins: [\"\(scheme)://\"])"
        #expect(error.explanation == "a pattern has no scheme, which belongs to the router: " + origin)
        #expect(error.offset == 0)
    }
}
