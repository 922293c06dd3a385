import Dispatchers
import Exploring
import ShopKit
import Testing

/// Paying, while something else changes what is paid for.
@Suite("Paying in every order") struct PayTests {
    @Test("Two clicks are one order, which both answers lead to", .explored(seeds: 100))
    func twoClicksAreOneOrder() async throws {
        let explored = try await ExploredShop()
        let buyer = try await explored.buyer()
        let fields = await buyer.payFields()
        async let first = buyer.act("/act/pay", fields)
        async let second = buyer.act("/act/pay", fields)
        #expect(await [first, second] == ["/checkout/done", "/checkout/done"])
        #expect(await explored.store.orders.count == 1)
        #expect(buyer.cart.isEmpty)
        await explored.expectStockIsShown(lamps: 9)
    }

    @Test("Of one lamp, one of two customers gets it", .explored(seeds: 100))
    func theLastOneIsSoldOnce() async throws {
        let explored = try await ExploredShop(lamps: 1)
        let (ada, eve) = (try await explored.buyer("ada"), try await explored.buyer("eve"))
        let (fields, others) = (await ada.payFields(), await eve.payFields())
        async let first = ada.act("/act/pay", fields)
        async let second = eve.act("/act/pay", others)
        #expect(await [first, second].sorted() == ["/checkout/done", "Reading lamp is sold out."])
        let orders = await explored.store.orders
        #expect(orders.count == 1)
        #expect(ada.cart.isEmpty == (orders.first?.user == "ada"))
        #expect(eve.cart.isEmpty == (orders.first?.user == "eve"))
        await explored.expectStockIsShown(lamps: 0)
    }

    @Test("A candle that another tab adds meanwhile is in the order or in the cart", .explored(seeds: 100))
    func whatIsAddedMeanwhileIsKept() async throws {
        let explored = try await ExploredShop()
        let buyer = try await explored.buyer()
        let fields = await buyer.payFields()
        async let paying = buyer.act("/act/pay", fields)
        async let adding = buyer.act("/act/cart/3")
        let answer = await paying
        _ = await adding
        let orders = await explored.store.orders
        #expect((answer == "/checkout/done") == (orders.count == 1))
        #expect((orders.flatMap(\.lines) + buyer.cart).map(\.id).sorted() == [2, 3])
        for order in orders { #expect("\(order.total)" == fields["total"]) }
    }

    @Test("What is charged is what the page showed, also if a sale begins meanwhile", .explored(seeds: 100))
    func thePriceOfThePageIsCharged() async throws {
        let explored = try await ExploredShop()
        let buyer = try await explored.buyer()
        let staff = try await explored.browser(of: "grace")
        let fields = await buyer.payFields()
        async let paying = buyer.act("/act/pay", fields)
        async let selling = staff.act("/act/sale/2")
        let answer = await paying
        _ = await selling
        let orders = await explored.store.orders
        #expect((answer == "/checkout/done") == (orders.count == 1))
        for order in orders { #expect("\(order.total)" == fields["total"]) }
        #expect(buyer.cart.isEmpty == (orders.count == 1))
    }

    @Test("An order is the user's who clicked, also if the visit is another's when it is stored", .explored(seeds: 100))
    func signingOutMeanwhileChangesNoOrder() async throws {
        let explored = try await ExploredShop()
        let buyer = try await explored.buyer()
        let ada = buyer.customer
        let fields = await buyer.payFields()
        async let paying = buyer.act("/act/pay", fields)
        async let leaving = buyer.act("/act/sign-out")
        _ = await (paying, leaving)
        _ = await buyer.act("/act/cart/3")
        let orders = await explored.store.orders
        #expect(orders.allSatisfy { $0.user == "ada" })
        #expect(ada.states[.cart].isEmpty == (orders.count == 1))
        #expect(buyer.customer.name == nil && buyer.cart.map(\.id) == [3])
    }

    @Test("A visit that ends while its customer pays leaves the cart, or the order", .explored(seeds: 100))
    func aVisitThatEndsLosesNothing() async throws {
        let explored = try await ExploredShop()
        let buyer = try await explored.buyer()
        let ada = buyer.customer
        let fields = await buyer.payFields()
        async let paying = buyer.act("/act/pay", fields)
        async let ending: Void = {
            await Task.yield()
            buyer.visit.close()
        }()
        _ = await (paying, ending)
        // The payment fails at once, and its order may still be stored.
        await explored.store.settled()
        let orders = await explored.store.orders
        #expect(ada.states[.cart].isEmpty == (orders.count == 1))
    }
}
