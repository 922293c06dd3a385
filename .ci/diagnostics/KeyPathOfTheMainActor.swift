// A key path of a type that belongs to the main actor, as all types of the module do.
// says: KeyPath<Cart, Int>' does not conform to the 'Sendable' protocol
// instead: write `nonisolated struct Cart`.
// flags: -default-isolation MainActor
import Dispatchers

struct Cart: Equatable { var total = 0 }
nonisolated extension StateKeys { static let cart = StateKey("cart", default: Cart()) }

final class Badge {
    func start(_ center: ObserverCenter) { center.observe(.cart[\.total], by: self) { _, _ in } }
}
