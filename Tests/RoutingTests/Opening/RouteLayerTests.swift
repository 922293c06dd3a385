import Routing
import Testing

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
