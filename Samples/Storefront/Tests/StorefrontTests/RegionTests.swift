import Dispatchers
import Live
import Pages
import ShopKit
import Testing

@testable import storefront

/// The regions of pages: what a page shows first, and what open tabs get later, come from one closure.
@Suite struct RegionTests {
    @Test func aPageShowsFirstWhatItsTabGetsFirst() async throws {
        try await withShop { storefront, client async throws in
            let staff = Visitor(client)
            _ = try await staff.signIn("grace", "hopper")
            for path in ["/act/cart/2", "/act/cart/7", "/act/cart/7/remove", "/act/sale/2"] {
                _ = try await staff.post(path)
            }
            _ = try await staff.bind("cart[2].quantity", "many")
            var compared: Set<String> = []
            for path in ["/hot", "/cart", "/product/2", "/stock"] {
                let page = try await staff.get(path).text
                let tab = Tab(of: try await storefront.visits.visit(of: staff))
                for patch in await tab.next() ?? [] where patch.kind == .html && page.contains(start(of: patch)) {
                    // The page of the steps is a step itself.
                    guard patch.name != "steps" else { continue }
                    #expect(page.contains("\(start(of: patch))\(patch.content)</"), "\(path): \(patch.name)")
                    compared.insert(patch.name)
                }
            }
            let expected: Set = [
                "badge", "sale", "stock-2", "deal-2", "lines", "line-2", "total", "undo", "buy", "door",
            ]
            #expect(compared.isSuperset(of: expected), "\(expected.subtracting(compared))")
        }
    }

    private func start(of patch: Patch) -> String { "data-region=\"\(patch.name)\">" }
}
