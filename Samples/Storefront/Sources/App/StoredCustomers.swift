import Dispatchers
import ShopKit
import Storage
import Synchronization

/// The customers of all users: one object for each user that is signed in anywhere.
final class StoredCustomers: Customers {
    private struct Entry {
        weak var customer: Customer?
    }

    private unowned let shop: Shop
    private let database: Database
    private let entries = Mutex<[String: Entry]>([:])

    init(of shop: Shop, in database: Database) {
        self.shop = shop
        self.database = database
    }

    func guest() -> Customer { Customer(in: shop) }

    func customer(named name: String) async throws -> Customer {
        if let known = entries.withLock({ $0[name]?.customer }) { return known }
        let stored = try await database.states(of: .user(name))
        let new = Customer(named: name, in: shop, restoring: stored)
        // Of two that are made at the same time, the first is the customer.
        return entries.withLock { entries in
            if let first = entries[name]?.customer { return first }
            // Customers of whom no visit is left are removed from time to time.
            if entries.count & (entries.count - 1) == 0 { entries = entries.filter { $0.value.customer != nil } }
            entries[name] = Entry(customer: new)
            return new
        }
    }

    /// The guest of a stored visit.
    func guest(of visit: String) async throws -> Customer {
        Customer(in: shop, restoring: try await database.states(of: .guest(visit)))
    }
}
