import Dispatchers
import HummingbirdTesting
import ShopKit
import Storage
import Testing

@testable import storefront

/// Buying, from the first click to the order.
@Suite struct ShoppingTests {
    @Test func whatIsPickedIsInTheCart() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            #expect(try await visitor.post("/act/cart/2").place == "/cart")
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.post("/act/cart/5")
            let cart = try await storefront.visits.visit(of: visitor).states[.cart]
            #expect(cart.map(\.id) == [2, 5] && cart.map(\.quantity) == [2, 1])
            let text = try await visitor.get("/cart").text
            #expect(text.contains("\(cart.total.asPrice)"))
            #expect(storefront.shop.states[.counts]["added Reading lamp"] == 2)
        }
    }

    @Test func whatIsPickedInASaleCostsLess() async throws {
        try await withShop { storefront, client in
            let (visitor, staff) = (Visitor(client), Visitor(client))
            _ = try await staff.signIn("grace", "hopper")
            _ = try await staff.post("/act/sale/7")
            _ = try await visitor.post("/act/cart/7")
            let product = try #require(storefront.shop.states[.sale]?.product)
            let cart = try await storefront.visits.visit(of: visitor).states[.cart]
            #expect(cart.total == product.cents * 7 / 10)
        }
    }

    @Test func visitorsHaveCartsOfTheirOwn() async throws {
        try await withShop { storefront, client in
            let (ada, eve) = (Visitor(client), Visitor(client))
            _ = try await ada.post("/act/cart/2")
            _ = try await eve.post("/act/cart/3")
            #expect(try await storefront.visits.visit(of: ada).states[.cart].map(\.id) == [2])
            #expect(try await storefront.visits.visit(of: eve).states[.cart].map(\.id) == [3])
        }
    }

    @Test func undoTakesTheEventBeforeTheCart() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.post("/act/cart/2/row")
            let states = try await storefront.visits.visit(of: visitor).states
            #expect(states[.cart].isEmpty && states[.removed]?.id == 2)
            let pressed = storefront.shop.states[.counts]["rows removed"]
            _ = try await visitor.post("/act/cart/2/row")
            #expect(states[.cart].map(\.id) == [2] && states[.removed] == nil)
            // The undo bar consumed the event: neither the cart nor the shop got it.
            #expect(storefront.shop.states[.counts]["rows removed"] == pressed)
        }
    }

    @Test func anEmptyCartIsNotBought() async throws {
        try await withShop { _, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            #expect(try await visitor.get("/checkout/pay").place == "/cart")
            #expect(try await visitor.post("/act/pay").place == "/cart")
        }
    }

    @Test func whatIsPaidForIsAnOrder() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            _ = try await visitor.post("/act/cart/2")
            let stock = storefront.shop.states[.stock][2] ?? 0
            #expect(try await visitor.get("/checkout").place == "/checkout/address")
            #expect(try await visitor.bind("delivery.tip", "1.5").status == 200)
            #expect(try await visitor.get("/checkout/pay").text.contains("1 things"))
            #expect(try await visitor.post("/act/pay").place == "/checkout/done")
            #expect(try await visitor.get("/checkout/done").text.contains("order 1"))
            #expect(storefront.shop.states[.stock][2] == stock - 1)
            #expect(try await visitor.get("/orders/1").text.contains("Tip 1.50"))
            #expect(try await visitor.get("/orders/2").status == 404)
        }
    }

    @Test func ordersStandUnderTheirMonth() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            for _ in 0..<2 {
                _ = try await visitor.post("/act/cart/2")
                _ = try await visitor.post("/act/pay")
            }
            let text = try await visitor.get("/orders").text
            #expect(text.matches(of: /<h2>\d{4}-\d{2}<\/h2>/).count == 1)
            #expect(text.contains("Order 1") && text.contains("Order 2") && text.contains("in all"))
        }
    }

    @Test func anOrderThatCannotBeStoredLeavesTheCart() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            _ = try await visitor.post("/act/cart/2")
            storefront.shop.messages.close()
            #expect(try await visitor.post("/act/pay").status == 500)
            #expect(try await storefront.visits.visit(of: visitor).states[.cart].map(\.id) == [2])
        }
    }

    @Test func brandsGoOnAtTheEndOfThePage() async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            #expect(try await visitor.get("/brands").text.contains("href=\"/brands/2\""))
            #expect(try await visitor.get("/brands/3").text.contains("data-append") == false)
            #expect(try await visitor.get("/brands/4").status == 404)
            #expect(try await visitor.get("/brands/0").status == 404)
        }
    }

    @Test func searchTakesWordsTagsAndPages() async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            #expect(try await visitor.get("/search?q=candle").text.contains("4 found"))
            #expect(try await visitor.get("/search?tags=Lamps&tags=Lumen").text.contains("2 found"))
            #expect(try await visitor.get("/search?page=2").text.contains("page=3"))
        }
    }
}
