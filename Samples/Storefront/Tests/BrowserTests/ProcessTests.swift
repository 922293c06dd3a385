import BrowserDriver
import Foundation
import GRDB
import Testing

extension BrowserTests {
    /// Two processes of one shop, of which one is killed.
    @Suite struct ProcessTests {
        @Test(arguments: TestedLog.available)
        func aSaleThatBeginsInOneProcessAppearsInTheTabsOfTheOther(log: TestedLog) async throws {
            try await withShop(try log.options()) { first, makeGuest in
                let second = try first.startAnother()
                let staff = try await makeGuest().tab("/sign-in")
                let visitor = try await Guest(profile: makeGuest().profile, address: second.address).tab("/product/7")
                try await visitor.live()
                try await staff.signIn("grace", "hopper")
                try await staff.waitForPath("/stock")
                try await staff.live()
                try await staff.click("[aria-label='Begin a sale of Candle']")
                try await visitor.wait(for: "aside", toSay: "30 % off Candle")
                try await staff.type("0", into: "[aria-label='Stock of Candle']")
                try await staff.press("Enter")
                try await visitor.wait(for: "main", toSay: "sold out")
                first.kill()
                // What is true does not end with the process that said it.
                try await visitor.open("/product/7")
                try await visitor.wait(for: "aside", toSay: "30 % off Candle")
                try await visitor.wait(for: "main", toSay: "sold out")
            }
        }

        @Test(arguments: TestedLog.available)
        func eachOrderIsMailedOnceThoughTheProcessThatMailsIsKilled(log: TestedLog) async throws {
            try await withShop(try log.options()) { first, makeGuest in
                let second = try first.startAnother()
                let profile = try await makeGuest().profile
                let tab = try await Guest(profile: profile, address: first.address).tab("/product/2")
                try await buy(in: tab, signingIn: true)
                try await waitForMail(of: 1, in: tab)
                let mailing = try #require(try mail(of: 1, in: first))
                let isFirst = mailing.process == first.processID
                #expect(isFirst || mailing.process == second.processID)
                let survivor = isFirst ? second : first
                (isFirst ? first : second).kill()
                // The other process knows the visit, and mails within the time of the lease.
                let other = try await Guest(profile: profile, address: survivor.address).tab("/product/3")
                try await buy(in: other, signingIn: false)
                try await waitForMail(of: 2, in: other)
                #expect(try mail(of: 2, in: first) == SentMail(process: try #require(survivor.processID), tries: 1))
                // The first one is due again at most once: if its mailer was killed before it had stored its position.
                #expect(try #require(try mail(of: 1, in: first)).tries <= 2)
            }
        }

        /// Buys the product of a page.
        private func buy(in tab: BrowserTab, signingIn: Bool) async throws {
            try await tab.live()
            try await tab.click("main form button")
            try await tab.wait(for: ".badge", toSay: "1")
            try await tab.open("/checkout/address")
            if signingIn {
                try await tab.signIn()
                try await tab.waitForPath("/checkout/address")
                try await tab.enterAddress()
            }
            try await tab.click("#form-delivery button")
            try await tab.waitForPath("/checkout/pay")
            try await tab.click("main form button")
            try await tab.waitForPath("/checkout/done")
        }

        /// Asks for the page of an order until it says that a confirmation was mailed; a hundred times at most.
        private func waitForMail(of order: Int, in tab: BrowserTab) async throws {
            let isMailed = try await tab.evaluate(
                """
                (async () => {
                  for (let round = 0; round < 100; round++) {
                    const text = await (await fetch("/orders/\(order)")).text();
                    if (text.includes("A confirmation was mailed.")) return true;
                    await new Promise((done) => setTimeout(done, 200));
                  }
                  return false;
                })()
                """)
            try #require(isMailed.bool, "order \(order) is not mailed")
        }

        /// A mail of an order: the process that has mailed it, and the number of times that it was due.
        private struct SentMail: Equatable {
            let process: Int32
            let tries: Int
        }

        private func mail(of order: Int, in shop: RunningShop) throws -> SentMail? {
            let database = try DatabaseQueue(path: shop.folder.appending(path: "shop.sqlite").path)
            let row = try database.read { database in
                let sql = "SELECT process, tries FROM mail WHERE orderNumber = ?"
                return try Row.fetchOne(database, sql: sql, arguments: [order])
            }
            return row.map { SentMail(process: $0["process"], tries: $0["tries"]) }
        }
    }
}
