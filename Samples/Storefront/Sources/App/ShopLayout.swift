import Catalog
import Dispatchers
import Hummingbird
import Inspector
import Pages
import Routing
import ShopKit
import Steps
import Storage

extension Storefront {
    /// Takes the notice of a visit, which is shown once.
    func takeNotice(of visit: Visit) -> String? {
        let notice = visit.states[.notice]
        if notice != nil { visit.states.set(.notice, to: nil) }
        return notice
    }

    /// The layout of a page of a visit.
    func layout(for visit: Visit, at path: String, notice: String?) -> Layout {
        let links = shop.links
        let banner = Region.saleBanner(links).content(in: visit.regionStates).element("sale", tag: "aside")
        let closed: String? = database.loss.map { _ in "The shop is closed for now: nothing can be bought." }
        return Layout(
            header: header(for: visit), banner: banner, notice: closed ?? notice,
            introduction: path == links.path(HotRoute()) ? introduction : nil, footer: footer(for: visit))
    }

    /// The strip above the first page: of what the shop is a sample, and what to try.
    private var introduction: HTML {
        let links = shop.links
        let steps: HTML =
            recorder == nil
            ? "Add something to the cart, with a second tab open: it appears there, too."
            : """
            Add something to the cart, then read <a href="#steps">what just happened</a> below: each step with the file and line
            that caused it.
            """
        return """
            <section class="strip" aria-label="About this shop"><p>This shop is a sample of <b>Signalbox</b>: its modules, such as the
            catalog, the cart and the orders, do not import each other. Three things to try:</p><ol>
            <li>\(steps)</li>
            <li>Open \(links.link(CartRoute(), "the cart")) in a second tab, and add a lamp in the first: both show it at once.</li>
            <li>Ask for \(links.link(OrdersRoute(), "your orders")) as a guest, sign in as <b>ada</b> with <b>lovelace</b>: you get
            there.</li></ol></section>
            """
    }

    private func footer(for visit: Visit) -> HTML {
        guard recorder != nil else { return "" }
        let address = visit.states[.isDeveloper] ? inspector?.address : nil
        let steps = Region.steps.content(in: visit.regionStates)
        return StepsPanel.footer(
            steps, page: shop.links.path(StepsRoute()), inspector: address, open: visit.states[.isFirstVisit])
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
