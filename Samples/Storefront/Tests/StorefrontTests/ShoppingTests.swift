import Dispatchers
import ShopKit
import Storage
import Testing

@testable import storefront

/// Buying, from the first click to the order.
@Suite struct ShoppingTests {
    @Test func whatIsPickedIsInTheCart() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            #expect(try await visitor.post("/act/cart/2").location == "/cart")
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.post("/act/cart/5")
            let cart = try await storefront.visits.visit(of: visitor).customer.states[.cart]
            #expect(cart.map(\.id) == [2, 5] && cart.map(\.quantity) == [2, 1])
            let text = try await visitor.get("/cart").text
            #expect(text.contains("\(cart.total.asPrice)"))
            #expect(storefront.shop.states[.counts]["added Reading lamp"] == 2)
        }
    }

    @Test func whatIsSoldOutIsNotAdded() async throws {
        try await withShop { storefront, client in
            let (visitor, staff) = (Visitor(client), Visitor(client))
            _ = try await staff.signIn("grace", "hopper")
            _ = try await staff.post("/act/stock", ["stock[7].count": "0"])
            let page = try await visitor.get("/product/7").text
            #expect(page.contains("data-enabled=\"add-7\" aria-label=\"Add Candle to the cart\" disabled"))
            #expect(try await visitor.post("/act/cart/7", from: "/product/7").location == "/product/7")
            #expect(try await visitor.get("/product/7").text.contains("Candle is sold out."))
            // The sentence is shown once.
            #expect(try await visitor.get("/product/7").text.contains("Candle is sold out.") == false)
        }
    }

    @Test func visitorsHaveCartsOfTheirOwn() async throws {
        try await withShop { storefront, client in
            let (ada, eve) = (Visitor(client), Visitor(client))
            _ = try await ada.post("/act/cart/2")
            _ = try await eve.post("/act/cart/3")
            #expect(try await storefront.visits.visit(of: ada).customer.states[.cart].map(\.id) == [2])
            #expect(try await storefront.visits.visit(of: eve).customer.states[.cart].map(\.id) == [3])
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
            #expect(try await visitor.get("/search?tags=Lamps&tags=Candles").text.contains("12 found"))
            #expect(try await visitor.get("/search?tags=nothing").text.contains("0 found"))
            #expect(try await visitor.get("/search?page=2").text.contains("page=3"))
        }
    }
}
