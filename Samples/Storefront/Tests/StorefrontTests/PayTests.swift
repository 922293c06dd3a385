import Dispatchers
import ShopKit
import Storage
import Testing

@testable import storefront

/// Paying: one transaction, once for each attempt.
@Suite struct PayTests {
    /// A customer who has something in the cart.
    private func withCustomer(
        _ body: (Storefront, TestServer, Visitor) async throws -> Void
    ) async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            try await visitor.enterAddress()
            _ = try await visitor.post("/act/cart/2")
            try await body(storefront, client, visitor)
        }
    }

    @Test func whatIsPaidForIsAnOrder() async throws {
        try await withCustomer { storefront, _, visitor in
            let stock = storefront.shop.states[.stock][2] ?? 0
            #expect(try await visitor.get("/checkout").location == "/checkout/address")
            _ = try await visitor.bind("profile.tip", "1.5")
            let page = try await visitor.get("/checkout/pay").text
            #expect(page.contains("1 thing,") && page.contains("To Long Lane 3, 1010 Vienna."))
            #expect(try await visitor.pay().location == "/checkout/done")
            #expect(try await visitor.get("/checkout/done").text.contains("order 1"))
            #expect(storefront.shop.states[.stock][2] == stock - 1)
            #expect(try await storefront.visits.visit(of: visitor).customer.states[.cart].isEmpty)
            let order = try await visitor.get("/orders/1").text
            #expect(order.contains("Tip 1.50") && order.contains("Long Lane 3, 1010 Vienna"))
            #expect(try await visitor.get("/orders/2").status == 404)
        }
    }

    @Test func twelveClicksAreOneOrder() async throws {
        try await withCustomer { storefront, client, visitor in
            let stock = storefront.shop.states[.stock][2] ?? 0
            let page = try await visitor.get("/checkout/pay").text
            let cookie = visitor.cookie
            let locations = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<12 {
                    group.addTask { try await Visitor(client, cookie: cookie).pay(on: page).location }
                }
                return try await group.reduce(into: [String?]()) { $0.append($1) }
            }
            #expect(locations == Array(repeating: "/checkout/done", count: 12))
            #expect(try await visitor.get("/orders").text.matches(of: /Order \d/).count == 1)
            #expect(storefront.shop.states[.stock][2] == stock - 1)
            // One more click, later.
            #expect(try await visitor.pay(on: page).location == "/checkout/done")
            #expect(try await visitor.get("/orders").text.matches(of: /Order \d/).count == 1)
        }
    }

    @Test func anEmptyCartIsNotBought() async throws {
        try await withCustomer { _, _, visitor in
            let page = try await visitor.get("/checkout/pay").text
            _ = try await visitor.post("/act/cart/2/remove")
            #expect(try await visitor.get("/checkout/pay").location == "/cart")
            #expect(try await visitor.pay(on: page).location == "/checkout/pay")
            #expect(try await visitor.get("/cart").text.contains("There is nothing in the cart."))
            #expect(try await visitor.get("/orders").text.contains("None yet."))
        }
    }

    @Test(arguments: [("profile.address.street", " "), ("profile.address.city", ""), ("profile.address.zip", "")])
    func nothingIsOrderedWithoutAnAddress(field: String, text: String) async throws {
        try await withCustomer { _, _, visitor in
            let page = try await visitor.get("/checkout/pay").text
            _ = try await visitor.bind(field, text)
            #expect(try await visitor.get("/checkout/pay").location == "/checkout/address")
            #expect(try await visitor.pay(on: page).location == "/checkout/pay")
            let sentence = "An order needs a street, a postal code and a city."
            #expect(try await visitor.get("/checkout/address").text.contains(sentence))
            #expect(try await visitor.get("/orders").text.contains("None yet."))
        }
    }

    @Test func whatIsSoldOutIsRefusedWithASentence() async throws {
        try await withCustomer { storefront, client, visitor in
            let staff = Visitor(client)
            _ = try await staff.signIn("grace", "hopper")
            _ = try await visitor.post("/act/cart/3")
            _ = try await visitor.bind("cart[3].quantity", "4")
            _ = try await staff.post("/act/stock", ["stock[3].count": "3"])
            let before = storefront.shop.states[.stock]
            #expect(try await visitor.pay().location == "/checkout/pay")
            #expect(try await visitor.get("/checkout/pay").text.contains("There are only 3 of Desk lamp."))
            // The whole transaction is undone: the first line is still in stock.
            _ = try await staff.post("/act/stock", ["stock[9].count": "\(before[9] ?? 0)"])
            #expect(storefront.shop.states[.stock] == before)
            _ = try await staff.post("/act/stock", ["stock[3].count": "0"])
            _ = try await visitor.pay()
            #expect(try await visitor.get("/checkout/pay").text.contains("Desk lamp is sold out."))
            #expect(try await visitor.get("/orders").text.contains("None yet."))
        }
    }

    @Test func thePriceOnThePageIsWhatIsCharged() async throws {
        try await withCustomer { storefront, client, visitor in
            let staff = Visitor(client)
            _ = try await staff.signIn("grace", "hopper")
            let full = try #require(try await storefront.visits.visit(of: visitor).customer.states[.cart].first?.cents)
            let old = try await visitor.get("/checkout/pay").text
            #expect(old.contains("Pay \(full.asPrice)"))
            _ = try await staff.post("/act/sale/2")
            let reduced = full * 70 / 100
            // The cart follows the sale, for what was picked before it, too.
            let cart = try await visitor.get("/cart").text
            #expect(cart.contains("Total <b><span data-region=\"total\">\(reduced.asPrice)"))
            #expect(try await visitor.pay(on: old).location == "/checkout/pay")
            let page = try await visitor.get("/checkout/pay").text
            #expect(page.contains("The price has changed: it is \(reduced.asPrice) now."))
            _ = try await staff.post("/act/sale/end")
            #expect(try await visitor.pay(on: page).location == "/checkout/pay")
            #expect(try await visitor.pay(on: old).location == "/checkout/done")
            #expect(try await visitor.get("/orders/1").text.contains("total <b>\(full.asPrice)"))
        }
    }

    @Test(arguments: [
        ("profile.address.zip", "10-10", "Postal code: “10-10” is no whole number."),
        ("profile.tip", "much", "Tip for the courier, in €: “much” is no number."),
        ("cart[2].quantity", "2.5", "Number of Reading lamp: “2.5” is no whole number."),
        ("cart[2].quantity", "", "Number of Reading lamp: “” is no whole number."),
    ])
    func aFieldThatHoldsNoNumberIsNamed(field: String, text: String, sentence: String) async throws {
        try await withCustomer { _, _, visitor in
            let page = try await visitor.get("/checkout/pay").text
            _ = try await visitor.type(text, into: field)
            #expect(try await visitor.pay(on: page).location == "/checkout/pay")
            #expect(try await visitor.get("/checkout/pay").text.contains(sentence))
            #expect(try await visitor.get("/orders").text.contains("None yet."))
        }
    }

    @Test func aTextThatCannotBeReadIsOnAllPages() async throws {
        try await withCustomer { storefront, _, visitor in
            _ = try await visitor.post("/act/save/profile", ["profile.address.zip": "10-10"])
            for path in ["/profile", "/checkout/address"] {
                #expect(try await visitor.get(path).text.contains("value=\"10-10\""), "\(path)")
            }
            _ = try await visitor.post("/act/save/delivery", ["profile.address.zip": "1010"])
            #expect(try await storefront.visits.visit(of: visitor).customer.states[.drafts].isEmpty)
            #expect(try await visitor.pay().location == "/checkout/done")
        }
    }

    @Test func ofOneThingThereIsOnlyOne() async throws {
        try await withCustomer { _, client, visitor in
            let staff = Visitor(client)
            _ = try await staff.signIn("grace", "hopper")
            _ = try await visitor.bind("cart[2].quantity", "2")
            _ = try await staff.post("/act/stock", ["stock[2].count": "1"])
            _ = try await visitor.pay()
            #expect(try await visitor.get("/checkout/pay").text.contains("There is only 1 of Reading lamp."))
        }
    }

    @Test(arguments: [[:], ["attempt": ""], ["attempt": "other", "total": "1"]])
    func anAttemptOfNoPageIsRefused(fields: [String: String]) async throws {
        try await withCustomer { _, _, visitor async throws in
            #expect(try await visitor.post("/act/pay", fields, from: "/cart").location == "/cart")
            #expect(try await visitor.get("/cart").text.contains("This page was out of date."))
            #expect(try await visitor.get("/orders").text.contains("None yet."))
        }
    }

    @Test func anOrderThatCannotBeStoredLeavesTheCart() async throws {
        try await withCustomer { storefront, _, visitor in
            let page = try await visitor.get("/checkout/pay").text
            storefront.shop.messages.close()
            #expect(try await visitor.pay(on: page).status == 500)
            #expect(try await storefront.visits.visit(of: visitor).customer.states[.cart].map(\.id) == [2])
        }
    }

    @Test func ordersStandUnderTheirMonth() async throws {
        try await withCustomer { _, _, visitor in
            _ = try await visitor.pay()
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.pay()
            let text = try await visitor.get("/orders").text
            #expect(text.matches(of: /<h2>\d{4}-\d{2}<\/h2>/).count == 1)
            #expect(text.contains("Order 1") && text.contains("Order 2") && text.contains("in all"))
        }
    }
}
