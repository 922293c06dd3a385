import Dispatchers
import Pages
import ShopKit

/// The stock of all products, the sale, and the door.
final class StockScreen: Screen {
    let title = "Stock"
    private let products: [Product]
    private let states: ObserverCenter
    private let costs: [Int: Cost]
    private let drafts: [String: Draft]

    init(_ products: [Product], _ states: ObserverCenter, _ costs: [Int: Cost], _ drafts: [String: Draft]) {
        self.products = products
        self.states = states
        self.costs = costs
        self.drafts = drafts
    }

    /// The path of the field with the count of a product.
    static func path(of product: Product) -> String { "stock[\(product.id)].count" }

    func body(_ links: Links) -> HTML {
        """
        <div class="buttons">\(links.button(EndSale(), "End the sale")) \(door(links))</div>
        <div class="scroll"><table class="stock"><tr><th>Product</th><th>In stock</th><th>Set to</th>
        <th>Supplier says</th><th>Costs us</th><th></th></tr>
        \(products.map { row(of: $0, links) })</table></div>
        """
    }

    private func row(of product: Product, _ links: Links) -> HTML {
        let left = states[.stock][product.id] ?? 0
        let path = Self.path(of: product)
        let draft = drafts[path]
        let field: HTML = """
            <input name="count" inputmode="numeric" value="\(draft?.text ?? "\(left)")" \
            aria-label="Stock of \(product.name)"><button>Set</button>
            """
        let cost = costs[product.id]
        let sale = links.button(BeginSale(id: product.id), "Sale", label: "Begin a sale of \(product.name)")
        return """
            <tr><th scope="row">\(product.name)</th>
            <td data-label="In stock">\(region("stock-\(product.id)", StockCount.html(left)))</td>
            <td data-label="Set to">\(links.form(SetStock(id: product.id), field, live: true, kind: "inline"))
            <span class="problem" data-problem="\(path)" role="alert">\(draft?.problem ?? "")</span></td>
            <td data-label="Supplier says">\(cost?.text ?? "")</td>
            <td data-label="Costs us">\(cost?.cents.map { $0.asPrice } ?? "")</td><td>\(sale)</td></tr>
            """
    }

    private func door(_ links: Links) -> HTML {
        let isClosed = states[.isMembersOnly]
        let value: HTML = "<input type=\"hidden\" name=\"members\" value=\"\(isClosed ? "no" : "only")\">"
        let text = isClosed ? "Open the shop to all" : "For members only"
        return links.form(SetDoor(), "\(value)<button>\(text)</button>", kind: "inline")
    }
}
