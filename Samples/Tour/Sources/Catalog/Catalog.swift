import Dispatchers
import Routing
package import ShopKit

/// The products of the shop.
package final class Catalog: Recommending {
    private let items = [
        Item(id: 7, name: "Candle", cents: 450),
        Item(id: 42, name: "Brass lamp", cents: 3900),
        Item(id: 43, name: "Lampshade", cents: 1250),
    ]

    package init(in shop: Shop) throws {
        try shop.router.register { routes in
            routes.on("/", "/home") { [items] _ in shop.show(HomeScreen(items)) }
            routes.on("/product/:id") { match in
                guard let item = try self.item(match["id", as: Int.self]) else { return .declined }
                shop.show(ProductScreen(item, campaign: match["ref"]))
                return .handled
            }
            routes.on("/product/:id/add") { match in
                guard let item = try self.item(match["id", as: Int.self]) else { return .declined }
                shop.post(ItemPicked(item), "message ItemPicked from Catalog: \(item.name)")
                return .handled
            }
        }
        shop.calls.provide((any Recommending).self) { _ in self }
    }

    package func companion(of item: Item) -> Item? { items.first { $0 != item } }

    private func item(_ id: Int) -> Item? { items.first { $0.id == id } }
}

final class HomeScreen: Screen {
    let name = "Welcome"
    var title = ""
    let body: [String]

    init(_ items: [Item]) { body = items.map { "\($0.name), shop://product/\($0.id)" } }
}

final class ProductScreen: Screen {
    let name: String
    var title = ""
    let body: [String]

    init(_ item: Item, campaign: String?) {
        name = item.name
        body = ["\(item.price)", "add it: shop://product/\(item.id)/add"] + (campaign.map { ["seen in: \($0)"] } ?? [])
    }
}
