import Dispatchers
import Pages
import ShopKit

/// One product, with what goes with it: another module knows.
final class ProductScreen: Screen {
    let title: String
    private let product: Product
    private let tab: ProductTab
    private let shelf: any Showing
    private let companion: Product?

    init(_ product: Product, tab: ProductTab?, in scope: ServiceScope, _ shelf: any Showing) {
        title = product.name
        self.product = product
        self.tab = tab ?? .about
        self.shelf = shelf
        companion = (try? scope.service((any Recommending).self))?.companion(of: product)
    }

    func body(_ links: Links) -> HTML {
        let advice: HTML? = companion.map { "<p>Goes with \(links.link(ProductRoute(id: $0.id), $0.name)).</p>" }
        // The screen declares no parameters: an interceptor gives it those of its URL.
        let reference: HTML? = params["ref"].map { "<p><small>You came from: \($0)</small></p>" }
        return """
            <div class="product">\(Picture.of(product.id))<div>
            <p>\(shelf.price(of: product)) \(shelf.stock(of: product))</p>\(shelf.add(product, links))
            <nav class="tabs" aria-label="About the product">\(ProductTab.allCases.map { link(to: $0, links) })</nav>
            <p>\(text(links))</p>\(advice)\(reference)</div></div>
            """
    }

    private func link(to tab: ProductTab, _ links: Links) -> HTML {
        let mark: HTML = tab == self.tab ? " aria-current=\"true\"" : ""
        return "<a href=\"\(links.path(ProductRoute(id: product.id, tab: tab)))\"\(mark)>\(tab.title)</a> "
    }

    private func text(_ links: Links) -> HTML {
        switch tab {
        case .about:
            "From \(links.link(CategoriesRoute(category: product.category), product.category)), by \(product.brand)."
        case .delivery: "Delivered within three days, by bicycle."
        }
    }
}

extension ProductTab {
    fileprivate var title: String { self == .about ? "About" : "Delivery" }
}
