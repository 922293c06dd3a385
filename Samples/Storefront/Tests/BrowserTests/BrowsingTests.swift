import BrowserDriver
import Testing

extension BrowserTests {
    /// Looking around and buying: with the mouse, with the keyboard alone, and without JavaScript.
    @Suite struct BrowsingTests {
        @Test func brandsGoOnAtTheEndOfThePage() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/brands")
                for count in [4, 5] {
                    try await tab.click("a[data-append]")
                    try await tab.wait("document.querySelectorAll('[data-pages] h2').length === \(count)")
                }
                try await tab.wait("!document.querySelector('a[data-append]')")
                try await tab.waitForPath("/brands")
            }
        }

        @Test func anyScreenFindsItsParametersAndModel() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/product/2?ref=mail")
                try await tab.wait(for: "main", toSay: "You came from: mail")
                try await tab.open("/cart")
                try await tab.wait(for: "main", toSay: "There is nothing in the cart.")
            }
        }

        @Test func ordersStandUnderTheirMonth() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/sign-in")
                try await tab.signIn()
                try await tab.waitForPath("/hot")
                try await tab.live()
                try await tab.click("[aria-label='Add Brass lamp to the cart']")
                try await tab.wait(for: ".badge", toSay: "1")
                try await tab.open("/cart")
                try await tab.click("a.button")
                try await tab.waitForPath("/checkout/address")
                try await tab.enterAddress()
                try await tab.click("#form-delivery button")
                try await tab.waitForPath("/checkout/pay")
                try await tab.wait(for: "main", toSay: "Wien")
                try await tab.click("main form button")
                try await tab.waitForPath("/checkout/done")
                try await tab.click("nav a[href='/orders']")
                try await tab.wait("/^\\d{4}-\\d{2}$/.test(document.querySelector('h2').textContent)")
                try await tab.wait(for: "section", toSay: "Order 1")
                try await tab.click("section a")
                try await tab.wait(for: "main", toSay: "To Lane 3, 1010 Wien.")
            }
        }

        @Test func everyLinkOnEveryPageOpens() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/hot")
                let broken = try await tab.evaluate(
                    """
                    (async () => {
                      const [waiting, seen, broken] = [["/hot", "/cart", "/sign-in"], new Set(), []];
                      while (waiting.length) {
                        const path = waiting.pop();
                        if (seen.has(path)) continue;
                        seen.add(path);
                        const answer = await fetch(path);
                        if (!answer.ok) broken.push(path);
                        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
                        for (const a of page.querySelectorAll("a[href^='/']")) waiting.push(a.getAttribute("href"));
                      }
                      return seen.size > 40 ? broken.join(" ") : "only " + seen.size;
                    })()
                    """)
                #expect(broken == "")
            }
        }

        @Test func theKeyboardAloneIsEnough() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/product/2")
                try await tab.live()
                for _ in 0..<40 {
                    try await tab.press("Tab")
                    if try await tab.evaluate("document.activeElement.matches('main form button')").bool { break }
                }
                #expect(try await tab.evaluate("document.activeElement.matches(':focus-visible')").bool)
                try await tab.press("Enter")
                try await tab.wait(for: ".badge", toSay: "1")
            }
        }

        @Test func withoutJavaScriptFormsAreForms() async throws {
            try await withShop { _, makeGuest in
                let guest = try await makeGuest()
                let tab = try await guest.tab("/product/2", hasJavaScript: false)
                try await tab.click("main form button")
                try await tab.waitForPath("/cart")
                try await tab.wait(for: ".badge", toSay: "1")
                try await tab.type("4", into: "[name='cart[2].quantity']")
                try await tab.click(".plain button")
                try await tab.wait(for: ".badge", toSay: "4")
                try await tab.open("/orders")
                try await tab.signIn()
                try await tab.waitForPath("/orders")
            }
        }

        @Test func whatIsRefusedWithoutJavaScriptSaysSoAndStays() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/sign-in", hasJavaScript: false)
                try await tab.type("adam", into: "[name='signInFields.name']")
                try await tab.type("wrong", into: "[name='signInFields.password']")
                try await tab.press("Enter")
                try await tab.wait(for: "main", toSay: "Name and password do not fit.")
                try await tab.wait("document.querySelector('[name=\"signInFields.name\"]').value === 'adam'")
                try await tab.open("/profile")
                try await tab.signIn()
                try await tab.waitForPath("/profile")
                try await tab.type("Ada", into: "[name='profile.name']")
                try await tab.type("10-10", into: "[name='profile.address.zip']")
                try await tab.click("[formaction$='/row']")
                try await tab.wait("document.querySelector('[name=\"profile.phones[2]\"]')")
                try await tab.wait(for: "main", toSay: "“10-10” is no whole number.")
                try await tab.wait("document.querySelector('[name=\"profile.name\"]').value === 'Ada'")
                try await tab.wait("document.querySelector('[name=\"profile.address.zip\"]').value === '10-10'")
            }
        }

        @Test func everyButtonOfTheStockKeepsWhatIsTypedWithoutJavaScript() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/stock", hasJavaScript: false)
                try await tab.signIn("grace", "hopper")
                try await tab.waitForPath("/stock")
                try await tab.type("71", into: "[aria-label='Stock of Candle']")
                try await tab.type("many", into: "[aria-label='Stock of Flint']")
                try await tab.click("[aria-label='Begin a sale of Matches']")
                try await tab.wait(for: "aside", toSay: "Matches")
                try await tab.wait("document.querySelector(\"[aria-label='Stock of Candle']\").value === '71'")
                try await tab.type("72", into: "[aria-label='Stock of Flint']")
                try await tab.press("Enter")
                for count in [71, 72] { try await tab.wait(for: "[data-label='In stock']", toSay: "\(count) left") }
                try await tab.wait("document.querySelector(\"[aria-label='Stock of Candle']\").value === ''")
            }
        }

        @Test func allPagesOfTheHeaderAreInSightOnAPhone() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/sign-in")
                _ = try await tab.call(
                    "Emulation.setDeviceMetricsOverride",
                    ["width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true])
                try await tab.signIn("grace", "hopper")
                try await tab.waitForPath("/stock")
                for path in ["/cart", "/orders", "/profile", "/stock", "/numbers"] {
                    let isInSight = """
                        (() => { const r = document.querySelector("header a[href='\(path)']").getBoundingClientRect();
                        return r.left >= 0 && r.right <= 360 && r.top >= 0 && r.bottom <= 200 && r.width > 0; })()
                        """
                    #expect(try await tab.evaluate(isInSight).bool, "\(path)")
                }
            }
        }

        @Test func thePanelStaysAsItsVisitorHasLeftIt() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/hot")
                let isOpen = "document.querySelector('footer details').open"
                try await tab.wait(isOpen)
                try await tab.click("header a[href='/cart']")
                try await tab.waitForPath("/cart")
                try await tab.wait(isOpen)
                try await tab.click("summary")
                try await tab.wait("sessionStorage.getItem('panel') === 'closed'")
                try await tab.open("/hot")
                try await tab.wait("document.readyState === 'complete' && !\(isOpen)")
            }
        }

        private func expectNarrow(_ tab: BrowserTab, _ path: String) async throws {
            try await tab.open(path)
            #expect(try await tab.evaluate("document.documentElement.scrollWidth <= 360").bool, "\(path)")
        }

        @Test func nothingIsWiderThanAPhone() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/hot")
                _ = try await tab.call(
                    "Emulation.setDeviceMetricsOverride",
                    ["width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true])
                try await tab.live()
                try await tab.click("[aria-label='Add Brass lamp to the cart']")
                try await tab.wait(for: ".badge", toSay: "1")
                let long = "/product/2?ref=" + String(repeating: "x", count: 400)
                let ofGuests = ["/hot", long, "/cart", "/brands", "/search", "/sign-in", "/what-happened"]
                for path in ofGuests { try await expectNarrow(tab, path) }
                try await tab.open("/sign-in")
                try await tab.signIn("grace", "hopper")
                try await tab.waitForPath("/stock")
                for path in ["/stock", "/numbers", "/profile", "/checkout/address"] {
                    try await expectNarrow(tab, path)
                }
                try await tab.enterAddress()
                try await tab.click("#form-delivery button")
                try await tab.waitForPath("/checkout/pay")
                try await expectNarrow(tab, "/checkout/pay")
                try await tab.click("main form button")
                try await tab.waitForPath("/checkout/done")
                for path in ["/checkout/done", "/orders", "/orders/1"] { try await expectNarrow(tab, path) }
            }
        }
    }
}
