import Dispatchers
package import Pages
package import Routing
package import ShopKit

/// The stock of each product and the sale: the states of the shop that staff sets.
package final class Warehouse: Feature, Inventory {
    private let messages: MessageCenter
    private let states: ObserverCenter
    private let store: any StockStore
    private let links: Links

    package init(
        in shop: Shop, storing store: any StockStore, supplier answers: any SupplierAnswers, guards: [Guard]
    ) async throws {
        messages = shop.messages
        states = shop.states
        self.store = store
        links = shop.links
        try await read()
        // The order has lowered the stock already, in its transaction.
        shop.messages.observe(OrderPlaced.self, by: self) { warehouse, _ async in
            await warehouse.messages.publish(StockChanged())
        }
        // By an order or by the staff, of this process or of another one.
        shop.messages.observe(StockChanged.self, by: self) { warehouse, _ async throws in try await warehouse.read() }
        let door = StockScreen.door(links)
        try shop.pages.register(guards: guards) { routes in
            routes.on(StockRoute.self) { _, match in
                let visit = try match.visit
                let products = try visit.services.service((any Products).self).all
                var costs: [Int: Cost] = [:]
                for product in products { costs[product.id] = try await answers.cost(of: product) }
                return try await match.show { [costs] _ in StockScreen(products, in: visit.current, door, costs) }
            }
        }
        try registerActions(in: shop, guards)
    }

    private func registerActions(in shop: Shop, _ guards: [Guard]) throws {
        let states = states
        try shop.actions.register(guards: guards) { routes in
            routes.on(SetStock.self) { [weak self] _, match in try await self?.set(try match.call) }
            routes.on(BeginSale.self) { action, match in
                try match.call.keepTypedCounts()
                let products = try match.visit.services.service((any Products).self)
                guard let product = products.product(action.id) else { throw RouteReply.declined }
                states.set(.sale, to: Sale(product, percent: 30))
                return Answer.done(back: StockRoute())
            }
            routes.on(EndSale.self) { _, match in
                try match.call.keepTypedCounts()
                states.set(.sale, to: nil)
                return Answer.done(back: StockRoute())
            }
            routes.on(SetDoor.self) { _, match in
                try match.call.keepTypedCounts()
                states.set(.isMembersOnly, to: try match.call.fields["members"] == "only")
                return Answer.done(back: StockRoute())
            }
        }
    }

    package var regions: [Region] { [StockScreen.door(links)] }

    package func set(_ counts: [Int: Int]) async throws {
        try await store.set(counts)
        await messages.publish(StockChanged())
    }

    /// Sets the state to what is stored, after each change of it.
    private func read() async throws {
        try await store.read { [states] stock in states.set(.stock, to: stock) }
    }

    /// Sets what is typed into the fields of the page: all of it, or nothing where a text is no count.
    private func set(_ call: Call) async throws -> Answer {
        let typed = try call.keepTypedCounts()
        guard let counts = typed.counts else { return .problem(typed.problem ?? "") }
        try await set(counts)
        call.visit.customer.states.update(.drafts) { typed.forget(in: &$0) }
        return .done(back: StockRoute())
    }
}

extension Call {
    /// Keeps the texts in the fields of the page of the stock as drafts: every button of the page sends them.
    @discardableResult
    fileprivate func keepTypedCounts() throws -> TypedCounts {
        let typed = TypedCounts(of: try visit.services.service((any Products).self).all, in: fields)
        visit.customer.states.update(.drafts) { typed.keep(in: &$0) }
        return typed
    }
}
