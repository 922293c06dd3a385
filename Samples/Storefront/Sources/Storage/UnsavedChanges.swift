import Foundation
import GRDB
import ShopKit
import Synchronization

/// The change of the secret of a visit, which is made with the transaction that stores it.
package struct SecretChange: Sendable {
    /// Changes the secret, and returns the old and the new one.
    ///
    /// Must be called inside of the transaction, so that the secrets are stored in the order in which they change.
    let change: @Sendable () -> (old: String, new: String)

    /// Restores the old secret, where the transaction has failed.
    let undo: @Sendable () -> Void

    package init(_ change: @escaping @Sendable () -> (old: String, new: String), undo: @escaping @Sendable () -> Void) {
        self.change = change
        self.undo = undo
    }
}

/// The states of a visit, of its customer and of the shop that differ from what is stored.
struct UnsavedChanges: Sendable {
    private let visit: Visit
    private let customer: Customer
    private let ofVisit: UnsavedStates
    private let ofCustomer: UnsavedStates
    private let ofShop: UnsavedStates

    init(of visit: Visit) {
        self.visit = visit
        customer = visit.customer
        ofVisit = UnsavedStates(of: visit.kept)
        ofCustomer = UnsavedStates(of: customer.kept)
        ofShop = UnsavedStates(of: visit.shop.kept)
    }

    private var all: [UnsavedStates] { [ofVisit, ofCustomer, ofShop] }

    var isEmpty: Bool { all.allSatisfy(\.isEmpty) }

    func store(in database: GRDB.Database, _ now: Date) throws {
        // The secret may have changed while this waited.
        let id = visit.id
        try database.execute(sql: "REPLACE INTO visit VALUES (?, ?)", arguments: [id, now])
        try ofVisit.store(as: .visit(id), in: database)
        try ofCustomer.store(as: customer.name.map { .user($0) } ?? .guest(id), in: database)
        try ofShop.store(as: .shop, in: database)
    }

    /// Removes the marks of what was stored.
    func forget() {
        for states in all { states.forget() }
    }
}

/// The states of one owner that differ from what is stored.
private final class UnsavedStates: Sendable {
    private let kept: KeptStates
    private let changes: [String: Int]
    private let stored = Mutex<[String: Data]>([:])

    init(of kept: KeptStates) {
        self.kept = kept
        changes = kept.changes
    }

    var isEmpty: Bool { changes.isEmpty }

    /// Stores the current values.
    func store(as owner: Owner, in database: GRDB.Database) throws {
        for (name, value) in try kept.values(of: changes) {
            try Database.store(value, named: name, of: owner, in: database)
            stored.withLock { $0[name] = value }
        }
    }

    /// Removes the marks of what was stored, unless it has changed again.
    func forget() {
        kept.note(stored.withLock { $0 })
        kept.forget(changes)
    }
}
