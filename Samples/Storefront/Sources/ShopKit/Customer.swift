package import Dispatchers
package import Foundation

/// The states that belong to a customer: to a user in all of their browsers, or to the guest of one visit.
///
/// All visits of a user have the same customer, so what changes in one browser is true in the others.
package final class Customer: Sendable {
    /// The name of the user; `nil` for a guest.
    package let name: String?
    package let states: ObserverCenter
    package let kept: KeptStates

    /// Creates a customer with what was stored.
    package init(named name: String? = nil, in shop: Shop, restoring values: [String: Data] = [:]) {
        self.name = name
        states = ObserverCenter(name: "customer", trace: shop.trace)
        kept = KeptStates(of: states, .ofCustomers, restoring: values)
    }
}

/// The customers of all users.
package protocol Customers: Sendable {
    /// The customer of a user.
    func customer(named name: String) async throws -> Customer

    /// A new guest.
    func guest() -> Customer
}
