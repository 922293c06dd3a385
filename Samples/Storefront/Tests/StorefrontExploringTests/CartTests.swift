import Dispatchers
import DispatchersTesting
import Exploring
import ShopKit
import Testing

/// Removing lines of a cart and putting them back, in tabs of one browser and in two browsers.
@Suite("Undoing in every order") struct CartTests {
    @Test("Two clicks on “Put it back” put back one", .explored(seeds: 100))
    func clickingTwicePutsBackOnce() async throws {
        let browser = try await ExploredShop().browser()
        _ = await browser.act("/act/cart/2")
        _ = await browser.act("/act/cart/2/remove")
        async let first = browser.act("/act/cart/2/putBack")
        async let second = browser.act("/act/cart/2/putBack")
        _ = await (first, second)
        #expect(browser.cart.map(\.quantity) == [1])
        #expect(browser.customer.states[.removed] == nil)
    }

    @Test("A click on a page that is out of date says so, and the bar goes with the next change", .explored(seeds: 100))
    func addingHidesTheBar() async throws {
        let browser = try await ExploredShop().browser()
        let refusals = browser.visit.messages.record(RowWasNotPutBack.self)
        _ = await browser.act("/act/cart/2")
        _ = await browser.act("/act/cart/2/remove")
        async let adding = browser.act("/act/cart/3")
        async let undoing = browser.act("/act/cart/2/putBack")
        _ = await (adding, undoing)
        await browser.visit.messages.settled()
        let isBack = browser.cart.map(\.id).contains(2)
        #expect(browser.cart.map(\.id).sorted() == (isBack ? [2, 3] : [3]))
        #expect(refusals.values.count == (isBack ? 0 : 1))
        #expect(browser.customer.states[.removed] == nil)
    }

    @Test("In two browsers of a user, a line is in the cart or can be put back", .explored(seeds: 100))
    func twoBrowsersShareTheBar() async throws {
        let explored = try await ExploredShop()
        let browsers = [try await explored.browser(of: "ada"), try await explored.browser(of: "ada")]
        let states = browsers[0].customer.states
        #expect(states === browsers[1].customer.states)
        _ = await browsers[0].act("/act/cart/2")
        _ = await browsers[0].act("/act/cart/3")
        async let first: Void = {
            _ = await browsers[0].act("/act/cart/2/remove")
            _ = await browsers[0].act("/act/cart/2/putBack")
        }()
        async let second: Void = {
            _ = await browsers[1].act("/act/cart/3/remove")
            _ = await browsers[1].act("/act/cart/3/putBack")
        }()
        _ = await (first, second)
        let cart = states[.cart]
        #expect(Set(cart.map(\.id)).count == cart.count && cart.allSatisfy { $0.quantity == 1 })
        // A bar is hidden by a change of the cart, so a line is missing only if the other browser changed it in between.
        if let removed = states[.removed] { #expect(!cart.contains { $0.id == removed.line.id }) }
    }

    @Test("A lamp that is bought while a tab removes it is not both", .explored(seeds: 100))
    func removingWhilePaying() async throws {
        let explored = try await ExploredShop()
        let buyer = try await explored.buyer()
        let fields = await buyer.payFields()
        async let paying = buyer.act("/act/pay", fields)
        async let removing = buyer.act("/act/cart/2/remove")
        _ = await (paying, removing)
        let isOrdered = await explored.store.orders.count == 1
        _ = await buyer.act("/act/cart/2/putBack")
        #expect(buyer.cart.map(\.id) == (isOrdered ? [] : [2]))
    }
}
