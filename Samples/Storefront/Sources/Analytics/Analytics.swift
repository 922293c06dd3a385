import Dispatchers
package import Hooks
package import Pages
package import Routing
package import ShopKit

/// Counts what happens, in modules that do not know of it.
package final class Analytics: Feature, Recommending {
    private let products: [Product]
    private let states: ObserverCenter

    package init(in shop: Shop, selling products: [Product], guards: [Guard]) throws {
        states = shop.states
        self.products = products
        shop.services.provide((any Recommending).self) { [unowned self] _ in self }
        shop.messages.observe(ItemAdded.self, by: self) { $0.count("added \($1.product.name)") }
        shop.messages.observe(OrderPlaced.self, by: self) { analytics, _ in analytics.count("orders") }
        shop.messages.observe(SignedIn.self, by: self) { analytics, _ in analytics.count("sign-ins") }
        shop.messages.observe(RowPressed.self, by: self) { analytics, _ in analytics.count("rows removed") }
        let states = states
        try shop.places.register(guards: guards) { routes in
            routes.on(NumbersPlace.self) { _, match in try await match.show { _ in NumbersScreen(states[.counts]) } }
        }
    }

    package var regions: [Region] {
        [
            Region(of: .counts, in: .shop, forStaff: true) { [Patch("numbers", NumbersScreen.table($0))] }
        ]
    }

    /// Gives every screen its parameters, and counts it: screens have no base class, and know nothing of it.
    package func intercept(_ lifecycle: Lifecycle, in visit: any CurrentVisit) {
        lifecycle.before(.didLoad, of: (any Screen).self, by: self) { _, screen, params in
            Givens.current?.give(params: params, to: screen)
        }
        lifecycle.after(.didLoad, of: (any Screen).self, by: self) { analytics, screen, _ in
            analytics.count("screen \(type(of: screen))")
        }
    }

    private func count(_ name: String) { states.update(.counts) { $0[name, default: 0] += 1 } }

    /// What was added most among products of the same category.
    package func companion(of product: Product) -> Product? {
        let counts = states[.counts]
        return products.filter { $0.category == product.category && $0.id != product.id }
            .max { counts["added \($0.name)", default: 0] < counts["added \($1.name)", default: 0] }
    }
}

/// What happened how often.
private final class NumbersScreen: Screen {
    let title = "Numbers"
    private let counts: [String: Int]

    init(_ counts: [String: Int]) { self.counts = counts }

    func body(_ links: Links) -> HTML { region("numbers", Self.table(counts), tag: "div") }

    static func table(_ counts: [String: Int]) -> HTML {
        let rows = counts.sorted { $0.key < $1.key }.map { name, count -> HTML in
            "<tr><th scope=\"row\">\(name)</th><td>\(count)</td></tr>"
        }
        return "<table>\(rows)</table>"
    }
}
