import Dispatchers
import ShopKit
import Storage
import Synchronization

/// The customers of all users: one object for each user that is signed in anywhere.
final class StoredCustomers: Customers {
    private struct Entries {
        private var customers: [String: WeakCustomer] = [:]
        private var sweepAt = 64

        subscript(name: String) -> Customer? { customers[name]?.customer }

        mutating func insert(_ customer: Customer, named name: String) {
            customers[name] = WeakCustomer(customer: customer)
            guard customers.count >= sweepAt else { return }
            // Removes the customers of whom no visit is left.
            customers = customers.filter { $0.value.customer != nil }
            sweepAt = max(64, 2 * customers.count)
        }
    }

    private struct WeakCustomer {
        weak var customer: Customer?
    }

    private unowned let shop: Shop
    private let database: Database
    private let entries = Mutex(Entries())

    init(of shop: Shop, in database: Database) {
        self.shop = shop
        self.database = database
    }

    func guest() -> Customer { Customer(in: shop) }

    func customer(named name: String) async throws -> Customer {
        if let known = entries.withLock({ $0[name] }) { return known }
        let stored = try await database.states(of: .user(name))
        let new = Customer(named: name, in: shop, restoring: stored)
        // Of two that are made at the same time, the first is the customer.
        return entries.withLock { entries in
            if let first = entries[name] { return first }
            entries.insert(new, named: name)
            return new
        }
    }

    /// The guest of a stored visit.
    func guest(of visit: String) async throws -> Customer {
        Customer(in: shop, restoring: try await database.states(of: .guest(visit)))
    }
}
