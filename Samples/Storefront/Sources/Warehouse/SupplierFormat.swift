import Dispatchers
import Hooks

/// Makes cents of the supplier's dollars, for as long as it lives: the caller of the supplier does not know.
package final class SupplierFormat: Sendable {
    private let hook: Registration

    package init() {
        hook = Supplier.response.around { supplier, product, proceed in
            let text = try await proceed(product)
            let digits = text.filter(\.isNumber)
            return text.hasPrefix("$") ? digits : text
        }
    }
}
