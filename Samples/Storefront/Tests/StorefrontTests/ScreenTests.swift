import Dispatchers
import Hooks
import Pages
import Synchronization
import Testing

@testable import Cart
@testable import Catalog
@testable import ShopKit
@testable import Storage
@testable import Warehouse
@testable import storefront

/// Screens and what is hooked on them.
@Suite struct ScreenTests {
    @Test func everyScreenIsSeenWithoutABaseClass() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            for path in ["/hot", "/hot", "/product/1", "/cart", "/brands/2"] { _ = try await visitor.get(path) }
            let counts = storefront.shop.states[.counts]
            #expect(counts["screen HotScreen"] == 2 && counts["screen ProductScreen"] == 1)
            #expect(counts["screen CartScreen"] == 1 && counts["screen BrandsScreen"] == 1)
            let staff = Visitor(client)
            _ = try await staff.signIn("grace", "hopper")
            #expect(try await staff.get("/numbers").text.contains("screen HotScreen"))
        }
    }

    private final class Probe: Screen {
        let title = "Probe"
        func body(_ links: Links) -> HTML { "\(params["id"] ?? "no id") \(params["ref"] ?? "no ref")" }
    }

    @Test func anyScreenFindsItsParametersAndModel() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            // The screen of the cart declares no model. What it shows was given to it.
            #expect(try await visitor.get("/cart").text.contains("Reading lamp"))
            let visit = try await storefront.visits.visit(of: visitor)
            let params = ["id": "7", "ref": "mail"]
            let page = try await visit.navigator.show(with: params, storefront.shop.links) { _ in Probe() }
            #expect(page.body.text == "7 mail")
        }
    }

    @Test func aScreenWorksOutsideOfTheShop() {
        #expect(Probe().body(Links()).text == "no id no ref")
        #expect(CartScreen().body(Links()).text.contains("no cart outside of the shop"))
        #expect(Links().path(ProductRoute(id: 7)) == "/product/:id:Int")
    }

    @Test func aScreensServicesEndWithIt() async throws {
        protocol Lamp: Sendable {}
        final class PocketLamp: Lamp {}
        try await withShop { storefront, client in
            let closed = Mutex(0)
            storefront.shop.services.provide((any Lamp).self, for: .screen) { _ in
                PocketLamp()
            } closing: { _ in
                closed.withLock { $0 += 1 }
            }
            let visit = try await storefront.visits.visit(nil)
            for count in 1...3 {
                _ = try await visit.navigator.show(with: [:], storefront.shop.links) { scope in
                    _ = try scope.service((any Lamp).self)
                    return Probe()
                }
                #expect(closed.withLock { $0 } == count)
            }
        }
    }

    @Test func theReformatterIsAHook() async throws {
        let product = Product(id: 1, name: "Lamp", category: "Lamps", brand: "Lumen", cents: 2_410)
        let format = SupplierFormat(trace: Trace())
        let cost = try await format.cost(of: product)
        #expect(cost.text == "$12.05" && cost.cents == 1_205)
        #expect(try await Supplier().price(of: product) == "1205")
    }

    @Test func theAnswerOfTheSupplierIsShownBeforeAndAfter() async throws {
        try await withShop { storefront, client in
            let staff = Visitor(client)
            _ = try await staff.signIn("grace", "hopper")
            let text = try await staff.get("/stock").text
            let half = try #require(try storefront.shop.services.service((any Products).self).product(1)).cents / 2
            #expect(text.contains("$\(half / 100).") && text.contains(">\(half.asPrice)<"))
        }
    }

    @Test func aHookOnWillAppearIsSeenOnThePage() async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            #expect(try await visitor.get("/brands").text.contains("This is the first page of its kind"))
            #expect(try await visitor.get("/brands").text.contains("Pages like this were opened 2 times so far."))
        }
    }

    @Test func aScreenReadsTheParametersOfItsURL() async throws {
        try await withShop { _, client async throws in
            #expect(try await Visitor(client).get("/product/2?ref=mail").text.contains("You came from: mail"))
        }
    }

    @Test func theShelfOfAScreenIsClosedWithIt() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/hot")
            #expect(storefront.shop.states[.counts]["products shown"] == 8)
            _ = try await visitor.get("/hot")
            #expect(storefront.shop.states[.counts]["products shown"] == 16)
        }
    }

    @Test func everyProductHasADrawing() {
        let numbers = Set(Database.firstProducts.map(\.id))
        #expect(numbers == Set(Picture.drawings.keys))
        #expect(Set(Picture.drawings.values).count == numbers.count)
    }

    @Test func rowsAreFoundByTheTypeOfTheirModel() {
        var rows = Rows()
        rows.show(Int.self) { "<i>\($0)</i>" }
        rows.show(String.self) { "<b>\($0)</b>" }
        #expect(rows([1, "a", 2.5, "<"]).text == "<i>1</i><b>a</b><b>&lt;</b>")
    }
}
