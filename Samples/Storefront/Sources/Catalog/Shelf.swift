import Dispatchers
import Pages
import ShopKit

/// What screens show products with.
struct Shelf: Sendable {
    let products: any Products
    private let states: ObserverCenter

    init(_ products: any Products, _ states: ObserverCenter) {
        self.products = products
        self.states = states
    }

    /// Products as cards, each with its live price and stock.
    func cards(_ products: [Product], _ links: Links) -> HTML {
        "<ul class=\"cards\">\(products.map { card($0, links) })</ul>"
    }

    private func card(_ product: Product, _ links: Links) -> HTML {
        """
        <li><h3>\(links.link(ProductPlace(id: product.id), product.name))</h3>
        <p>\(price(of: product)) \(stock(of: product))</p>\(add(product, links))</li>
        """
    }

    func price(of product: Product) -> HTML {
        let deal = states[.sale].map { $0.product == product ? $0.deal : "" } ?? ""
        return "<b>\(product.cents.asPrice)</b> \(region("deal-\(product.id)", deal))"
    }

    func stock(of product: Product) -> HTML {
        region("stock-\(product.id)", ShelfItem.stock(states[.stock][product.id] ?? 0))
    }

    func add(_ product: Product, _ links: Links) -> HTML {
        links.button(AddToCart(id: product.id), "Add to cart", label: "Add \(product.name) to the cart")
    }
}

enum ShelfItem {
    static func stock(_ count: Int) -> HTML { count > 0 ? "<small>\(count) left</small>" : "<small>sold out</small>" }
}

extension Sale {
    var cents: Int { product.cents * (100 - percent) / 100 }

    var deal: HTML { "<mark>now \(cents.asPrice)</mark>" }

    func banner(_ links: Links) -> HTML {
        "<p>Sale: \(percent) % off \(links.link(ProductPlace(id: product.id, ref: "sale"), product.name))</p>"
    }
}
