import Dispatchers
import Routing
import ShopKit
import Storage
import Testing

@testable import storefront

/// Unusual numbers in every route and every form that takes one.
@Suite struct FuzzTests {
    private static let numbers = [
        "\(Int.min)", "\(Int.max)", "-1", "0", "1", "2.5", "-0", "+1", "99999999999999999999", "1e3", "0x10", "nan",
        "inf",
        "", " ", "١٢", "%00", "seven",
    ]

    /// Returns the paths of all routes that take a number, with each number in its place.
    private func paths(of router: Router) -> [String] {
        router.routes.map { "\($0.pattern)" }.filter { $0.contains(":Int") }.flatMap { pattern in
            Self.numbers.flatMap { number in
                RowButton.allCases.map { button in
                    pattern.replacing("(", with: "").replacing(")", with: "")
                        .replacing(/:\{button[^}]*\}/, with: button.rawValue).replacing(/:[a-z]+:Int/, with: number)
                }
            }
        }
    }

    @Test(arguments: ["", "ada", "grace"])
    func everyRouteWithANumberIsAnswered(user: String) async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            if !user.isEmpty { _ = try await visitor.signIn(user, user == "ada" ? "lovelace" : "hopper") }
            let pages = paths(of: storefront.shop.pages)
            let actions = paths(of: storefront.shop.actions)
            #expect(pages.count >= 5 * Self.numbers.count && actions.count >= 4 * Self.numbers.count)
            for path in pages {
                #expect(try await [200, 303, 400, 404].contains(visitor.get(path).status), "\(path)")
            }
            for path in actions {
                let answer = try await visitor.post(path, ["count": "1"])
                #expect([303, 400, 403, 404].contains(answer.status), "\(path): \(answer.status)")
            }
        }
    }

    /// Returns the fields with numbers on some pages.
    private func numberFields(of pages: [String], for visitor: Visitor) async throws -> [String] {
        var fields: [String] = []
        for page in pages {
            let text = try await visitor.get(page).text
            fields += text.matches(of: /<input name="([^"]+)"[^>]*data-number/).map { String($0.1) }
        }
        return fields
    }

    @Test func everyFieldWithANumberIsAnswered() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn("grace", "hopper")
            _ = try await visitor.post("/act/cart/2")
            let fields = try await numberFields(of: ["/cart", "/profile", "/checkout/address"], for: visitor)
            #expect(fields.count >= 5)
            for number in Self.numbers {
                for field in fields + ["cart[\(number)].quantity", "profile.phones[\(number)]"] {
                    for isTyping in [true, false] {
                        let answer = try await visitor.bind(field, number, whileTyping: isTyping)
                        #expect([200, 422, 404].contains(answer.status), "\(field): \(number)")
                    }
                }
                for path in ["/search?page=\(number)", "/search?q=a&page=\(number)", "/product/1?tab=\(number)"] {
                    #expect(try await [200, 400, 404].contains(visitor.get(path).status), "\(path)")
                }
                #expect(try await visitor.post("/act/stock", ["stock[3].count": number]).status == 303)
                #expect(try await visitor.get("/stock").status == 200)
                #expect((0...9_999).contains(storefront.shop.states[.stock][3] ?? 0))
                try await visitor.enterAddress()
                _ = try await visitor.post("/act/pay", ["attempt": number, "total": number])
                #expect(try await visitor.get("/checkout/pay").status == 200)
            }
            let lines = try await storefront.visits.visit(of: visitor).customer.states[.cart]
            #expect(lines.allSatisfy { (1...99).contains($0.quantity) })
        }
    }
}
