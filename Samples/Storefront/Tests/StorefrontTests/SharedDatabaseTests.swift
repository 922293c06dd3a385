import ShopKit
import Storage
import Testing

@testable import storefront

/// Two processes of the shop on one database, in both of which one user is signed in.
@Suite struct SharedDatabaseTests {
    /// Calls a closure with two browsers of a user, each at a shop of its own, which show the same cart.
    private func withBrowsers(
        _ body: (_ first: Visitor, _ second: Visitor) async throws -> Void
    ) async throws {
        try await withDatabaseFile { file in
            let shops = [
                try await Storefront(database: Database(at: file)), try await Storefront(database: Database(at: file)),
            ]
            let first = Visitor(TestServer(shops[0]))
            _ = try await first.signIn()
            try await first.enterAddress()
            _ = try await first.post("/act/cart/2")
            let second = Visitor(TestServer(shops[1]))
            _ = try await second.signIn()
            #expect(try await second.get("/cart").text.contains("Reading lamp"))
            try await body(first, second)
            withExtendedLifetime(shops) {}
        }
    }

    private func orderCount(of visitor: Visitor) async throws -> Int {
        try await visitor.get("/orders").text.matches(of: /Order \d/).count
    }

    @Test func aCartIsOrderedOnce() async throws {
        try await withBrowsers { first, second in
            let page = try await second.get("/checkout/pay").text
            #expect(try await first.pay().location == "/checkout/done")
            #expect(try await second.pay(on: page).location == "/checkout/pay")
            #expect(try await second.get("/checkout/pay").location == "/cart")
            let cart = try await second.get("/cart").text
            #expect(cart.contains("The cart was changed in another browser."))
            #expect(cart.contains("There is nothing in the cart."))
            #expect(try await orderCount(of: second) == 1)
        }
    }

    @Test func aCartThatHasGrownMeanwhileIsShownFirst() async throws {
        try await withBrowsers { first, second in
            #expect(try await first.pay().location == "/checkout/done")
            _ = try await second.post("/act/cart/3")
            #expect(try await second.pay().location == "/checkout/pay")
            let page = try await second.get("/checkout/pay").text
            #expect(page.contains("The cart was changed in another browser.") && page.contains("Desk lamp"))
            #expect(try await orderCount(of: second) == 1)
            // This is what the customer sees, and wants.
            #expect(try await second.pay(on: page).location == "/checkout/done")
            #expect(try await orderCount(of: second) == 2)
        }
    }

    @Test(
        arguments: [
            ([2: 1], [2: 1], true), ([2: 1], [2: 3, 5: 1], true), ([2: 1], [:], false), ([2: 2], [2: 1], false),
            ([2: 1, 3: 1], [2: 1], false), ([:], [:], true),
        ] as [([Int: Int], [Int: Int], Bool)])
    func aCartCoversWhatIsInIt(order: [Int: Int], cart: [Int: Int], isCovered: Bool) {
        #expect(lines(cart).covers(lines(order)) == isCovered)
    }

    private func lines(_ counts: [Int: Int]) -> [CartLine] {
        counts.map { id, count in
            CartLine(Product(id: id, name: "", category: "", brand: "", cents: count), quantity: count)
        }
    }
}
