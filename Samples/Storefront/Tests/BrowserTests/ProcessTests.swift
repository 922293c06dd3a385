import BrowserDriver
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
        func anOrderIsMailedThoughTheProcessThatTookItIsKilled(log: TestedLog) async throws {
            try await withShop(try log.options()) { first, makeGuest in
                let second = try first.startAnother()
                let profile = try await makeGuest().profile
                let tab = try await Guest(profile: profile, address: first.address).tab("/product/2")
                try await tab.live()
                try await tab.click("main form button")
                try await tab.wait(for: ".badge", toSay: "1")
                try await tab.open("/checkout/pay")
                try await tab.signIn()
                try await tab.waitForPath("/checkout/pay")
                try await tab.click("main form button")
                try await tab.waitForPath("/checkout/done")
                first.kill()
                // The other process knows the visit, and mails within the time of the lease.
                let other = try await Guest(profile: profile, address: second.address).tab("/orders/1")
                try await other.wait(for: "main", toSay: "A confirmation")
                while try await other.evaluate("document.body.innerText.includes('will be mailed')").bool {
                    try await Task.sleep(for: .milliseconds(500))
                    try await other.open("/orders/1")
                }
                try await other.wait(for: "main", toSay: "A confirmation was mailed.")
            }
        }
    }
}
