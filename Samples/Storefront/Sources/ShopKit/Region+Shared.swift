import Dispatchers
package import Pages

// The regions of pages of several modules.
extension Region {
    /// The number beside the link to the cart.
    package static let badge = Region(of: .customer(.cart[\.pieces])) { count in
        [Patch("badge", count == 0 ? "" : "<span class=\"badge\">\(count)</span>")]
    }

    /// The number of each product in stock, and whether the product can be added to the cart.
    package static let stock = Region(of: .shop(.stock)) { stock in
        stock.flatMap { id, count -> [Patch] in
            let text: HTML = count > 0 ? "<small>\(count) left</small>" : "<small>sold out</small>"
            return [Patch("stock-\(id)", text), Patch(.enabled, "add-\(id)", "\(count > 0)")]
        }
    }
}
