package import Hooks
package import ShopKit

/// Knows what products cost to buy.
///
/// It answers as the supplier's system does, in dollars, as text.
package struct Supplier: Sendable {
    /// The join point around which answers are brought into the form that the shop reads.
    package static let response = AsyncThrowingJoinPoint<Supplier, Product, String, any Error>("price(of:)")

    package init() {}

    /// The price as the supplier wrote it, unless a hook has made something else of it.
    package func price(of product: Product) async throws -> String {
        try await Self.response(self, product) { product in
            let cents = product.cents / 2
            return "$\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
        }
    }
}
