import Dispatchers
import Live
import Pages
import ShopKit
import Synchronization
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

    private final class Observer: RegionObserver {
        let changed = Mutex<[Int]>([])
        func regionChanged(_ index: Int) { changed.withLock { $0.append(index) } }
    }

    @Test func aRegionFollowsStatesOfSeveralOwners() async throws {
        try await withShop { storefront, _ async throws in
            let visit = try await storefront.visits.visit(nil)
            let region = Region(of: .customer(.lastOrder), .visit(.lastName), .shop(.isMembersOnly)) {
                order, name, isClosed in
                [Patch("all", "\(order ?? 0) \(name) \(isClosed ? "closed" : "open")")]
            }
            let observer = Observer()
            region.observe(as: 7, in: visit.regionStates, by: observer)
            #expect(
                region.content(in: visit.regionStates).element("all").text == "<span data-region=\"all\">0  open</span>"
            )
            visit.customer.states.set(.lastOrder, to: 3)
            visit.states.set(.lastName, to: "ada")
            storefront.shop.states.set(.isMembersOnly, to: true)
            #expect(observer.changed.withLock { $0 } == [7, 7, 7])
            #expect(region.patches(in: visit.regionStates) == [Patch("all", "3 ada closed")])
        }
    }

    private func start(of patch: Patch) -> String { "data-region=\"\(patch.name)\">" }
}
