import Foundation
import Routing
import Testing

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
