// A property is misspelled in the path of a part.
// says: value of type 'Cart' has no member 'totl'
// instead: write `\.total`.
import Dispatchers

struct Cart: Sendable, Equatable { var total = 0 }
extension StateKeys { static let cart = StateKey("cart", default: Cart()) }

@MainActor final class Badge {
    func start(_ center: ObserverCenter) { center.observe(.cart[\.totl], by: self) { _, _ in } }
}
