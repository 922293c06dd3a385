import Dispatchers
package import Hooks
package import Pages
package import Routing
package import ShopKit
package import StateStorage

/// Counts what happens, in modules that do not know of it.
package final class Analytics: Feature, Recommending {
    private let products: [Product]
    private let states: ObserverCenter

    /// Begins to count, from the counts that were stored.
    ///
    /// Half a second of counts may be lost with the process, so they have a storage of their own, beside the database.
    package init(
        in shop: Shop, selling products: [Product], keepingCountsIn storage: ValueStorage?, guards: [Guard]
    ) throws {
        states = shop.states
        if let storage { try states.keep(.counts, in: storage) }
        self.products = products
        shop.services.provide((any Recommending).self) { [unowned self] _ in self }
        shop.messages.observe(ItemAdded.self, by: self) { $0.count("added \($1.product.name)") }
        shop.messages.observe(OrderPlaced.self, by: self) { analytics, _ in analytics.count("orders") }
        shop.messages.observe(SignedIn.self, by: self) { analytics, _ in analytics.count("sign-ins") }
        shop.messages.observe(RowPressed.self, by: self) { analytics, pressed in
            if pressed.button == .remove { analytics.count("rows removed") }
        }
        shop.messages.observe(ProductsShown.self, by: self) { analytics, shown in
            analytics.count("products shown", shown.count)
        }
        try shop.pages.register(guards: guards) { routes in
            routes.on(NumbersRoute.self) { _, match in
                let counts = try NumbersScreen.numbers.content(in: match.visit.regionStates)
                return try await match.show { _ in NumbersScreen(counts) }
            }
        }
    }

    package var regions: [Region] { [NumbersScreen.numbers] }

    /// Gives every screen its parameters, and counts it: screens have no base class, and know nothing of it.
    package func intercept(_ lifecycle: Lifecycle, in visit: any CurrentVisit) {
        lifecycle.before(.didLoad, of: (any Screen).self, by: self) { _, _, params in
            ScreenContext.current?.give(params: params)
        }
        lifecycle.after(.didLoad, of: (any Screen).self, by: self) { analytics, screen, _ in
            analytics.count("screen \(type(of: screen))")
        }
        lifecycle.before(.willAppear, of: (any Screen).self, by: self) { analytics, screen, _ in
            let times = analytics.states[.counts]["screen \(type(of: screen))"] ?? 0
            ScreenContext.current?.give(remark: Self.remark(on: times))
        }
    }

    /// The sentence below a page whose kind was opened so many times.
    private static func remark(on times: Int) -> String {
        let text =
            times == 1
            ? "This is the first page of its kind that was opened."
            : "Pages like this were opened \(times) times so far."
        return text + " A hook counts all pages, and none of them knows."
    }

    private func count(_ name: String, _ number: Int = 1) {
        states.update(.counts) { $0[name, default: 0] += number }
    }

    /// The product that was added most among products of the same category.
    package func companion(of product: Product) -> Product? {
        let counts = states[.counts]
        return products.filter { $0.category == product.category && $0.id != product.id }
            .max { counts["added \($0.name)", default: 0] < counts["added \($1.name)", default: 0] }
    }
}
