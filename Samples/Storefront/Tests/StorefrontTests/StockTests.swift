import Dispatchers
import ShopKit
import Testing

@testable import storefront

/// The page of the stock without JavaScript: what is typed is set at once, or kept.
@Suite struct StockTests {
    private func withStaff(_ body: (Storefront, Visitor) async throws -> Void) async throws {
        try await withShop { storefront, client async throws in
            let staff = Visitor(client)
            _ = try await staff.signIn("grace", "hopper")
            try await body(storefront, staff)
        }
    }

    @Test func allCountsThatAreTypedAreSet() async throws {
        try await withStaff { storefront, staff async throws in
            let before = storefront.shop.states[.stock]
            let typed = ["stock[3].count": "33", "stock[4].count": "", "stock[5].count": "0", "stock[999].count": "1"]
            #expect(try await staff.post("/act/stock", typed).location == "/stock")
            let stock = storefront.shop.states[.stock]
            #expect(stock[3] == 33 && stock[4] == before[4] && stock[5] == 0 && stock[999] == nil)
            #expect(try await staff.get("/stock").text.contains("value=\"33\"") == false)
        }
    }

    @Test func aRefusedCountSaysSoAndNothingIsSet() async throws {
        try await withStaff { storefront, staff async throws in
            let before = storefront.shop.states[.stock]
            let typed = ["stock[3].count": "many", "stock[4].count": "44"]
            #expect(try await staff.post("/act/stock", typed, from: "/stock").location == "/stock")
            #expect(storefront.shop.states[.stock] == before)
            let text = try await staff.get("/stock").text
            #expect(text.contains("value=\"many\"") && text.contains("“many” is no number from 0 to 9999."))
            #expect(text.contains("value=\"44\"") && text.contains("Not set yet."))
            _ = try await staff.post("/act/stock", ["stock[3].count": "5", "stock[4].count": "44"], from: "/stock")
            let now = try await staff.get("/stock").text
            #expect(!now.contains("value=\"many\"") && !now.contains("Not set yet."))
            #expect(storefront.shop.states[.stock][3] == 5 && storefront.shop.states[.stock][4] == 44)
        }
    }

    @Test(arguments: ["/act/sale/7", "/act/sale/end", "/act/door"])
    func otherButtonsKeepWhatIsTyped(path: String) async throws {
        try await withStaff { storefront, staff async throws in
            let before = storefront.shop.states[.stock]
            _ = try await staff.post(path, ["stock[3].count": "many", "stock[4].count": "44"], from: "/stock")
            #expect(storefront.shop.states[.stock] == before)
            let text = try await staff.get("/stock").text
            #expect(text.contains("value=\"many\"") && text.contains("value=\"44\""))
            // Emptied fields are empty again.
            _ = try await staff.post(path, ["stock[3].count": "", "stock[4].count": ""], from: "/stock")
            let now = try await staff.get("/stock").text
            #expect(!now.contains("value=\"many\"") && !now.contains("value=\"44\""))
        }
    }

    @Test func everyButtonOfThePageBelongsToItsForm() async throws {
        try await withStaff { _, staff async throws in
            let parts = try await staff.get("/stock").text.split(separator: /<\/?main/)
            let main = try #require(parts.count == 3 ? parts[1] : nil)
            #expect(main.matches(of: /<form\ /).count == 1)
            let buttons = main.matches(of: /<button[^>]*>/).map { String($0.output) }
            #expect(buttons.count == 27)
            #expect(buttons.dropFirst().allSatisfy { $0.contains("form=\"form-stock\"") })
        }
    }
}
