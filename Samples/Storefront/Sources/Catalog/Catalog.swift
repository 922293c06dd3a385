import Dispatchers
package import Pages
import Routing
package import ShopKit

/// The products of the shop: the pages by which customers find them.
package struct Catalog: Feature {
    private let shop: Shop

    package init(in shop: Shop, selling products: [Product]) throws {
        self.shop = shop
        let list = ProductList(products)
        shop.services.provide((any Products).self) { _ in list }
        shop.services.provide((any Showing).self, for: .screen) { scope in
            try Shelf(in: scope)
        } closing: { shelf in
            (shelf as? Shelf)?.close()
        }
        try registerPages(list)
        try registerActions(list)
    }

    private func registerPages(_ list: ProductList) throws {
        try shop.pages.register { routes in
            routes.on(HotRoute.self) { _, match in try await match.show { HotScreen(try $0.shelf) } }
            routes.on(CategoriesRoute.self) { route, match in
                guard list.has(category: route.category) else { throw RouteReply.declined }
                return try await match.show { CategoriesScreen(route.category, try $0.shelf) }
            }
            routes.on(BrandsRoute.self) { route, match in
                let pages = BrandsScreen.pages(of: list.all)
                let page = route.page ?? 1
                // A number of the URL may be any: it is compared before it is counted with.
                guard page >= 1, page <= pages.count else { throw RouteReply.declined }
                return try await match.show { BrandsScreen(page: page, try $0.shelf) }
            }
            routes.on(ProductRoute.self) { route, match in
                guard let product = list.product(route.id) else { throw RouteReply.declined }
                return try await match.show { ProductScreen(product, tab: route.tab, in: $0, try $0.shelf) }
            }
            routes.on(SearchRoute.self) { route, match in
                try await match.show { SearchScreen(route, try $0.shelf) }
            }
            // Links of the shop before this one.
            routes.redirect("/p/:id:Int", to: "/product/:id")
        }
    }

    private func registerActions(_ list: ProductList) throws {
        let stock = shop.states
        try shop.actions.register { routes in
            routes.on(AddToCart.self) { action, match in
                guard let product = list.product(action.id) else { throw RouteReply.declined }
                guard stock[.stock][product.id] ?? 0 > 0 else {
                    return Answer.problem("\(product.name) is sold out.")
                }
                try match.visit.messages.post(ItemPicked(product))
                return Answer.done(back: CartRoute())
            }
        }
    }

    package var regions: [Region] { [.stock, .deals, .saleBanner(shop.links)] }
}

extension Region {
    /// The price of each product that costs less now.
    static let deals = Region(of: .shop(.sale)) { sale in
        sale.map { sale in
            [Patch("deal-\(sale.product.id)", "<mark>now \(sale.product.cents(in: sale).asPrice)</mark>")]
        } ?? []
    }

    /// The sentence above all pages while a sale lasts.
    package static func saleBanner(_ links: Links) -> Region {
        Region(of: .shop(.sale)) { sale in
            guard let sale else { return [] }
            let link = links.link(ProductRoute(id: sale.product.id, ref: "sale"), sale.product.name)
            return [Patch("sale", "<p>Sale: \(sale.percent) % off \(link)</p>")]
        }
    }
}

/// All products, which do not change while the shop is open.
private struct ProductList: Products {
    let all: [Product]
    private let byID: [Int: Product]

    init(_ products: [Product]) {
        all = products
        byID = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
    }

    func product(_ id: Int) -> Product? { byID[id] }

    func has(category: String?) -> Bool { category == nil || all.contains { $0.category == category } }
}

extension ServiceScope {
    /// The service with which the screen of this scope shows products.
    var shelf: any Showing { get throws { try service((any Showing).self) } }
}
