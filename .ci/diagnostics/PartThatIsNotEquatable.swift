// The part of a state is not `Equatable`, so its observers could not be called only when it changes.
// says: no exact matches in call to subscript
// instead: declare `struct Line: Sendable, Equatable`.
import Dispatchers

struct Line: Sendable { var name = "" }
struct Cart: Sendable { var line = Line() }
extension StateKeys { static let cart = StateKey("cart", default: Cart()) }

@MainActor final class Badge {
    func start(_ center: ObserverCenter) { center.observe(.cart[\.line], by: self) { _, _ in } }
}
