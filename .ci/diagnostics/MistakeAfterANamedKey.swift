// The same mistake with the key's full name.
// says: value of type 'Cart' has no member 'totl'
// instead: write `$0.total`.
import Dispatchers

struct Cart: Sendable, Equatable { var total = 0 }
extension StateKeys { static let cart = StateKey("cart", default: Cart()) }

func start(_ center: ObserverCenter) { center.update(StateKeys.cart) { $0.totl = 1 } }
