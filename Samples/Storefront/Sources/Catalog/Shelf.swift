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
    let counts: [String: Int]
    private let stock: RegionContent
    private let deals: RegionContent
    private let messages: MessageCenter
    private let shown = Mutex(0)

    init(in scope: ServiceScope) throws {
        products = try scope.service((any Products).self)
        counts = try scope.service((any ShopStates).self).states[.counts]
        let visit = try scope.service((any CurrentVisit).self)
        stock = Region.stock.content(in: visit.regionStates)
        deals = Region.deals.content(in: visit.regionStates)
        messages = visit.messages
    }

    /// Reports how many products the screen has shown.
    func close() {
        let count = shown.withLock { $0 }
        if count > 0 { messages.post(ProductsShown(count)) }
    }

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
        "<b>\(product.cents.asPrice)</b> \(deals.element("deal-\(product.id)"))"
    }

    func stock(of product: Product) -> HTML { stock.element("stock-\(product.id)") }

    func add(_ product: Product, _ links: Links) -> HTML {
        let state: HTML = stock.isEnabled("add-\(product.id)") ? "" : " disabled"
        let button: HTML = """
            <button data-enabled="add-\(product.id)" aria-label="Add \(product.name) to the cart"\(state)>Add to cart</button>
            """
        return links.form(AddToCart(id: product.id), button, live: true, kind: "inline")
    }
}
