/// A product that costs less while the sale lasts.
package struct Sale: Sendable, Hashable, Codable {
    package let product: Product
    package let percent: Int

    package init(_ product: Product, percent: Int) {
        self.product = product
        self.percent = percent
    }
}

extension Product {
    /// The price, in a sale or not.
    package func cents(in sale: Sale?) -> Int {
        guard let sale, sale.product.id == id else { return cents }
        return cents * (100 - sale.percent) / 100
    }
}
