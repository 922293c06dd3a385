import Dispatchers
import Pages
package import Routing
package import ShopKit

/// The stock of each product and the sale: the states of the shop that staff sets.
package final class Warehouse: Feature, Inventory {
    /// The largest count that a product can have.
    private static let limit = 9_999

    private let states: ObserverCenter
    private let store: any StockStore

    package init(
        in shop: Shop, storing store: any StockStore, supplier answers: any SupplierAnswers, guards: [Guard]
    ) async throws {
        states = shop.states
        self.store = store
        try await read()
        // The order has lowered the stock already, in its transaction.
        shop.messages.observe(OrderPlaced.self, by: self) { warehouse, _ async throws in try await warehouse.read() }
        let states = states
        try shop.pages.register(guards: guards) { routes in
            routes.on(StockRoute.self) { _, match in
                let visit = try match.visit
                let products = try visit.services.service((any Products).self).all
                var costs: [Int: Cost] = [:]
                for product in products { costs[product.id] = try await answers.cost(of: product) }
                let drafts = visit.customer.states[.drafts]
                return try await match.show { [costs] _ in StockScreen(products, states, costs, drafts) }
            }
        }
        try registerActions(in: shop, guards)
    }

    private func registerActions(in shop: Shop, _ guards: [Guard]) throws {
        let states = states
        try shop.actions.register(guards: guards) { routes in
            routes.on(SetStock.self) { [weak self] action, match in
                let call = try match.call
                guard let product = try call.visit.product(action.id) else { throw RouteReply.declined }
                return try await self?.take(call.fields["count"] ?? "", of: product, in: call.visit)
            }
            routes.on(BeginSale.self) { action, match in
                guard let product = try match.visit.product(action.id) else { throw RouteReply.declined }
                states.set(.sale, to: Sale(product, percent: 30))
                return Answer.done(back: StockRoute())
            }
            routes.on(EndSale.self) { _, _ in
                states.set(.sale, to: nil)
                return Answer.done(back: StockRoute())
            }
            routes.on(SetDoor.self) { _, match in
                states.set(.isMembersOnly, to: try match.call.fields["members"] == "only")
                return Answer.done(back: StockRoute())
            }
        }
    }

    package func set(_ count: Int, of id: Int) async throws {
        try await store.set(count, of: id)
        try await read()
    }

    /// Sets the state to what is stored, after each change of it.
    private func read() async throws {
        try await store.read { [states] stock in states.set(.stock, to: stock) }
    }

    /// Takes the text of a field of the page; a text that is no number stays there.
    private func take(_ text: String, of product: Product, in visit: Visit) async throws -> Answer {
        let path = StockScreen.path(of: product)
        let drafts = visit.customer.states
        guard let count = Int(text), (0...Self.limit).contains(count) else {
            let sentence = "“\(text.prefix(40))” is no number from 0 to \(Self.limit)."
            drafts.update(.drafts) { $0[path] = Draft(text: text, problem: sentence) }
            return .problem("\(product.name): \(sentence)")
        }
        drafts.update(.drafts) { $0[path] = nil }
        try await set(count, of: product.id)
        return .done(back: StockRoute())
    }
}

extension Visit {
    fileprivate func product(_ id: Int) throws -> Product? {
        try services.service((any Products).self).product(id)
    }
}
