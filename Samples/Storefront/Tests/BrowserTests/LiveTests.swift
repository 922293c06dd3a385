import BrowserDriver
import Testing

extension BrowserTests {
    /// Changes that one tab makes and another one shows.
    @Suite struct LiveTests {
        @Test func twoTabsShowOneCart() async throws {
            try await withShop { _, makeGuest in
                let guest = try await makeGuest()
                let (left, right) = (try await guest.tab("/product/2"), try await guest.tab("/cart"))
                for tab in [left, right] { try await tab.live() }
                try await left.click("main form button")
                try await right.wait(for: ".badge", toSay: "1")
                try await right.wait(for: ".lines", toSay: "Reading lamp")
                try await right.type("3", into: "[data-bind='cart[2].quantity']")
                try await right.press("Tab")
                try await left.wait(for: ".badge", toSay: "3")
            }
        }

        @Test func aToastAppearsInTheOtherTab() async throws {
            try await withShop { _, makeGuest in
                let guest = try await makeGuest()
                let (left, right) = (try await guest.tab("/hot"), try await guest.tab("/brands"))
                for tab in [left, right] { try await tab.live() }
                try await left.click("[aria-label='Add Brass lamp to the cart']")
                try await right.wait(for: "#toasts", toSay: "Brass lamp is in the cart.")
            }
        }

        @Test func aSaleBeginsInEveryOpenTab() async throws {
            try await withShop { _, makeGuest in
                let (customer, staff) = (try await makeGuest(), try await makeGuest())
                let hot = try await customer.tab("/hot")
                let product = try await customer.tab("/product/7")
                for tab in [hot, product] { try await tab.live() }
                let stock = try await staff.tab("/stock")
                try await stock.signIn("grace", "hopper")
                try await stock.waitForPath("/stock")
                try await stock.live()
                try await stock.click("[aria-label='Begin a sale of Candle']")
                try await hot.wait(for: "aside", toSay: "30 % off Candle")
                try await product.wait(for: "mark", toSay: "now")
                try await stock.type("0", into: "[aria-label='Stock of Candle']")
                try await stock.press("Enter")
                try await product.wait(for: "main", toSay: "sold out")
                // What was taken is not sent again.
                try await stock.wait("document.querySelector(\"[aria-label='Stock of Candle']\").value === ''")
            }
        }

        @Test func eightTabsShareOneStream() async throws {
            try await withShop { _, makeGuest in
                let guest = try await makeGuest()
                var tabs: [BrowserTab] = []
                for _ in 0..<8 {
                    tabs.append(try await guest.tab("/product/2"))
                    try await tabs.last?.live()
                }
                try await tabs[7].click("main form button")
                for tab in tabs { try await tab.wait(for: ".badge", toSay: "1") }
                // When the tab that listens is closed, another one does.
                _ = try await tabs[0].call("Page.close")
                try await tabs[7].click("main form button")
                for tab in tabs.dropFirst() { try await tab.wait(for: ".badge", toSay: "2") }
            }
        }

        @Test func theHeaderFollowsInTheOtherTab() async throws {
            try await withShop { _, makeGuest in
                let guest = try await makeGuest()
                let (left, right) = (try await guest.tab("/hot"), try await guest.tab("/sign-in"))
                for tab in [left, right] { try await tab.live() }
                try await right.signIn()
                try await right.waitForPath("/hot")
                try await left.wait(for: "header", toSay: "Sign out ada")
                try await left.wait(for: "nav", toSay: "Profile")
                try await right.click("header form button")
                try await left.wait(for: "header .account", toSay: "Sign in")
                #expect(try await left.evaluate("document.querySelector('[aria-current]').textContent") == "Hot")
            }
        }

        @Test func theHeaderFollowsThoughItsFirstCopyIsRefused() async throws {
            try await withShop { _, makeGuest in
                let guest = try await makeGuest()
                let (left, right) = (try await guest.tab("/hot"), try await guest.tab("/sign-in"))
                for tab in [left, right] { try await tab.live() }
                // As the server answers to the cookie of before, until the answer to the sign-in has brought the new one.
                _ = try await left.evaluate(
                    """
                    window.refused = 0;
                    const answered = window.fetch;
                    window.fetch = (path, options) => path === location.href && refused++ === 0
                        ? Promise.resolve(new Response("", { status: 410 })) : answered(path, options);
                    """)
                try await right.signIn()
                try await left.wait(for: "header", toSay: "Sign out ada")
                #expect(try await left.evaluate("refused > 1").bool)
            }
        }

        @Test func aSaleThatEndsWhileAStreamIsAwayEndsInItsTab() async throws {
            try await withShop { _, makeGuest in
                let staff = try await makeGuest().tab("/stock")
                try await staff.signIn("grace", "hopper")
                try await staff.waitForPath("/stock")
                try await staff.live()
                try await staff.click("[aria-label='Begin a sale of Candle']")
                try await staff.wait(for: "aside", toSay: "Candle")
                let tab = try await makeGuest().tab("/hot")
                try await tab.wait(for: "aside", toSay: "Candle")
                try await tab.live()
                try await tab.evaluate("stream.close(); 0")
                try await staff.click("[formaction='/act/sale/end']")
                try await staff.wait("!document.querySelector('aside').textContent")
                try await tab.evaluate("listen(); 0")
                try await tab.wait("!document.querySelector('aside').textContent")
                try await tab.wait("!document.querySelector('mark')")
            }
        }

        @Test func aClickThatTheShopDoesNotAnswerSaysSo() async throws {
            try await withShop { shop, makeGuest in
                let tab = try await makeGuest().tab("/hot")
                try await tab.live()
                shop.kill()
                try await tab.click("[aria-label='Add Brass lamp to the cart']")
                try await tab.wait(for: "#toasts", toSay: "The shop does not answer.")
            }
        }

        @Test func thePanelShowsTheLastActionLive() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/product/2")
                try await tab.live()
                try await tab.click("main form button")
                try await tab.wait(for: ".steps", toSay: "ItemPicked was posted.")
                try await tab.wait(for: ".steps .where", toSay: ".swift:")
            }
        }

        @Test func undoTakesTheEventBeforeTheCart() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/product/2")
                try await tab.live()
                try await tab.click("main form button")
                try await tab.wait(for: ".badge", toSay: "1")
                try await tab.open("/cart")
                try await tab.live()
                try await tab.click("[aria-label='Remove Reading lamp']")
                try await tab.wait(for: "main", toSay: "There is nothing in the cart.")
                try await tab.click(".undo button")
                try await tab.wait(for: ".lines", toSay: "Reading lamp")
                try await tab.wait("!document.querySelector('.undo')")
            }
        }

        @Test func everyScreenIsSeenWithoutABaseClass() async throws {
            try await withShop { _, makeGuest in
                let (customer, staff) = (try await makeGuest(), try await makeGuest())
                let numbers = try await staff.tab("/numbers")
                try await numbers.signIn("grace", "hopper")
                try await numbers.waitForPath("/numbers")
                try await numbers.live()
                let tab = try await customer.tab("/brands")
                try await numbers.wait(for: "table", toSay: "screen BrandsScreen")
                try await tab.open("/product/3")
                try await numbers.wait(for: "table", toSay: "screen ProductScreen")
            }
        }
    }
}
