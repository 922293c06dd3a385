import Dispatchers
import Pages
import ShopKit

/// One product, with what goes with it: another module knows.
final class ProductScreen: Screen {
    let title: String
    private let product: Product
    private let place: ProductPlace
    private let shelf: Shelf
    private let companion: Product?

    init(_ product: Product, _ place: ProductPlace, _ shelf: Shelf, in scope: ServiceScope) {
        title = product.name
        self.product = product
        self.place = place
        self.shelf = shelf
        companion = (try? scope.service((any Recommending).self))?.companion(of: product)
    }

    func body(_ links: Links) -> HTML {
        let tabs = ProductTab.allCases.map { tab -> HTML in
            let mark: HTML = tab == place.tab ?? .about ? " aria-current=\"true\"" : ""
            return "<a href=\"\(links.path(ProductPlace(id: product.id, tab: tab)))\"\(mark)>\(tab.title)</a> "
        }
        let text: HTML =
            switch place.tab ?? .about {
            case .about:
                "From \(links.link(CategoriesPlace(category: product.category), product.category)), by \(product.brand)."
            case .delivery: "Delivered within three days, by bicycle."
            }
        let advice: HTML? = companion.map { "<p>Goes with \(links.link(ProductPlace(id: $0.id), $0.name)).</p>" }
        let reference: HTML? = place.ref.map { "<p><small>You came from: \($0)</small></p>" }
        return """
            <p>\(shelf.price(of: product)) \(shelf.stock(of: product))</p>\(shelf.add(product, links))
            <nav class="tabs" aria-label="About the product">\(tabs)</nav><p>\(text)</p>\(advice)\(reference)
            """
    }
}

extension ProductTab {
    fileprivate var title: String { self == .about ? "About" : "Delivery" }
}

/// Products by words and tags.
final class SearchScreen: Screen {
    static let pageSize = 6

    let title = "Search"
    private let place: SearchPlace
    private let shelf: Shelf

    init(_ place: SearchPlace, _ shelf: Shelf) {
        self.place = place
        self.shelf = shelf
    }

    func body(_ links: Links) -> HTML {
        let word = (place.q ?? "").lowercased()
        let found = shelf.products.all.filter { product in
            (word.isEmpty || product.name.lowercased().contains(word))
                && place.tags.allSatisfy { $0 == product.category || $0 == product.brand }
        }
        let page = max(1, min(place.page ?? 1, 1 + found.count / Self.pageSize))
        let shown = Array(found.dropFirst((page - 1) * Self.pageSize).prefix(Self.pageSize))
        let next = SearchPlace(q: place.q, page: page + 1, tags: place.tags)
        let more: HTML = found.count > page * Self.pageSize ? "<p>\(links.link(next, "Next page"))</p>" : ""
        return """
            <form action="\(links.path(SearchPlace()))" role="search"><label>Words<input name="q" type="search"
            value="\(place.q ?? "")"></label>\(tags())<button>Search</button></form>
            <p>\(found.count) found</p>\(shelf.cards(shown, links))\(more)
            """
    }

    private func tags() -> [HTML] {
        Set(shelf.products.all.map(\.category)).sorted().map { tag in
            let mark: HTML = place.tags.contains(tag) ? " checked" : ""
            return
                "<label class=\"check\"><input type=\"checkbox\" name=\"tags\" value=\"\(tag)\"\(mark)>\(tag)</label>"
        }
    }
}
