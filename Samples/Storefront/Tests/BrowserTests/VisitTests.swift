import BrowserDriver
import Testing

extension BrowserTests {
    /// Pages whose visit ends, or gets another user.
    @Suite struct VisitTests {
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
                try await new.wait("document.querySelector('[data-bind=\"profile.address.zip\"]').value === ''")
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
    }
}
