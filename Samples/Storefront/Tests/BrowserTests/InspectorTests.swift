import BrowserDriver
import Testing

extension BrowserTests {
    /// The inspector of the shop, whose address is below its pages.
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
                try await tab.click("summary")
                let found = try await tab.evaluate("document.querySelector('footer details > p code').textContent")
                let inspector = try await developer.profile.tab(try #require(found.text))
                for (words, row) in [("kind:post picked", "post ItemPicked"), ("kind:set cart", "set cart")] {
                    try await inspector.type(words, into: "#search")
                    try await inspector.wait(for: ".row", toSay: row)
                }
            }
        }
    }
}
