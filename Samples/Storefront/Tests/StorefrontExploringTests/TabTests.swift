import Dispatchers
import DispatchersTesting
import Exploring
import Live
import Pages
import ShopKit
import Synchronization
import Testing

/// The tabs of a browser, and what they are sent.
@Suite("Two tabs in every order") struct TabTests {
    /// The content that a tab shows: the last one of each element.
    private final class Shown: Sendable {
        private let content = Mutex<[String: String]>([:])

        subscript(element: String) -> String? { content.withLock { $0[element] } }

        /// Reads a tab to its end.
        func follow(_ tab: Tab) async {
            while let patches = await tab.next() {
                content.withLock { content in
                    for patch in patches { content["\(patch.kind) \(patch.name)"] = patch.content }
                }
            }
        }
    }

    @Test("Both show what is true in the end, whatever they have read", .explored(seeds: 100))
    func bothShowTheEnd() async throws {
        let browser = try await ExploredShop().browser()
        let tabs = [Tab(of: browser.visit), Tab(of: browser.visit)]
        let shown = [Shown(), Shown()]
        let readers = zip(tabs, shown).map { tab, shown in Task(name: "a tab") { await shown.follow(tab) } }
        async let first = browser.act("/act/cart/2")
        async let second = browser.act("/act/cart/3")
        async let third = browser.act("/act/cart/2")
        _ = await (first, second, third)
        await browser.shop.settled()
        for tab in tabs { tab.close() }
        for reader in readers { await reader.value }
        for shown in shown {
            #expect(shown["html badge"]?.contains(">3<") == true)
            #expect(shown["toast "]?.hasSuffix("is in the cart.") == true)
        }
    }

    @Test("A tab ends when another user signs in, and a new one shows that user's cart", .explored(seeds: 100))
    func aTabIsOfOneUser() async throws {
        let explored = try await ExploredShop()
        _ = await (try await explored.browser(of: "ada")).act("/act/cart/3")
        let browser = explored.browser()
        let (before, after) = (Shown(), Shown())
        let reader = Task(name: "the tab before") { await before.follow(Tab(of: browser.visit)) }
        async let signingIn = browser.signIn("ada")
        async let adding = browser.act("/act/cart/2")
        _ = await (signingIn, adding)
        await browser.shop.settled()
        let tab = Tab(of: browser.visit)
        let next = Task(name: "the tab after") { await after.follow(tab) }
        await browser.shop.settled()
        tab.close()
        await next.value
        reader.cancel()
        await reader.value
        #expect(after["html badge"]?.contains(">2<") == true)
    }

    @Test("A closed door ends the tabs of guests, and lets those of users go on", .explored(seeds: 100))
    func theDoorEndsTabsOfGuests() async throws {
        let explored = try await ExploredShop()
        let staff = try await explored.browser(of: "grace")
        let guest = explored.browser()
        let tab = Tab(of: guest.visit)
        let reader = Task(name: "the tab of the guest") { await Shown().follow(tab) }
        async let closing = staff.act("/act/door", ["members": "only"])
        async let adding = guest.act("/act/cart/2")
        _ = await (closing, adding)
        // The reader ends without the tab being closed.
        await reader.value
        #expect(await guest.act("/act/cart/3").hasPrefix("parked"))
        #expect(!guest.cart.map(\.id).contains(3))
    }

    @Test("Pages that are shown at once are counted once each", .explored(seeds: 100))
    func pagesAreHooked() async throws {
        let browser = try await ExploredShop().browser()
        async let first = browser.page("/product/2")
        async let second = browser.page("/product/3")
        _ = await (first, second)
        await browser.shop.settled()
        #expect(browser.shop.states[.counts]["screen ProductScreen"] == 2)
    }
}
