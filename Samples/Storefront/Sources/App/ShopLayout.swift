import Dispatchers
import Hummingbird
import Pages
import ShopKit

extension Shop {
    /// The layout of a visit's pages.
    func layout(for visit: Visit) -> Layout {
        let user = visit.states[.user]
        let badge = visit.states[.cart].count
        var items = [
            Layout.Item("Hot", links.path(HotPlace())), Layout.Item("Categories", links.path(CategoriesPlace())),
            Layout.Item("Brands", links.path(BrandsPlace())), Layout.Item("Search", links.path(SearchPlace())),
            Layout.Item(
                "Cart", links.path(CartPlace()),
                badge: region("badge", badge == 0 ? "" : "<span class=\"badge\">\(badge)</span>")),
        ]
        if user != nil { items.append(Layout.Item("Orders", links.path(OrdersPlace()))) }
        if user != nil { items.append(Layout.Item("Profile", links.path(ProfilePlace()))) }
        if user?.role == .staff {
            items.append(Layout.Item("Stock", links.path(StockPlace())))
            items.append(Layout.Item("Numbers", links.path(NumbersPlace())))
        }
        let account: HTML =
            if let user {
                links.form(SignOut(), "<button>Sign out \(user.name)</button>", kind: "inline")
            } else {
                links.link(SignInPlace(), "Sign in")
            }
        let banner: HTML =
            states[.sale].map {
                "<p>Sale: \($0.percent) % off \(links.link(ProductPlace(id: $0.product.id, ref: "sale"), $0.product.name))</p>"
            } ?? ""
        return Layout(shopName: name, items: items, account: account, banner: banner)
    }
}

/// The two files that pages load.
///
/// They are a part of the program.
enum Assets {
    static func answer(_ path: String) -> Response {
        switch path {
        case "/assets/live.js":
            Response(
                status: .ok, text: String(decoding: PackageResources.live_js, as: UTF8.self), type: "text/javascript")
        case "/assets/shop.css":
            Response(status: .ok, text: String(decoding: PackageResources.shop_css, as: UTF8.self), type: "text/css")
        default: Response(status: .notFound)
        }
    }
}
