import Dispatchers
import ShopKit
import Storage
import Synchronization
import Testing

@testable import storefront

/// Removing lines of the cart, and putting them back.
@Suite struct CartTests {
    @Test func puttingBackTakesTheEventBeforeTheCart() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.post("/act/cart/3")
            _ = try await visitor.post("/act/cart/2/remove")
            let states = try await storefront.visits.visit(of: visitor).customer.states
            #expect(states[.cart].map(\.id) == [3] && states[.removed]?.line.id == 2)
            #expect(storefront.shop.states[.counts]["rows removed"] == 1)
            #expect(try await visitor.get("/cart").text.contains("was removed"))
            _ = try await visitor.post("/act/cart/2/putBack")
            #expect(states[.cart].map(\.id) == [2, 3] && states[.removed] == nil)
        }
    }

    @Test func theBarConsumesItsOwnEvent() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.post("/act/cart/2/remove")
            let refused = Mutex(0)
            let visit = try await storefront.visits.visit(of: visitor)
            let registration = visit.messages.observe(RowWasNotPutBack.self) { _ in refused.withLock { $0 += 1 } }
            _ = try await visitor.post("/act/cart/2/putBack")
            #expect(refused.withLock { $0 } == 0)
            _ = try await visitor.post("/act/cart/2/putBack")
            #expect(refused.withLock { $0 } == 1)
            registration.cancel()
        }
    }

    @Test func clickingTwicePutsBackOnce() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            for _ in 0..<200 {
                _ = try await visitor.post("/act/cart/2")
                _ = try await visitor.post("/act/cart/2/remove")
                let cookie = visitor.cookie
                async let one = Visitor(client, cookie: cookie).post("/act/cart/2/putBack")
                async let two = Visitor(client, cookie: cookie).post("/act/cart/2/putBack")
                _ = try await (one, two)
                let cart = try await storefront.visits.visit(of: visitor).customer.states[.cart]
                #expect(cart.map(\.quantity) == [1])
                _ = try await visitor.post("/act/cart/2/remove")
            }
        }
    }

    @Test func aLineThatIsRemovedAndAddedAgainIsOneLine() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.post("/act/cart/2/remove")
            _ = try await visitor.post("/act/cart/2")
            let states = try await storefront.visits.visit(of: visitor).customer.states
            // The bar lasts until the next change.
            #expect(states[.removed] == nil)
            // A page that still has the bar puts nothing back, and removes nothing.
            _ = try await visitor.post("/act/cart/2/putBack")
            #expect(states[.cart] == [CartLine(try #require(states[.cart].first?.product))])
            _ = try await visitor.post("/act/cart/2/remove")
            #expect(states[.cart].isEmpty)
            _ = try await visitor.post("/act/cart/2/putBack")
            #expect(states[.cart].map(\.quantity) == [1])
        }
    }

    @Test func theBarLastsUntilTheCartChanges() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.post("/act/cart/3")
            _ = try await visitor.post("/act/cart/2/remove")
            let states = try await storefront.visits.visit(of: visitor).customer.states
            // The number is as before, so nothing changes.
            _ = try await visitor.bind("cart[3].quantity", "1")
            #expect(states[.removed] != nil)
            _ = try await visitor.bind("cart[3].quantity", "2")
            #expect(states[.removed] == nil)
        }
    }

    @Test func whatWasTypedForALineGoesWithIt() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.bind("cart[2].quantity", "x")
            let states = try await storefront.visits.visit(of: visitor).customer.states
            #expect(states[.drafts]["cart[2].quantity"] != nil)
            _ = try await visitor.post("/act/cart/2/remove")
            #expect(states[.drafts].isEmpty)
        }
    }

    @Test func puttingBackKeepsTheNumbersThatAreTyped() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.post("/act/cart/3")
            _ = try await visitor.post("/act/cart/2/remove")
            let button = "<button form=\"form-cart\" formaction=\"/act/cart/2/putBack\""
            #expect(try await visitor.get("/cart").text.contains(button))
            _ = try await visitor.post("/act/cart/2/putBack", ["cart[3].quantity": "7"])
            let cart = try await storefront.visits.visit(of: visitor).customer.states[.cart]
            #expect(cart.map(\.id) == [2, 3] && cart.map(\.quantity) == [1, 7])
        }
    }

    @Test func theLastLineIsPutBackByAFormToo() async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.post("/act/cart/2/remove")
            let page = try await visitor.get("/cart").text
            #expect(page.contains("There is nothing in the cart."))
            #expect(page.matches(of: /<form [^>]*id="form-cart"/).count == 1)
            #expect(page.contains("formaction=\"/act/cart/2/putBack\""))
        }
    }

    @Test func anEmptyCartHasNothingToBuy() async throws {
        try await withShop { _, client in
            let visitor = Visitor(client)
            #expect(try await visitor.get("/cart").text.contains("href=\"/checkout\"") == false)
            _ = try await visitor.post("/act/cart/2")
            #expect(try await visitor.get("/cart").text.contains("href=\"/checkout\""))
        }
    }
}
