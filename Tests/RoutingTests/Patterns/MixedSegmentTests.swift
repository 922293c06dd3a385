import Testing

@testable import Routing

struct MixedSegmentTests {
    static func segment(_ text: String) throws -> PatternSegment {
        try #require(try RoutePattern("/" + text).expansions.first?.first)
    }

    static func mixed(_ text: String) throws -> MixedSegment {
        guard case .mixed(let mixed) = try segment(text) else { throw Unmixed() }
        return mixed
    }

    struct Unmixed: Error {}

    @Test(
        arguments: [
            (":file.json", "a.json", ["a"]), (":file.json", "a.json.json", ["a.json"]), (":file.json", ".json", nil),
            (":file.json", "a.jsonx", nil), (":file.json", "", nil), (":file.json", "json", nil),
            (":base...:head", "a...b", ["a", "b"]), (":base...:head", "a...b...c", ["a", "b...c"]),
            (":base...:head", "a....b", ["a", ".b"]), (":base...:head", "....b", [".", "b"]),
            (":base...:head", "...b", nil),
            (":base...:head", "a...", nil), ("v:{major:Int}-:name", "v12-beta", ["12", "beta"]),
            ("v:{major:Int}-:name", "vx-beta", nil), ("v:{major:Int}-:name", "v-1-beta", ["-1", "beta"]),
            (":a-2:b-2", "x-2-2", nil), (":a-2:b-2", "x-2y-2", ["x", "y"]), (":a-2:b-2", "x-2-2-2", ["x", "-2"]),
            // The shortest text is not an integer, and there is no retry.
            (":{a:Int}-:b", "1-2-3", ["1", "2-3"]), (":a-:{b:Int}", "x-y-3", nil), ("@:user", "@me", ["me"]),
            ("@:user", "@", nil), ("@:user", "me", nil), ("x:{a}x", "xx", nil), ("x:{a}x", "xxx", ["x"]),
            ("x:{a}x", "x", nil), (":{a}é:b", "eéé", ["e", "é"]), (":{a}aab:b", "aaaabc", ["aa", "c"]),
            (":{a}abab:b", "xabaababy", ["xaba", "y"]), (":a..:b..:c", "1..2..3..4", ["1", "2", "3..4"]),
        ] as [(String, String, [String]?)])
    func eachParameterTakesTheShortestText(pattern: String, text: String, values: [String]?) throws {
        let mixed = try Self.mixed(pattern)
        let bytes = Bytes(text.utf8)
        #expect(mixed.ranges(in: bytes.span)?.map { String(decoding: bytes[$0], as: UTF8.self) } == values)
        #expect(mixed.matches(bytes.span) == (values != nil))
    }

    @Test(arguments: [(":file.json", 5), (":base...:head", 3), ("é:x-:y", 2)])
    func literalsAreCountedInScalars(pattern: String, count: Int) throws {
        #expect(try Self.mixed(pattern).literalCount == count)
    }

    @Test
    func textBetweenParametersIsShort() throws {
        let longest = String(repeating: "-", count: 63) + "1"
        let mixed = try Self.mixed(":{x}\(longest):y")
        let text = Bytes(repeating: UInt8(ascii: "-"), count: 1 << 20)
        #expect(!mixed.takes(text))
        #expect(mixed.takes(text + [UInt8(ascii: "1"), UInt8(ascii: "2")]))
        for pattern in ["/:{x}\(longest)-:y", "/a/:{x}\(longest)%2D:y"] {
            let error = try #require(throws: RoutePatternError.self) { try RoutePattern(pattern) }
            #expect(error.reason == .tooLarge)
        }
        _ = try RoutePattern("/-\(longest):{x}-\(longest)")
    }
}

// A span cannot be part of an expectation.

extension PatternSegment {
    func takes(_ bytes: Bytes) -> Bool { matches(bytes.span) }
}

extension MixedSegment {
    func takes(_ bytes: Bytes) -> Bool { matches(bytes.span) }
}
