import Dispatchers
import Pages
package import Routing
package import ShopKit

/// What there is of each product, and what is on sale: the states of the shop that staff sets.
package final class Warehouse: Feature, Inventory {
    private let states: ObserverCenter
    private let store: any StockStore

    package init(in shop: Shop, storing store: any StockStore, guards: [Guard]) async throws {
        states = shop.states
        self.store = store
        states.set(.stock, to: try await store.stock())
        shop.messages.observe(OrderPlaced.self, by: self) { warehouse, placed async throws in
            for line in placed.order.lines { try await warehouse.take(line) }
        }
        let (supplier, states) = (Supplier(), shop.states)
        try shop.places.register(guards: guards) { routes in
            routes.on(StockPlace.self) { _, match in
                let products = try match.visit.services.service((any Products).self).all
                var prices: [Int: Int] = [:]
                for product in products { prices[product.id] = Int(try await supplier.price(of: product)) }
                return try await match.show { [prices] _ in StockScreen(products, states, prices) }
            }
        }
        try registerActions(in: shop, guards)
    }

    private func registerActions(in shop: Shop, _ guards: [Guard]) throws {
        let states = states
        let back = { @Sendable () -> Answer in .done(back: shop.links.path(StockPlace())) }
        try shop.actions.register(guards: guards) { routes in
            routes.on(SetStock.self) { [weak self] action, match in
                guard let count = Int(try match.call.fields["count"] ?? ""), (0...9_999).contains(count) else {
                    return Answer.problem("A number from 0 to 9999, please.")
                }
                try await self?.set(count, of: action.id)
                return back()
            }
            routes.on(BeginSale.self) { action, match in
                let products = try match.visit.services.service((any Products).self)
                guard let product = products.product(action.id) else { return .declined }
                states.set(.sale, to: Sale(product, percent: 30))
                return .value(back())
            }
            routes.on(EndSale.self) { _, _ in
                states.set(.sale, to: nil)
                return back()
            }
            routes.on(SetDoor.self) { _, match in
                states.set(.isMembersOnly, to: try match.call.fields["members"] == "only")
                return back()
            }
        }
    }

    package func set(_ count: Int, of id: Int) async throws {
        try await store.set(count, of: id)
        states.update(.stock) { $0[id] = count }
    }

    private func take(_ line: CartLine) async throws {
        try await set(max(0, states[.stock][line.id, default: 0] - line.quantity), of: line.id)
    }
}
