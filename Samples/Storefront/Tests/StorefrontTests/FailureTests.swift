import Dispatchers
import Foundation
import GRDB
import HTTPTypes
import Live
import Pages
import ShopKit
import Synchronization
import Testing

@testable import Storage
@testable import storefront

/// The shop while its database takes nothing: each click is answered with a page, one line in the log, and no change.
@Suite struct FailureTests {
    /// A cause for which nothing can be stored.
    enum Cause: String, CaseIterable, Sendable {
        case locked
        case full
        case removed
    }

    /// Calls a closure with a shop whose database does not wait for locks, and with a visitor who has a cart.
    private func withVisitor(
        _ body: (Storefront, TestServer, Visitor, Storage.Database) async throws -> Void
    ) async throws {
        try await withDatabaseFile { file in
            let database = try Storage.Database(at: file, waiting: .zero)
            let storefront = try await Storefront(database: database)
            let server = TestServer(storefront)
            let visitor = Visitor(server)
            _ = try await visitor.post("/act/cart/3")
            try await body(storefront, server, visitor, database)
        }
    }

    /// Runs a closure while nothing can be stored.
    private func without(
        _ cause: Cause, _ database: Storage.Database, _ body: () async throws -> Void
    ) async throws {
        let path = database.path
        switch cause {
        case .locked:
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            try await body()
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        case .full:
            try await limitPages(of: database, to: 1)
            try await body()
            try await limitPages(of: database, to: 1_000_000)
        case .removed:
            try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
            try await body()
            try FileManager.default.moveItem(atPath: path + "-away", toPath: path)
        }
    }

    /// Lets the database have so many pages at most, of which that with the states of guests is almost full.
    private func limitPages(of database: Storage.Database, to count: Int) async throws {
        try await database.write { database in
            try database.execute(sql: "REPLACE INTO stored VALUES ('guest', 'filler', zeroblob(3500))")
        }
        for connection in [database.pool, database.prober] as [any DatabaseWriter] {
            try await connection.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = \(count)") }
        }
    }

    /// The lines of the cart that the visit shows, and of the one that is stored.
    private func carts(of visitor: Visitor, in storefront: Storefront, _ database: Storage.Database) async throws
        -> [[Int]]
    {
        let visit = try await storefront.visits.visit(of: visitor)
        let stored = try await database.states(of: .guest(visit.id))["cart"]
        let lines = stored.flatMap { Kept.value(of: [CartLine].self, in: $0) } ?? []
        return [visit.customer.states[.cart].map(\.id), lines.map(\.id)]
    }

    @Test(arguments: Cause.allCases) func aClickThatCannotBeStoredChangesNothing(cause: Cause) async throws {
        try await withVisitor { storefront, server, visitor, database in
            // A text that takes more than what the page of the table has free.
            let long = ["profile.address.street": String(repeating: "💡", count: 200)]
            try await without(cause, database) { () async throws in
                let actions: [(String, [String: String])] =
                    cause == .full
                    ? [("/act/save/profile", long)] : [("/act/cart/2", [:]), ("/act/save/profile", long)]
                for (path, fields) in actions {
                    let answer = try await visitor.post(path, fields)
                    let number = try #require(answer.text.firstMatch(of: /The number of this error is (\d{6})\./)?.1)
                    #expect(answer.status == (cause == .removed ? 503 : 500) && answer.text.contains("href=\"/\""))
                    let line = try #require(server.log.lines.last)
                    #expect(line.hasPrefix("error \(number) at POST \(path): the database at “\(database.path)” "))
                    #expect(!line.contains("INSERT") && !line.contains("REPLACE") && !line.contains("💡"))
                }
                #expect(server.log.lines.count == actions.count)
                #expect(try await server.execute("/healthz", .get, [:], nil).status == 503)
            }
            #expect(try await carts(of: visitor, in: storefront, database) == [[3], [3]])
            let states = try await storefront.visits.visit(of: visitor).customer.states
            #expect(states[.profile] == Profile())
            #expect(try await server.execute("/healthz", .get, [:], nil).status == 200)
            #expect(try await visitor.post("/act/cart/2").status == 303)
            #expect(try await carts(of: visitor, in: storefront, database) == [[3, 2], [3, 2]])
        }
    }

    @Test func whatCanBeReadIsStillShownWhileAnotherConnectionWrites() async throws {
        try await withVisitor { _, server, visitor, database in
            try await without(.locked, database) { () async throws in
                _ = try await visitor.post("/act/cart/2")
                for path in ["/hot", "/cart", "/product/2"] {
                    #expect(try await visitor.get(path).status == 200, "\(path)")
                }
                #expect(try await Visitor(server).get("/hot").status == 200)
            }
        }
    }

