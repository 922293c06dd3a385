import Catalog
import Dispatchers
import Hummingbird
import Inspector
import Pages
import Routing
import ShopKit
import Steps

extension Storefront {
    /// Takes the notice of a visit, which is shown once.
    func takeNotice(of visit: Visit) -> String? {
        let notice = visit.states[.notice]
        if notice != nil { visit.states.set(.notice, to: nil) }
        return notice
    }

    /// The layout of a visit's pages.
    func layout(for visit: Visit, notice: String?) -> Layout {
        let links = shop.links
        let banner = Region.saleBanner(links).content(in: visit.regionStates).element("sale", tag: "aside")
        return Layout(header: header(for: visit), banner: banner, notice: notice, footer: footer(for: visit))
    }

    private func footer(for visit: Visit) -> HTML {
        guard recorder != nil else { return "" }
        let address = visit.states[.isDeveloper] ? inspector?.address : nil
        let steps = Region.steps.content(in: visit.regionStates)
        return StepsPanel.footer(steps, page: shop.links.path(StepsRoute()), inspector: address)
    }

    private func header(for visit: Visit) -> Layout.Header {
        let links = shop.links
        let user = visit.states[.user]
        let badge = Region.badge.content(in: visit.regionStates).element("badge")
        var items = [
            Layout.Item("Hot", links.path(HotRoute())), Layout.Item("Categories", links.path(CategoriesRoute())),
            Layout.Item("Brands", links.path(BrandsRoute())), Layout.Item("Search", links.path(SearchRoute())),
            Layout.Item("Cart", links.path(CartRoute()), badge: badge),
        ]
        if user != nil {
            items.append(Layout.Item("Orders", links.path(OrdersRoute())))
            items.append(Layout.Item("Profile", links.path(ProfileRoute())))
        }
        if user?.role == .staff {
            items.append(Layout.Item("Stock", links.path(StockRoute())))
            items.append(Layout.Item("Numbers", links.path(NumbersRoute())))
        }
        let account: HTML =
            if let user {
                links.form(SignOut(), "<button>Sign out \(user.name)</button>", kind: "account")
            } else {
                "<a class=\"account\" href=\"\(links.path(SignInRoute()))\">Sign in</a>"
            }
        return Layout.Header(
            shopName: shop.name, home: links.path(HomeRoute()), items: items, account: account,
            mark: user.mark)
    }
}

/// Keeps the headers of open tabs up to date: a tab fetches its header again when another user is signed in.
struct HeaderRegion: Feature {
    var regions: [Region] { [Region(of: .visit(.user)) { [Patch(.mark, "header", $0.mark)] }] }
}
