import Dispatchers
import Pages
import ShopKit

/// The stock of all products, the sale, and the door.
final class StockScreen: Screen {
    let title = "Stock"
    private let products: [Product]
    private let states: ObserverCenter
    private let prices: [Int: Int]

    init(_ products: [Product], _ states: ObserverCenter, _ prices: [Int: Int]) {
        self.products = products
        self.states = states
        self.prices = prices
    }

    func body(_ links: Links) -> HTML {
        let stock = states[.stock]
        let rows = products.map { product -> HTML in
            let field: HTML = """
                <input name="count" inputmode="numeric" value="\(stock[product.id] ?? 0)" \
                aria-label="Stock of \(product.name)"><button>Set</button>
                """
            let left = stock[product.id] ?? 0
            return """
                <tr><th scope="row">\(product.name)</th>
                <td>\(region("stock-\(product.id)", left > 0 ? "<small>\(left) left</small>" : "<small>sold out</small>"))</td>
                <td>\(links.form(SetStock(id: product.id), field, live: true, kind: "inline"))</td>
                <td>\(prices[product.id].map { "\($0.asPrice)" } ?? "")</td>
                <td>\(links.button(BeginSale(id: product.id), "Sale", label: "Begin a sale of \(product.name)"))</td></tr>
                """
        }
        return """
            \(links.button(EndSale(), "End the sale"))\(door(links))
            <div class="scroll"><table><tr><th>Product</th><th>There are</th><th>Set to</th><th>Costs us</th><th></th></tr>
            \(rows)</table></div>
            """
    }

    private func door(_ links: Links) -> HTML {
        let isClosed = states[.isMembersOnly]
        let value: HTML = "<input type=\"hidden\" name=\"members\" value=\"\(isClosed ? "no" : "only")\">"
        let text = isClosed ? "Open the shop to all" : "For members only"
        return links.form(SetDoor(), "\(value)<button>\(text)</button>", kind: "inline")
    }
}
