import Dispatchers
import Pages
import ShopKit

/// The stock of all products, the sale, and the door.
final class StockScreen: Screen {
    let title = "Stock"
    private let products: [Product]
    private let stock: RegionContent
    private let door: RegionContent
    private let costs: [Int: Cost]
    private let drafts: [String: Draft]

    init(_ products: [Product], in visit: any CurrentVisit, _ door: Region, _ costs: [Int: Cost]) {
        self.products = products
        self.costs = costs
        stock = Region.stock.content(in: visit.regionStates)
        self.door = door.content(in: visit.regionStates)
        drafts = visit.customer.states[.drafts]
    }

    /// The buttons belong to one form with all fields, so that each of them sends what is typed.
    func body(_ links: Links) -> HTML {
        // It is written first, so that the enter key presses this button and no other one.
        let set = links.form(
            SetStock(), "<button>Set what is typed</button>", live: true, id: Self.form, isTakenOnce: true)
        return """
            <div class="buttons">\(set)\(links.button(EndSale(), "End the sale", of: Self.form)) \(door.element("door"))</div>
            <div class="scroll"><table class="stock"><tr><th>Product</th><th>In stock</th><th>Set to</th>
            <th>Supplier says</th><th>Costs us</th><th></th></tr>
            \(products.map { row(of: $0, links) })</table></div>
            """
    }

    private static let form = "form-stock"

    private func row(of product: Product, _ links: Links) -> HTML {
        let path = TypedCounts.path(of: product)
        let draft = drafts[path]
        let field: HTML = """
            <input name="\(path)" form="\(Self.form)" inputmode="numeric" value="\(draft?.text ?? "")" \
            autocomplete="off" aria-label="Stock of \(product.name)">
            """
        let cost = costs[product.id]
        let sale = links.button(
            BeginSale(id: product.id), "Sale", of: Self.form, label: "Begin a sale of \(product.name)")
        return """
            <tr><th scope="row">\(product.name)</th>
            <td data-label="In stock">\(stock.element("stock-\(product.id)"))</td>
            <td data-label="Set to">\(field)
            <span class="problem" data-problem="\(path)" role="alert">\(draft?.problem ?? "")</span></td>
            <td data-label="Supplier says">\(cost?.text ?? "")</td>
            <td data-label="Costs us">\(cost?.cents.map { $0.asPrice } ?? "")</td><td>\(sale)</td></tr>
            """
    }

    /// The button that opens the shop to all, or to members only.
    static func door(_ links: Links) -> Region {
        Region(of: .shop(.isMembersOnly), forStaff: true) { isMembersOnly in
            let value = ("members", isMembersOnly ? "no" : "only")
            let text = isMembersOnly ? "Open the shop to all" : "For members only"
            return [Patch("door", links.button(SetDoor(), text, of: form, sending: value))]
        }
    }
}
