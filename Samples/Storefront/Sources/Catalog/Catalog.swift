import Dispatchers
package import Pages
import Routing
package import ShopKit

/// What the shop sells: the pages by which customers find it.
package struct Catalog: Feature {
    private let shop: Shop

    package init(in shop: Shop, selling products: [Product]) throws {
        self.shop = shop
        let list = ProductList(products, in: shop.states)
        shop.services.provide((any Products).self) { _ in list }
        try shop.places.register { routes in
            routes.on(HotPlace.self) { _, match in try await match.show { HotScreen(try $0.stock, try $0.counts) } }
            routes.on(CategoriesPlace.self) { place, match in
                guard list.has(category: place.category) else { return .declined }
                return .value(try await match.show { CategoriesScreen(place.category, try $0.stock) })
            }
            routes.on(BrandsPlace.self) { place, match in
                guard BrandsScreen.pages(of: list.all).indices.contains((place.page ?? 1) - 1) else { return .declined }
                return .value(try await match.show { BrandsScreen(page: place.page ?? 1, try $0.stock) })
            }
            routes.on(ProductPlace.self) { place, match in
                guard let product = list.product(place.id) else { return .declined }
                return .value(try await match.show { ProductScreen(product, place, try $0.stock, in: $0) })
            }
            routes.on(SearchPlace.self) { place, match in
                try await match.show { SearchScreen(place, try $0.stock) }
            }
            // Links of the shop before this one.
            routes.redirect("/p/:id:Int", to: "/product/:id")
        }
        try shop.actions.register { routes in
            routes.on(AddToCart.self) { action, match in
                guard let product = list.product(action.id) else { return .declined }
                let visit = try match.visit
                visit.messages.post(ItemPicked(product.costing(list.cents(of: product))))
                return .value(Answer.done(back: visit.shop.links.path(CartPlace())))
            }
        }
    }

    package var regions: [Region] {
        [
            Region(of: .stock, in: .shop) { stock in
                stock.map { Patch("stock-\($0.key)", ShelfItem.stock($0.value)) }
            },
            Region(of: .sale, in: .shop) { [links = shop.links] sale in
                guard let sale else { return [] }
                return [Patch("sale", sale.banner(links)), Patch("deal-\(sale.product.id)", sale.deal)]
            },
        ]
    }
}

/// All products, which do not change while the shop is open; the sale does.
private struct ProductList: Products {
    let all: [Product]
    private let byID: [Int: Product]
    private let states: ObserverCenter

    init(_ products: [Product], in states: ObserverCenter) {
        all = products
        byID = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
        self.states = states
    }

    func product(_ id: Int) -> Product? { byID[id] }

    func cents(of product: Product) -> Int {
        guard let sale = states[.sale], sale.product.id == product.id else { return product.cents }
        return sale.cents
    }

    func has(category: String?) -> Bool { category == nil || all.contains { $0.category == category } }
}

extension ServiceScope {
    /// What screens of this module show products with.
    fileprivate var stock: Shelf {
        get throws { Shelf(try service((any Products).self), try service((any ShopStates).self).states) }
    }

    fileprivate var counts: [String: Int] { get throws { try service((any ShopStates).self).states[.counts] } }
}
