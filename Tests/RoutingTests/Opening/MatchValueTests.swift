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

/// Values of any type that a caller inside the app passes.
struct PayloadTests {
    struct Visit: Sendable { var number: Int }

    let router = Router(origins: ["shop://"])
    let log = Recorder<Int>()

    func register() throws {
        let asks = Guard("asks") { match in
            try match.payload(Visit.self).number > 0 ? .proceed : .refuse("no visit")
        }
        try router.register {
            $0.on("/cart", guards: [asks]) { match in log.add(try match.payload(Visit.self).number) }
        }
    }

    @Test
    func guardsAndHandlersReadItWithItsType() async throws {
        try register()
        #expect(await router.open("shop://cart", payload: Visit(number: 7)).isHandled)
        #expect(await router.open("shop://cart", payload: Visit(number: 0)).summary == "refused no visit")
        #expect(log.all == [7])
    }

    @Test
    func aNavigationThatIsResumedByItsSignInHasItsPayload() async throws {
        let session = Recorder<String>()
        let signedIn = Guard("signed in") { _ in session.all.isEmpty ? .park(redirect: "/sign-in") : .proceed }
        try router.register {
            $0.on("/cart", guards: [signedIn]) { match in log.add(try match.payload(Visit.self).number) }
            $0.on("/sign-in") { match in
                session.add(match.payload(as: Visit.self) == nil ? "no payload" : "payload")
                guard let parked = match.parked else { return }
                await router.resume(parked)
            }
        }
        await router.open("shop://cart", payload: Visit(number: 7))
        #expect(session.all == ["no payload"])
        #expect(log.all == [7])
    }

    @Test
    func aPayloadOfAnotherTypeIsAnErrorThatNamesBoth() async throws {
        try register()
        for (payload, found) in [("text" as (any Sendable)?, "String" as String?), (nil, nil)] {
            guard
                case .failed(let error as RoutePayloadError) = await router.open("shop://cart", payload: payload).result
            else {
                Issue.record()
                return
            }
            #expect(error.url == "shop://cart" && error.requested == "Visit" && error.found == found)
            let words = found.map { "a payload of the type \($0)" } ?? "no payload"
            #expect("\(error)" == "“shop://cart” was opened with \(words), and not with a payload of the type Visit.")
        }
    }
}

/// Values come from the query, the path, the extras and the payload.
struct RouteLayerTests {
    @Test
    func aLaterLayerHidesAnEarlier() async throws {
        let router = Router()
        let seen = Recorder<[String?]>()
        try router.register {
            $0.on("/:a/:b") { match in seen.add(["a", "b", "c", "d"].map { match[$0] }) }
        }
        await router.open("x:/p/p?a=q&b=q&c=q", extras: ["a": "e"])
        #expect(seen.all == [["e", "p", "q", nil]])
    }

    final class Cart: Sendable {}

    @Test
    func aPayloadArrivesAsItIs() async throws {
        let router = Router()
        let cart = Cart()
        let seen = Recorder<Bool>()
        try router.register {
            $0.on("/cart") { match in
                seen.add(match.payload(as: Cart.self) === cart)
                #expect(match.payload(as: Int.self) == nil)
            }
        }
        await router.open("x:/cart", payload: cart)
        await router.open("x:/cart")
        Self.openAtOnce("x:/cart", router, cart)
        #expect(seen.all == [true, false, true])
    }

    static func openAtOnce(_ url: String, _ router: Router, _ cart: Cart) { router.openNow(url, payload: cart) }
}
