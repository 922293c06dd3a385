import Dispatchers
import Live
import Pages
import ShopKit
import Storage
import Testing

@testable import storefront

/// The patches of open tabs.
@Suite struct TabTests {
    /// The patches that wait in a tab.
    private func patches(of tab: Tab) async -> [String: String] {
        let patches = await tab.next() ?? []
        return Dictionary(patches.map { ("\($0.kind) \($0.name)", $0.content) }) { _, last in last }
    }

    @Test func aTabIsToldWhatIsTrueWhenItBegins() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            let tab = Tab(of: try await storefront.visits.visit(of: visitor))
            let first = await patches(of: tab)
            #expect(first["html badge"]?.contains(">1<") == true)
            #expect(first["html stock-2"]?.contains("left") == true)
            #expect(first["toast "] == nil)
        }
    }

    @Test func theFirstPatchesAreWhole() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            let tab = Tab(of: try await storefront.visits.visit(of: visitor))
            #expect(await tab.next()?.first == .whole)
            _ = try await visitor.post("/act/cart/2")
            #expect(await tab.next()?.contains(.whole) == false)
        }
    }

    @Test func whatIsShownNoMoreIsEmptied() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.bind("profile.address.zip", "secret")
            let tab = Tab(of: try await storefront.visits.visit(of: visitor))
            #expect(await patches(of: tab)["problem profile.address.zip"] != nil)
            _ = try await visitor.bind("profile.address.zip", "1010")
            #expect(await patches(of: tab)["problem profile.address.zip"]?.isEmpty == true)
        }
    }

    @Test func aChangeThatCameToNothingIsNoEvent() async throws {
        try await withShop { storefront, _ async throws in
            let tab = Tab(of: try await storefront.visits.visit(nil))
            _ = await tab.next()
            storefront.shop.states.update(.stock) { $0[7] = 0 }
            storefront.shop.states.update(.stock) { $0[7] = 5 + 7 % 7 }
            storefront.shop.states.update(.stock) { $0[8] = 1 }
            #expect(await patches(of: tab).keys.sorted() == ["html stock-8"])
        }
    }

    @Test func aTabThatIsNotReadKeepsTheLastMessages() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/hot")
            let tab = Tab(of: try await storefront.visits.visit(of: visitor))
            for _ in 0..<20 { _ = try await visitor.post("/act/cart/2") }
            #expect(await tab.next()?.count { $0.kind == .toast } == 4)
        }
    }

    @Test func ofTooManyTabsTheOldestIsClosed() async throws {
        try await withShop { storefront, _ async throws in
            let visit = try await storefront.visits.visit(nil)
            let tabs = (0..<9).map { _ in storefront.tabs.open(for: visit) }
            for tab in tabs { _ = await tab.next() }
            #expect(await tabs[0].next() == nil)
            storefront.shop.states.update(.stock) { $0[8] = 1 }
            for tab in tabs.dropFirst() { #expect(await tab.next()?.count == 1) }
            for tab in tabs { storefront.tabs.close(tab, of: visit) }
        }
    }

    @Test func aChangeComesToEveryTabOfTheVisit() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/hot")
            let visit = try await storefront.visits.visit(of: visitor)
            let tabs = [Tab(of: visit), Tab(of: visit)]
            for tab in tabs { _ = await tab.next() }
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.post("/act/cart/2")
            for tab in tabs {
                let patches = await patches(of: tab)
                #expect(patches["html badge"]?.contains(">2<") == true)
                #expect(patches["toast "] == "Reading lamp is in the cart.")
            }
        }
    }

    @Test func aSaleAndTheStockComeToEveryVisit() async throws {
        try await withShop { storefront, client in
            let staff = Visitor(client)
            _ = try await staff.signIn("grace", "hopper")
            let tab = Tab(of: try await storefront.visits.visit(nil))
            _ = await tab.next()
            _ = try await staff.post("/act/sale/7")
            let begun = await patches(of: tab)
            #expect(begun["html sale"]?.contains("30 % off") == true)
            #expect(begun["html deal-7"]?.contains("now") == true)
            _ = try await staff.post("/act/sale/end")
            _ = try await staff.post("/act/stock", ["stock[7].count": "0"])
            let ended = await patches(of: tab)
            #expect(ended["html sale"] == "" && ended["html deal-7"] == "")
            #expect(ended["html stock-7"]?.contains("sold out") == true)
            #expect(ended["html numbers"] == nil)
        }
    }

    @Test func aTabThatIsNotReadKeepsTheNewestPatchOfEachRegion() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            let tab = Tab(of: try await storefront.visits.visit(of: visitor))
            _ = await tab.next()
            for number in 2...60 { _ = try await visitor.bind("cart[2].quantity", "\(number)") }
            let waiting = try #require(await tab.next())
            #expect(waiting.count == 5)
            #expect(waiting.contains { $0.name == "cart[2].quantity" && $0.content == "60" })
        }
    }

    @Test func aClosedTabObservesNothing() async throws {
        try await withShop { storefront, client in
            let visit = try await storefront.visits.visit(nil)
            let counts = { (visit.states.observations.count, storefront.shop.states.observations.count) }
            let before = counts()
            let tab = Tab(of: visit)
            #expect(counts() > before)
            tab.close()
            #expect(counts() == before)
            #expect(visit.messages.observations.allSatisfy { !$0.what.contains("Announced") })
            var rest = 0
            while await tab.next() != nil { rest += 1 }
            #expect(rest <= 1)
        }
    }

    @Test func aTabEndsWhenAnotherUserSignsIn() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/hot")
            let tab = Tab(of: try await storefront.visits.visit(of: visitor))
            _ = await tab.next()
            _ = try await visitor.signIn()
            var count = 0
            while await tab.next() != nil { count += 1 }
            #expect(count <= 1)
        }
    }

    @Test func aTextOfThePageStaysInItsEvent() {
        let text = EventStream.text([Patch("a", HTML(trusted: "x\ny\r\nz\u{2028}"))])
        #expect(text.hasPrefix("data: [{") && text.hasSuffix("}]\n\n"))
        #expect(text.split(separator: "\n").count == 1)
    }
}
