// A part of a state is updated in place, which only a whole state can be.
// says: generic parameter 'Value' could not be inferred
// instead: write `center.update(.cart) { $0.lines.append("lamp") }`.
import Dispatchers

struct Cart: Sendable, Equatable { var lines: [String] = [] }
extension StateKeys { static let cart = StateKey("cart", default: Cart()) }

func start(_ center: ObserverCenter) { center.update(.cart[\.lines]) { $0.append("lamp") } }
