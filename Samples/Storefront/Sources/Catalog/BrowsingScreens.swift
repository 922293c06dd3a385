import Pages
import ShopKit

/// The products that sell well.
final class HotScreen: Screen {
    let title = "Hot"
    private let shelf: any Showing
    private let products: [Product]

    init(_ shelf: any Showing) {
        self.shelf = shelf
        let counts = shelf.counts
        let sold = { (product: Product) in counts["added \(product.name)"] ?? 0 }
        products = Array(shelf.products.all.sorted { sold($0) > sold($1) }.prefix(8))
    }

    func body(_ links: Links) -> HTML {
        """
        <p class="hero">Everything that glows: lamps, candles, shades and matches. \
        \(links.link(CategoriesRoute(), "By category")) or \(links.link(BrandsRoute(), "by brand")).</p>
        \(shelf.cards(products, links))
        """
    }
}

/// All categories, or the products of one.
final class CategoriesScreen: Screen {
    let title: String
    private let shelf: any Showing
    private let category: String?

    init(_ category: String?, _ shelf: any Showing) {
        title = category ?? "Categories"
        self.category = category
        self.shelf = shelf
    }

    func body(_ links: Links) -> HTML {
        let all = shelf.products.all
        guard let category else {
            return sections(all, by: \.category) { products in
                let name = products[0].category
                return "<p>\(links.link(CategoriesRoute(category: name), "All \(products.count) of \(name)"))</p>"
            }
        }
        return shelf.cards(all.filter { $0.category == category }, links)
    }
}

/// The products by brand, a few brands on each page.
final class BrandsScreen: Screen {
    let title = "Brands"
    private let shelf: any Showing
    private let page: Int

    init(page: Int, _ shelf: any Showing) {
        self.page = page
        self.shelf = shelf
    }

    static func pages(of products: [Product]) -> [[Product]] {
        let brands = Set(products.map(\.brand)).sorted()
        return stride(from: 0, to: brands.count, by: 2).map { start in
            let names = brands[start..<min(start + 2, brands.count)]
            return products.filter { names.contains($0.brand) }.sorted { $0.brand < $1.brand }
        }
    }

    func body(_ links: Links) -> HTML {
        let pages = Self.pages(of: shelf.products.all)
        let content = sections(pages[page - 1], by: \.brand) { shelf.cards($0, links) }
        let more: HTML =
            page < pages.count
            ? "<p><a data-append=\"brands\" href=\"\(links.path(BrandsRoute(page: page + 1)))\">More brands</a></p>"
            : ""
        return "<div data-pages=\"brands\">\(content)</div>\(more)"
    }
}
