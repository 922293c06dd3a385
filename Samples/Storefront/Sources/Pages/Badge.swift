/// The number beside the link to the cart.
package enum Badge {
    package static func html(_ count: Int) -> HTML { count == 0 ? "" : "<span class=\"badge\">\(count)</span>" }
}

/// The number of a product in stock.
package enum StockCount {
    package static func html(_ count: Int) -> HTML {
        count > 0 ? "<small>\(count) left</small>" : "<small>sold out</small>"
    }
}
