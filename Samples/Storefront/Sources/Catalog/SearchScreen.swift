import Pages
import ShopKit

/// Products by words and tags.
final class SearchScreen: Screen {
    static let pageSize = 6

    let title = "Search"
    private let route: SearchRoute
    private let shelf: any Showing

    init(_ route: SearchRoute, _ shelf: any Showing) {
        self.route = route
        self.shelf = shelf
    }

    func body(_ links: Links) -> HTML {
        let word = (route.q ?? "").lowercased()
        let found = tagged.filter { word.isEmpty || $0.name.lowercased().contains(word) }
        let page = max(1, min(route.page ?? 1, (found.count + Self.pageSize - 1) / Self.pageSize))
        let shown = Array(found.dropFirst((page - 1) * Self.pageSize).prefix(Self.pageSize))
        let next = SearchRoute(q: route.q, page: page + 1, tags: route.tags)
        let more: HTML = found.count > page * Self.pageSize ? "<p>\(links.link(next, "Next page"))</p>" : ""
        return """
            <form action="\(links.path(SearchRoute()))" role="search"><label>Words<input name="q" type="search"
            value="\(route.q ?? "")"></label>\(tags())<button>Search</button></form>
            <p>\(found.count) found</p>\(shelf.cards(shown, links))\(more)
            """
    }

    /// The products of the categories and brands that are asked for; of all, where none is.
    private var tagged: [Product] {
        let all = shelf.products.all
        let categories = Set(route.tags).intersection(all.map(\.category))
        let brands = Set(route.tags).subtracting(categories)
        return all.filter { product in
            (categories.isEmpty || categories.contains(product.category))
                && (brands.isEmpty || brands.contains(product.brand))
        }
    }

    private func tags() -> [HTML] {
        Set(shelf.products.all.map(\.category)).sorted().map { tag in
            let mark: HTML = route.tags.contains(tag) ? " checked" : ""
            return
                "<label class=\"check\"><input type=\"checkbox\" name=\"tags\" value=\"\(tag)\"\(mark)>\(tag)</label>"
        }
    }
}