    @Test func aSignInThatCannotBeStoredIsNone() async throws {
        try await withVisitor { storefront, _, visitor, database in
            let cookie = visitor.cookie
            try await without(.locked, database) { () async throws in
                #expect(try await visitor.signIn().status == 500)
                #expect(visitor.cookie == cookie)
                #expect(try await visitor.get("/hot").text.contains("Sign out") == false)
            }
            #expect(try await storefront.visits.visit(of: visitor).customer.name == nil)
            #expect(try await visitor.signIn().location == "/")
            #expect(visitor.cookie != cookie)
            #expect(try await storefront.visits.visit(of: visitor).customer.states[.cart].map(\.id) == [3])
        }
    }

    @Test func aSignOutThatCannotBeStoredIsNone() async throws {
        try await withVisitor { storefront, _, visitor, database in
            _ = try await visitor.signIn()
            let cookie = visitor.cookie
            try await without(.locked, database) { () async throws in
                #expect(try await visitor.post("/act/sign-out").status == 500)
                #expect(try await visitor.get("/hot").text.contains("Sign out ada"))
            }
            #expect(visitor.cookie == cookie)
            #expect(try await storefront.visits.visit(of: visitor).customer.name == "ada")
        }
    }

    @Test(arguments: [Cause.locked, .removed]) func aPaymentThatCannotBeStoredIsNone(cause: Cause) async throws {
        try await withVisitor { storefront, _, visitor, database in
            _ = try await visitor.signIn()
            try await visitor.enterAddress()
            let page = try await visitor.get("/checkout/pay").text
            let stock = storefront.shop.states[.stock]
            try await without(cause, database) { () async throws in
                #expect(try await visitor.pay(on: page).status == (cause == .removed ? 503 : 500))
            }
            #expect(try await visitor.get("/orders").text.contains("None yet."))
            #expect(try await storefront.visits.visit(of: visitor).customer.states[.cart].map(\.id) == [3])
            #expect(storefront.shop.states[.stock] == stock)
            #expect(try await visitor.pay(on: page).location == "/checkout/done")
            #expect(storefront.shop.states[.stock] != stock)
        }
    }

    @Test func aSaleThatCannotBeStoredDoesNotBegin() async throws {
        try await withVisitor { storefront, server, _, database in
            let staff = Visitor(server)
            _ = try await staff.signIn("grace", "hopper")
            try await without(.locked, database) { () async throws in
                for path in ["/act/sale/7", "/act/door"] {
                    #expect(try await staff.post(path, ["members": "only"]).status == 500)
                }
            }
            #expect(storefront.shop.states[.sale] == nil && !storefront.shop.states[.isMembersOnly])
            #expect(try await staff.post("/act/sale/7").status == 303)
        }
    }

