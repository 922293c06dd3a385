// A property of a state's value is misspelled in a handler. The compiler does not find the position.
// says: generic parameter 'Value' could not be inferred
// instead: write `StateKeys.cart` for `.cart`, and the compiler says: value of type 'Cart' has no member 'totl'.
import Dispatchers

struct Cart: Sendable, Equatable { var total = 0 }
extension StateKeys { static let cart = StateKey("cart", default: Cart()) }

func start(_ center: ObserverCenter) { center.update(.cart) { $0.totl = 1 } }
