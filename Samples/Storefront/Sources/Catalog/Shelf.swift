import Dispatchers
import Pages
import ShopKit
import Synchronization

/// The products of one screen: how each is shown, and how many there are.
///
/// It is a service of the screen, made when the screen first asks for it and closed with the screen.
protocol Showing: Sendable {
    var products: any Products { get }
    var counts: [String: Int] { get }
    func cards(_ products: [Product], _ links: Links) -> HTML
    func price(of product: Product) -> HTML
    func stock(of product: Product) -> HTML
    func add(_ product: Product, _ links: Links) -> HTML
}

final class Shelf: Showing {
    let products: any Products
    private let states: ObserverCenter
    private let messages: MessageCenter
    private let shown = Mutex(0)

    init(in scope: ServiceScope) throws {
        products = try scope.service((any Products).self)
        states = try scope.service((any ShopStates).self).states
        messages = try scope.service((any CurrentVisit).self).messages
    }

    /// Reports how many products the screen has shown.
    func close() {
        let count = shown.withLock { $0 }
        if count > 0 { messages.post(ProductsShown(count)) }
    }

    var counts: [String: Int] { states[.counts] }

    /// Products as cards, each with its picture, live price and stock.
    func cards(_ products: [Product], _ links: Links) -> HTML {
        shown.withLock { $0 += products.count }
        return "<ul class=\"cards\">\(products.map { card($0, links) })</ul>"
    }

    private func card(_ product: Product, _ links: Links) -> HTML {
        """
        <li>\(Picture.of(product.id))<h3>\(links.link(ProductRoute(id: product.id), product.name))</h3>
        <p>\(price(of: product)) \(stock(of: product))</p>\(add(product, links))</li>
        """
    }

    func price(of product: Product) -> HTML {
        let deal = states[.sale].map { $0.product.id == product.id ? $0.deal : "" } ?? ""
        return "<b>\(product.cents.asPrice)</b> \(region("deal-\(product.id)", deal))"
    }

    func stock(of product: Product) -> HTML {
        region("stock-\(product.id)", StockCount.html(states[.stock][product.id] ?? 0))
    }

    func add(_ product: Product, _ links: Links) -> HTML {
        let isThere = states[.stock][product.id] ?? 0 > 0
        let state: HTML = isThere ? "" : " disabled"
        let button: HTML = """
            <button data-enabled="add-\(product.id)" aria-label="Add \(product.name) to the cart"\(state)>Add to cart</button>
            """
        return links.form(AddToCart(id: product.id), button, live: true, kind: "inline")
    }
}

extension Sale {
    var deal: HTML { "<mark>now \(product.cents(in: self).asPrice)</mark>" }

    func banner(_ links: Links) -> HTML {
        "<p>Sale: \(percent) % off \(links.link(ProductRoute(id: product.id, ref: "sale"), product.name))</p>"
    }
}