    @Test func aChangeThatWasTakenBackWithAnotherOneIsNotStored() async throws {
        try await withVisitor { storefront, _, visitor, database in
            let visits = storefront.visits
            let visit = try await visits.visit(of: visitor)
            let beginning = visits.beginning(of: visit)
            visit.customer.states.update(.cart) { $0.removeAll() }
            await visits.takeBack(to: visits.beginning(of: visit))
            #expect(visit.customer.states[.cart].map(\.id) == [3])
            await #expect { try await visits.save(visit, since: beginning) } throws: {
                ($0 as? DatabaseFailure)?.reason == .takenBack
            }
            #expect(try await carts(of: visitor, in: storefront, database) == [[3], [3]])
        }
    }

    @Test func theChangeOfAnotherVisitorIsStored() async throws {
        try await withVisitor { storefront, server, visitor, database in
            let visits = storefront.visits
            let visit = try await visits.visit(of: visitor)
            let other = Visitor(server)
            _ = try await other.post("/act/cart/5")
            let otherVisit = try await visits.visit(of: other)
            let beginning = visits.beginning(of: otherVisit)
            otherVisit.customer.states.update(.cart) { $0.removeAll() }
            let failed = visits.beginning(of: visit)
            visit.customer.states.update(.cart) { $0.removeAll() }
            await visits.takeBack(to: failed)
            try await visits.save(otherVisit, since: beginning)
            #expect(try await carts(of: visitor, in: storefront, database) == [[3], [3]])
            #expect(try await carts(of: other, in: storefront, database) == [[], []])
        }
    }

    @Test func aChangeOfTheShopIsTakenBackFromStaffAlone() async throws {
        try await withVisitor { storefront, server, visitor, database in
            let visits = storefront.visits
            let visit = try await visits.visit(of: visitor)
            let colleagues = [Visitor(server), Visitor(server)]
            for colleague in colleagues { _ = try await colleague.signIn("grace", "hopper") }
            let staff = [try await visits.visit(of: colleagues[0]), try await visits.visit(of: colleagues[1])]
            let beginnings = staff.map { visits.beginning(of: $0) }
            let beginning = visits.beginning(of: visit)
            visit.customer.states.update(.cart) { $0.removeAll() }
            storefront.shop.states.set(.isMembersOnly, to: true)
            // A visitor's request that fails takes back nothing of the shop.
            await visits.takeBack(to: visits.beginning(of: try await visits.visit(nil)))
            #expect(storefront.shop.states[.isMembersOnly])
            await visits.takeBack(to: beginnings[0])
            #expect(!storefront.shop.states[.isMembersOnly])
            try await visits.save(visit, since: beginning)
            #expect(try await carts(of: visitor, in: storefront, database) == [[], []])
            await #expect { try await visits.save(staff[1], since: beginnings[1]) } throws: {
                ($0 as? DatabaseFailure)?.reason == .takenBack
            }
        }
    }

    @Test func aClickThatCannotBeStoredAnnouncesNothing() async throws {
        try await withVisitor { storefront, _, visitor, database in
            let tab = Tab(of: try await storefront.visits.visit(of: visitor))
            _ = await tab.next()
            try await without(.locked, database) { () async throws in
                #expect(try await visitor.post("/act/cart/2", headers: .ofScript).status == 500)
            }
            _ = try await visitor.post("/act/cart/1")
            #expect(await nextToasts(of: tab) == ["Brass lamp is in the cart."])
            // Of a click that changes nothing, too.
            _ = try await visitor.post("/act/cart/9/putBack")
            #expect(await nextToasts(of: tab) == ["The cart has changed meanwhile, so nothing was put back."])
        }
    }

    /// Waits for the next messages of a tab.
    private func nextToasts(of tab: Tab) async -> [String] {
        while let patches = await tab.next() {
            let toasts = patches.filter { $0.kind == .toast }.map(\.content)
            if !toasts.isEmpty { return toasts }
        }
        return []
    }

    @Test func aShopThatHasLostItsDatabaseSaysSo() async throws {
        try await withVisitor { _, server, visitor, database in
            try await without(.removed, database) { () async throws in
                #expect(try await Visitor(server).get("/hot").text.contains("The shop is closed for now"))
                #expect(try await visitor.get("/hot").status == 503)
                #expect(
                    try await visitor.post("/act/cart/2", headers: .ofScript).text.hasPrefix("The shop is closed: "))
                // A new file at the path is not the one that was opened.
                try FileManager.default.copyItem(atPath: database.path + "-away", toPath: database.path)
                #expect(try await visitor.post("/act/cart/2").status == 503)
                #expect(server.log.lines.last?.contains("was replaced by another file") == true)
                try FileManager.default.removeItem(atPath: database.path)
            }
            #expect(try await visitor.get("/hot").text.contains("The shop is closed") == false)
        }
    }

    @Test func aFileThatCannotBeOpenedIsNamedWithTheReason() async throws {
        try await withDatabaseFile { file in
            let folder = URL(filePath: file).deletingLastPathComponent().path
            let text = folder + "/notes.txt"
            try Data(repeating: 0x61, count: 4_096).write(to: URL(filePath: text))
            let rows = [
                (folder + "/none/shop.sqlite", "cannot be opened: there is no folder “\(folder)/none”"),
                (folder, "cannot be opened: this is a folder"),
                (text + "/shop.sqlite", "cannot be opened: “\(text)” is no folder"),
                (text, "cannot be opened: the file is no database of SQLite"),
                ("/dev/null", "cannot be opened: this is no file, but a device or a pipe, which keeps nothing"),
                (folder + "/pipe", "cannot be opened: this is no file, but a device or a pipe, which keeps nothing"),
                (":memory:", "cannot be opened: the shop needs a file, since it opens its database several times"),
                ("", "cannot be opened: the shop needs a file, since it opens its database several times"),
            ]
            #expect(mkfifo(folder + "/pipe", 0o600) == 0)
            for (path, cause) in rows {
                #expect { try Storage.Database(at: path) } throws: {
                    "\($0)" == "the database at “\(path)” \(cause): name another file with --database"
                }
            }
        }
    }

    @Test func whatFollowsATransactionIsNotCalledWhereItsCommitFails() async throws {
        try await withDatabaseFile { file in
            let database = try Storage.Database(at: file)
            let count = Mutex(0)
            await #expect(throws: (any Error).self) {
                try await database.write { database in
                    let constraint = "REFERENCES product (id) DEFERRABLE INITIALLY DEFERRED"
                    try database.execute(
                        sql: "CREATE TABLE part (id INTEGER \(constraint)); INSERT INTO part VALUES (-1)")
                } then: { _ in
                    count.withLock { $0 += 1 }
                }
            }
            try await database.write {
                try $0.execute(sql: "UPDATE product SET stock = stock")
            } then: { _ in
                count.withLock { $0 += 10 }
            }
            #expect(count.withLock { $0 } == 10)
        }
    }
}
