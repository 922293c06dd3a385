import Dispatchers
import SQLiteBridging
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

    @Test func aSessionThatEndsAtOneProcessHasEndedAtTheOther() async throws {
        try await withDatabaseFile { file in
            let shops = [
                try await Storefront(database: Database(at: file)), try await Storefront(database: Database(at: file)),
            ]
            let servers = shops.map { TestServer($0) }
            let visitor = Visitor(servers[0])
            _ = try await visitor.signIn()
            let cookie = visitor.cookie
            let away = Visitor(servers[1], cookie: cookie)
            #expect(try await away.get("/orders").status == 200)
            let visit = try await shops[1].visits.visit(of: away)
            _ = try await visitor.post("/act/sign-out")
            for server in servers {
                let old = Visitor(server, cookie: cookie)
                // A script gets no new visit.
                #expect(try await old.post("/act/cart/2", headers: .ofScript).status == 410)
                #expect(try await old.get("/live").status == 410)
                #expect(try await old.get("/orders").location == "/sign-in")
                #expect(old.cookie != cookie)
            }
            // Its streams end, too.
            #expect(shops[1].visits.use(visit) == false)
            // A user who is signed out goes on as a guest, at both.
            let guest = Visitor(servers[1], cookie: visitor.cookie)
            #expect(try await guest.get("/sign-in").text.contains("value=\"ada\""))
            #expect(guest.cookie == visitor.cookie)
        }
    }

    @Test func theSecretOfAGuestOpensNothingAfterASignInAtTheOtherProcess() async throws {
        try await withDatabaseFile { file in
            let shops = [
                try await Storefront(database: Database(at: file)), try await Storefront(database: Database(at: file)),
            ]
            let guest = Visitor(TestServer(shops[0]))
            _ = try await guest.post("/act/cart/2")
            let cookie = try #require(guest.cookie)
            #expect(try await shops[1].visits.known(cookie) != nil)
            _ = try await guest.signIn()
            #expect(try await shops[1].visits.known(cookie) == nil)
        }
    }

    @Test func theStockThatOneProcessSetsIsThatOfTheOther() async throws {
        try await withDatabaseFile { file in
            var shops: [Storefront] = []
            for _ in 0..<2 {
                let log = ShopLog.inDatabase(try SQLiteLog(path: file))
                shops.append(try await Storefront(database: Database(at: file), over: log))
            }
            let bridges = shops.compactMap(\.bridge)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for bridge in bridges { group.addTask { try await bridge.run() } }
                let staff = Visitor(TestServer(shops[0]))
                _ = try await staff.signIn("grace", "hopper")
                // A change by another connection is no event of SQLite: the message says it.
                _ = try await staff.post("/act/stock", ["stock[7].count": "77"])
                for await stock in shops[1].shop.states.values(of: .stock) where stock[7] == 77 { break }
                #expect(shops[1].shop.states[.stock][7] == 77)
                group.cancelAll()
            }
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
