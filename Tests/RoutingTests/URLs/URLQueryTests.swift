import Foundation
import Testing

@testable import Routing

struct URLQueryTests {
    @Test(
        arguments: [
            ("x:?a=1&b=2", ["a": ["1"], "b": ["2"]]), ("x:?a=1&a=2", ["a": ["1", "2"]]), ("x:?a", ["a": [""]]),
            ("x:?a=&=b", ["a": [""], "": ["b"]]), ("x:?a=1+1&b=1%2B1", ["a": ["1 1"], "b": ["1+1"]]),
            ("x:?a+b=c%26d", ["a b": ["c&d"]]), ("x:?a=b=c", ["a": ["b=c"]]), ("x:?&&a=1&", ["a": ["1"]]), ("x:?", [:]),
            ("x:", [:]), ("x:?a=100%#b", ["a": ["100%"]]), ("x:?%C3%BC=%F0%9F%98%80", ["ü": ["😀"]]),
        ] as [(String, URLQuery)])
    func theQueryIsDecodedAndKeepsEveryValue(text: String, query: URLQuery) throws {
        #expect(try URLText(text).query == query)
    }

    @Test(
        arguments: [
            ("x:?b=2&a=1&b=3", ["b", "2", "a", "1", "b", "3"]), ("x:?a&=b&&c=", ["a", "", "", "b", "c", ""]),
            ("x:?a+%3D=%26+", ["a =", "& "]), ("x:?", []), ("x:/a#?b=c", []),
        ] as [(String, [String])])
    func itemsKeepTheirOrder(text: String, keysAndValues: [String]) throws {
        let url = try URLText(text)
        let ranges = url.queryItemRanges.flatMap { [$0.key, $0.value] }
        #expect(ranges.map { url.text.decoded($0, plusIsSpace: true) } == keysAndValues)
    }

    @Test(
        arguments: [
            ("a=1&b=2&a=3", "a", "1"), ("a=1&b=2", "b", "2"), ("aa=1&a=2", "a", "2"), ("a=1", "aa", nil),
            ("a", "a", ""), ("a=b=c", "a", "b=c"), ("a=1+2%2B", "a", "1 2+"), ("%61=1", "a", "1"),
            ("a+b=1", "a b", "1"), ("a+b=1", "a+b", nil), ("a%2Bb=1", "a+b", "1"), ("%2541=1", "%41", "1"),
            ("%41=1", "%41", nil), ("=1", "", "1"), ("a", "", nil), ("", "a", nil), ("A=1", "a", nil),
            ("a-key-of-many-words=1&a-key-of-many-wordz=2", "a-key-of-many-wordz", "2"),
        ] as [(String, String, String?)])
    func theFirstValueOfAKeyIsFound(query: String, key: String, value: String?) throws {
        #expect(try URLText("x://h/p?\(query)#a=f").firstQueryValue(of: key) == value)
    }

    @Test
    func keysCompareByTheirBytes() throws {
        let url = try URLText("x:?caf%C3%A9=1&cafe%CC%81=2")
        #expect(url.firstQueryValue(of: "caf\u{E9}") == "1")
        #expect(url.firstQueryValue(of: "cafe\u{301}") == "2")
        #expect(url.query == ["cafe\u{301}": ["2"], "caf\u{E9}": ["1"]])
        #expect(url.query != ["caf\u{E9}": ["1", "2"]])
    }

    @Test(arguments: [
        ("x:", "[:]"), ("x:?b=2&a=1&b=3", #"["b": ["2", "3"], "a": ["1"]]"#), ("x:?q", #"["q": [""]]"#),
        ("x:?%22a=%5C&b=%0A%E2%80%AE", #"["\"a": ["\\"], "b": ["\u{A}\u{202E}"]]"#),
    ])
    func aQueryPrintsItsItems(text: String, description: String) throws {
        #expect("\(try URLText(text).query)" == description)
    }

    @Test
    func aQueryIsReadLikeADictionary() throws {
        let query = try URLText("x:?b=2&a=1&b=3").query
        #expect(query.map(\.key) == ["b", "a"] && query.map(\.value) == [["2", "3"], ["1"]])
        #expect(query["b"] == ["2", "3"] && query["c"] == nil && query.count == 2 && !query.isEmpty)
        #expect(
            query == ["a": ["1"], "b": ["2", "3"]] && query != ["a": ["1"]] && query != ["a": ["1"], "b": ["3", "2"]])
    }
}

/// Keys of a query are bytes: no text makes reading it slow.
struct HostileQueryTests {
    /// Marks of two kinds in turn, which normalization would sort.
    static func marks(_ count: Int) -> String { String(repeating: "\u{301}\u{323}", count: count) }

    struct Search: TypedRoute {
        static let pattern = "/search/:id"
        var id: Int
        var q: String?
        var tags: [String]
    }

    struct Page: TypedRoute {
        static let pattern = "/:place/:id"
        var place: String
        var id: Int
        var size: Size?
    }

    struct Sized: Decodable { let size: Size }

    enum Size: String, Codable, CaseIterable { case small, large }

    /// All openings together take less time than normalizing would.
    @Test(.timeLimit(.minutes(10)), arguments: ["a", "q=a", "size=a"])
    func marksOfMixedKindsTakeNoTime(start: String) async throws {
        let router = Router(origins: ["shop://"])
        try router.register {
            $0.on(Page.self) { _, _ in RouteReply.declined }
            $0.on(Search.self) { _, _ in RouteReply.declined }
            $0.redirect("/search/:id", to: "/found/:id?a=2", overriding: true)
            $0.on("/found/:id") { match in
                _ = try? match.decode(Page.self)
                _ = try? match["size", as: Size.self]
                _ = try? match["q", as: Int.self]
                return match.query.count
            }
        }
        for _ in 0..<20 {
            let outcome = await router.open("shop://search/1?\(start)\(Self.marks(15_000))=1&lang=en")
            #expect(outcome.value(as: Int.self) == 3)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func marksAreNoCaseOfAnEnumerationAtOnce() async throws {
        let router = Router(origins: ["shop://"])
        let seen = Recorder<Int>()
        try router.register {
            $0.on("/sizes/:size") { match in
                for _ in 0..<200 where (try? match["size", as: Size.self]) == nil { seen.add(1) }
                for _ in 0..<20 where (try? match.decode(Sized.self)) == nil { seen.add(1) }
            }
        }
        await router.open("shop://sizes/a\(Self.marks(15_000))")
        #expect(seen.all.count == 220)
    }

    @Test
    func keysAreTheirBytes() throws {
        let url = try URLText("x:?caf%C3%A9=1&cafe%CC%81=2&caf%C3%A9=3")
        #expect(url.query.count == 2)
        #expect(url.query["caf\u{E9}"] == ["1", "3"] && url.query["cafe\u{301}"] == ["2"])
        #expect(try URLText("x:?\u{E9}=\u{E9}").query != URLText("x:?\u{E9}=e\u{301}").query)
    }
}
