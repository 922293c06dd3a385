import AllocationCounter
import Foundation
import Routing
import Testing

/// The cost of reading the values of a match, and the equality of names.
struct MatchValueTests {
    struct Filters: TypedRoute {
        static let pattern = "/filters"
        var a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t: Int?
    }

    @Test(.enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
    func aTypedRouteReadsTheQueryOnce() throws {
        let router = Router(origins: ["shop://"])
        let counts = Recorder<Int>()
        try router.register {
            $0.on("/filters") { match in
                let before = allocatedBytesOfThisThread()
                _ = match.query
                counts.add(allocatedBytesOfThisThread() - before)
            }
            $0.on("/decoded") { match in
                let before = allocatedBytesOfThisThread()
                _ = try match.decode(Filters.self)
                counts.add(allocatedBytesOfThisThread() - before)
            }
        }
        let query = (0..<1_200).map { "key-that-is-long-\($0)=a-value-that-is-long" }.joined(separator: "&")
        router.openNow("shop://filters?" + query)
        router.openNow("shop://decoded?" + query)
        try #require(counts.all.count == 2)
        #expect(counts.all[1] < 2 * counts.all[0])
    }

    @Test(.enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
    func parametersAndQueryAreReadOnce() throws {
        let router = Router(origins: ["shop://"])
        let counts = Recorder<Int>()
        try router.register {
            $0.on("/:first/:second") { match in
                let before = allocatedBytesOfThisThread()
                _ = (match.query, match.parameters)
                let once = allocatedBytesOfThisThread()
                for _ in 0..<100 { _ = (match.query, match.parameters) }
                let more = allocatedBytesOfThisThread() - once
                counts.add(once - before)
                counts.add(more)
            }
        }
        router.openNow(
            "shop://a-value-that-is-long-enough/another-value-that-is-long?a-key-that-is-long=1&another-long-key=2")
        try #require(counts.all.count == 2)
        #expect(counts.all[0] > 0 && counts.all[1] == 0, "\(counts.all)")
    }

    /// U+212A is canonically equivalent to the letter K.
    @Test func namesAreTheirBytes() async throws {
        struct Fields: Decodable {
            let kelvin: String?
            enum CodingKeys: String, CodingKey { case kelvin = "\u{212A}" }
        }
        let router = Router()
        let found = Recorder<String?>()
        try router.register {
            $0.on("/a/:K?caf%C3%A9") { match in
                found.add(match["\u{212A}"])
                found.add(match["K"])
                found.add(match["cafe\u{301}"])
                found.add(match["caf\u{E9}"])
                found.add(try? match.decode(Fields.self).kelvin)
            }
        }
        await router.open("x:/a/1?caf%C3%A9=2", extras: ["e\u{301}": "3"])
        #expect(found.all == [nil, "1", nil, "2", nil])
    }

    @Test(arguments: ["true", "false", "True", "yes", "1", "", "true ", "tru\u{65}\u{301}"])
    func aTruthValueIsOneOfTwoWords(text: String) async throws {
        let router = Router()
        let values = Recorder<Bool?>()
        try router.register { $0.on("/") { match in values.add(try? match["x", as: Bool.self]) } }
        await router.open(path: "/", extras: ["x": text])
        #expect(values.all == [text == "true" ? true : text == "false" ? false : nil])
    }
}
