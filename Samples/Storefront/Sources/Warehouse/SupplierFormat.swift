import Dispatchers
package import Hooks
package import ShopKit
import Synchronization

/// The cost of a product, and the text with which the supplier said it.
package struct Cost: Sendable {
    package let text: String
    package let cents: Int?
}

/// Knows what products cost to buy.
package protocol SupplierAnswers: Sendable {
    func cost(of product: Product) async throws -> Cost
}

/// Makes cents of the supplier's dollars, for as long as it lives: the supplier and its callers do not know.
package final class SupplierFormat: SupplierAnswers {
    /// The answers of the supplier, by the numbers of products.
    ///
    /// There is one supplier in a process, whatever the number of shops.
    private static let texts = Mutex<[Int: String]>([:])

    private let hook: Registration
    private let tracing: Registration

    package init(trace: Trace) {
        hook = Supplier.response.around { _, product, proceed in
            let text = try await proceed(product)
            guard text.hasPrefix("$") else { return text }
            Self.texts.withLock { $0[product.id] = text }
            return text.filter(\.isNumber)
        }
        tracing = Pointcut<Supplier>.named("price*").tracing(in: trace)
    }

    package func cost(of product: Product) async throws -> Cost {
        let answer = try await Supplier().price(of: product)
        return Cost(text: Self.texts.withLock { $0[product.id] } ?? answer, cents: Int(answer))
    }
}
