import BrowserDriver
import Testing

extension BrowserTests {
    /// The inspector of the shop, to which a link leads from below its pages.
    @Suite struct InspectorTests {
        @Test func theInspectorShowsTheCausesOfTheLastClick() async throws {
            try await withShop { shop, makeGuest in
                shop.kill()
                try shop.start("--inspect")
                let entrance = try #require(shop.lines.last?.split(separator: " ").last)
                let developer = try await makeGuest()
                let tab = try await developer.tab(String(entrance.dropFirst(shop.address.count)))
                try await tab.waitForPath("/hot")
                try await tab.live()
                try await tab.click("[aria-label='Add Brass lamp to the cart']")
                try await tab.wait(for: ".badge", toSay: "1")
                // A click on the link opens the page, whose server refuses all other requests of another site.
                let address = try await tab.evaluate("document.querySelector('footer details > p a[target]').href")
                try await tab.evaluate("document.querySelector('footer details > p a[target]').target = '_self'")
                try await tab.click("footer details > p a", saying: "inspector")
                let inspector = tab
                try await inspector.wait("location.href === \(quoted(address.text ?? ""))")
                for (words, row) in [("kind:post picked", "post ItemPicked"), ("kind:set cart", "set cart")] {
                    try await inspector.type(words, into: "#search")
                    try await inspector.wait(for: ".row", toSay: row)
                }
            }
        }
    }
}
