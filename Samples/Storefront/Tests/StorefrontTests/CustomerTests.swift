import Dispatchers
import Foundation
import Live
import Pages
import ShopKit
import Storage
import Testing

@testable import storefront

/// The owners of states: users, browsers and the shop.
@Suite struct CustomerTests {
    @Test func whatBelongsToAUserIsInAllOfTheirBrowsers() async throws {
        try await withShop { storefront, client in
            let (first, second) = (Visitor(client), Visitor(client))
            for browser in [first, second] { _ = try await browser.signIn() }
            let tab = Tab(of: try await storefront.visits.visit(of: second))
            _ = await tab.next()
            _ = try await first.post("/act/cart/2")
            _ = try await first.bind("profile.name", "Ada L.")
            let patches = await tab.next() ?? []
            #expect(patches.contains { $0.name == "badge" && $0.content.contains(">1<") })
            #expect(try await second.get("/profile").text.contains("value=\"Ada L.\""))
            try await first.enterAddress()
            #expect(try await second.pay().location == "/checkout/done")
            #expect(try await first.get("/cart").text.contains("There is nothing in the cart."))
            #expect(try await first.get("/checkout/done").text.contains("order 1"))
        }
    }

    @Test func signingInBringsTheCartAndKeepsWhatTheGuestHad() async throws {
        try await withShop { storefront, client in
            let (home, away) = (Visitor(client), Visitor(client))
            _ = try await home.signIn()
            _ = try await home.post("/act/cart/2")
            _ = try await away.post("/act/cart/2")
            _ = try await away.post("/act/cart/5")
            _ = try await away.signIn()
            let cart = try await storefront.visits.visit(of: home).customer.states[.cart]
            #expect(cart.map(\.id) == [2, 5] && cart.map(\.quantity) == [2, 1])
            // Signing in again does not add it again.
            _ = try await away.signIn()
            #expect(try await storefront.visits.visit(of: away).customer.states[.cart] == cart)
        }
    }

    @Test func nothingOfTheFormerUserIsSeen() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.bind("profile.name", "Countess")
            try await visitor.enterAddress()
            #expect(try await visitor.pay().location == "/checkout/done")
            _ = try await visitor.bind("profile.address.zip", "secret")
            _ = try await visitor.post("/act/cart/3")
            _ = try await visitor.post("/act/cart/3/remove")
            _ = try await visitor.post("/act/sign-out")
            _ = try await visitor.post("/act/register", ["name": "eve", "password": "x"])
            for path in ["/cart", "/profile", "/orders", "/checkout/done", "/hot"] {
                let text = try await visitor.get(path).text
                #expect(!text.contains("Countess") && !text.contains("secret"), "\(path)")
                #expect(!text.contains("was removed") && !text.contains("order 1"), "\(path)")
            }
            #expect(try await visitor.get("/orders/1").status == 404)
            // It is all there for the user.
            _ = try await visitor.signIn()
            #expect(try await visitor.get("/profile").text.contains("Countess"))
            #expect(try await visitor.get("/orders/1").status == 200)
        }
    }

    @Test func anOldPageDoesNotWriteIntoTheNextUsersProfile() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            let page = try await visitor.get("/profile").text
            let owner = try #require(page.firstMatch(of: /name="owner" value="([^"]*)"/)).1
            let fields = ["owner": String(owner), "profile.name": "Countess", "back": "/profile"]
            #expect(try await visitor.post("/act/save/profile", fields, from: "/profile").location == "/profile")
            #expect(try await visitor.get("/profile").text.contains("Countess"))
            _ = try await visitor.post("/act/sign-out")
            _ = try await visitor.post("/act/register", ["name": "eve", "password": "x"])
            _ = try await visitor.post("/act/save/profile", fields, from: "/profile")
            let text = try await visitor.get("/profile").text
            #expect(!text.contains("Countess") && text.contains("This page was another user&#39;s"))
        }
    }

    @Test func theSaleTheDoorAndTheStockOutliveARestart() async throws {
        try await withDatabaseFile { file in
            let before = try await Storefront(database: Database(at: file))
            let staff = Visitor(TestServer(before))
            _ = try await staff.signIn("grace", "hopper")
            _ = try await staff.post("/act/sale/7")
            _ = try await staff.post("/act/door", ["members": "only"])
            _ = try await staff.post("/act/stock", ["stock[7].count": "77"])
            let after = try await Storefront(database: Database(at: file)).shop.states
            #expect(after[.sale] == before.shop.states[.sale] && after[.sale] != nil)
            #expect(after[.isMembersOnly] && after[.stock][7] == 77)
        }
    }

    @Test func theCartOfAUserOutlivesARestart() async throws {
        try await withDatabaseFile { file in
            let first = try await Storefront(database: Database(at: file))
            let early = Visitor(TestServer(first))
            _ = try await early.signIn()
            _ = try await early.post("/act/cart/2")
            let second = try await Storefront(database: Database(at: file))
            let (same, other) = (Visitor(TestServer(second), cookie: early.cookie), Visitor(TestServer(second)))
            _ = try await other.signIn()
            for visitor in [same, other] {
                #expect(try await second.visits.visit(of: visitor).customer.states[.cart].map(\.id) == [2])
            }
        }
    }

    @Test func visitsThatAreNotUsedAreRemoved() async throws {
        try await withDatabaseFile { file in
            let database = try Database(at: file)
            let storefront = try await Storefront(database: database)
            let visitor = Visitor(TestServer(storefront))
            _ = try await visitor.post("/act/cart/2")
            let id = try #require(visitor.cookie)
            try await storefront.visits.removeOld()
            #expect(try await database.states(of: .guest(id)).isEmpty == false)
            try await storefront.visits.removeOld(now: .now + 181 * 86_400)
            #expect(try await database.states(of: .guest(id)).isEmpty)
            #expect(try await database.use(visit: id) == false)
        }
    }
}
