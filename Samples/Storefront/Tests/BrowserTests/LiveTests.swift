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

        @Test func aPageThatAFormIsLeavingIsNotReplaced() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/sign-in")
                try await tab.signIn()
                try await tab.waitForPath("/hot")
                try await tab.live()
                // The stream is faster than the answer to the form.
                _ = try await tab.evaluate(
                    """
                    window.asked = 0;
                    window.page = async () => { asked++; return null; };
                    document.addEventListener("submit", (event) => { window.isSent = true; event.preventDefault(); });
                    0
                    """)
                try await tab.click("header form button")
                try await tab.wait("window.isSent")
                let asked = try await tab.evaluate(
                    """
                    latest.set("mark header", { content: "guest" });
                    refresh(document.querySelector("header"), "guest", 1).then(() => asked)
                    """)
                #expect(asked == 0)
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

        @Test func nothingThatAUserTypedIsShownToTheNextOne() async throws {
            try await withShop { _, makeGuest in
                let guest = try await makeGuest()
                let open = try await guest.tab("/profile")
                try await open.signIn()
                try await open.waitForPath("/profile")
                try await open.live()
                let other = try await guest.tab("/hot")
                try await other.live()
                try await open.type("secret", into: "[data-bind='profile.address.zip']")
                try await open.wait(for: "[data-problem='profile.address.zip']", toSay: "secret")
                try await other.click("header form button")
                try await other.wait(for: "header", toSay: "Sign in")
                // The page of the former user is left.
                try await open.waitForPath("/sign-in")
                try await other.open("/register")
                try await other.type("eve", into: "[name=name]")
                try await other.type("x", into: "[name=password]")
                try await other.press("Enter")
                try await other.waitForPath("/hot")
                let new = try await guest.tab("/profile")
                try await new.live()
                try await new.wait("document.querySelector('[data-bind=\"profile.address.zip\"]').value === '0'")
                for tab in [open, other, new] {
                    let hasSecret = "document.documentElement.outerHTML.includes('secret')"
                    #expect(try await tab.evaluate(hasSecret).bool == false)
                }
                #expect(
                    try await new.evaluate(
                        "document.querySelector('[data-problem=\"profile.address.zip\"]').textContent") == "")
            }
        }

        /// Counts the requests of a page, and keeps its streams and its timers.
        private static let watching = """
            window.asked = 0;
            window.sources = stream ? [stream] : [];
            window.timers = new Map();
            const [ask, later, Source] = [fetch, setTimeout, EventSource];
            window.fetch = (...request) => { asked++; return ask(...request); };
            window.EventSource = class extends Source {
              constructor(path) { super(path); asked++; sources.push(this); }
            };
            window.setTimeout = (act, time) => {
              const timer = later(() => { timers.delete(timer); act(); }, time);
              timers.set(timer, act);
              return timer;
            };
            0
            """

        @Test(arguments: [0, 1]) func aVisitThatIsOverLeadsToAFreshPage(index: Int) async throws {
            try await withShop { shop, makeGuest in
                let guest = try await makeGuest()
                let tabs = [try await guest.tab("/search"), try await guest.tab("/search")]
                for tab in tabs {
                    try await tab.live()
                    try await tab.type("lamp", into: "[name=q]")
                    try await tab.evaluate(Self.watching)
                }
                try shop.forgetVisits()
                for tab in tabs {
                    try await tab.wait(for: "#over", toSay: "This visit is over.")
                    try await tab.wait("document.documentElement.dataset.live === 'over'")
                    // Nothing is asked again, by no timer either.
                    #expect(
                        try await tab.evaluate("asked = 0; [...timers.values()].forEach((act) => act()); asked") == 0)
                    #expect(try await tab.evaluate("sources.every((source) => source.readyState === 2)").bool)
                }
                let other = tabs[1 - index]
                try await other.evaluate(
                    """
                    window.ear = new BroadcastChannel("live");
                    ear.onmessage = ({ data }) => {
                      window.heard ||= Array.isArray(data) && data.some(({ name, content }) => name === "badge" && content);
                    };
                    0
                    """)
                // The one tab has had the stream, and the other one has not.
                try await tabs[index].click("#over a")
                try await tabs[index].wait("!document.getElementById('over')")
                try await tabs[index].live()
                try await tabs[index].click("[aria-label='Add Brass lamp to the cart']")
                try await tabs[index].wait(for: ".badge", toSay: "1")
                // The page of the former visit does not follow the new one.
                try await other.wait("window.heard")
                #expect(try await other.evaluate("document.querySelector('.badge') === null").bool)
            }
        }

        @Test func whoOnlyLookedSeesAFreshPageAfterARestart() async throws {
            try await withShop { shop, makeGuest in
                let tab = try await makeGuest().tab("/hot")
                try await tab.live()
                try await tab.evaluate("window.isOld = true")
                try shop.forgetVisits()
                try await tab.wait("!window.isOld && document.documentElement.dataset.live")
                #expect(try await tab.evaluate("document.getElementById('over') === null").bool)
                try await tab.click("[aria-label='Add Brass lamp to the cart']")
                try await tab.wait(for: ".badge", toSay: "1")
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
                try await tab.click("summary")
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
