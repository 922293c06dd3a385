import Dispatchers
package import Foundation
import GRDB
package import ShopKit

/// The owner of stored states.
package enum Owner: Sendable {
    case visit(String)
    case guest(String)
    case user(String)
    case shop

    /// The name of the owner in the database.
    var name: String {
        switch self {
        case .visit(let id): "visit \(id)"
        case .guest(let id): "guest \(id)"
        case .user(let name): "user \(name)"
        case .shop: "shop"
        }
    }
}

extension Database {
    /// The stored states of an owner.
    package func states(of owner: Owner) async throws -> [String: Data] {
        try await pool.read { database in
            let sql = "SELECT name, value FROM stored WHERE owner = ?"
            let rows = try Row.fetchAll(database, sql: sql, arguments: [owner.name])
            return Dictionary(rows.map { ($0["name"], $0["value"]) }) { first, _ in first }
        }
    }

    /// Returns whether a visit is stored, and notes that it is used now.
    package func use(visit id: String, now: Date = .now) async throws -> Bool {
        try await pool.write { database in
            try database.execute(sql: "UPDATE visit SET used = ? WHERE id = ?", arguments: [now, id])
            return database.changesCount == 1
        }
    }

    /// Stores in one transaction what has changed in a visit, of its customer and of the shop.
    ///
    /// Values are read inside of the transaction: of two that store one state, the later one stores the newer value.
    package func save(_ visit: Visit, now: Date = .now) async throws {
        let customer = visit.customer
        let ofVisit = UnsavedStates(of: visit.kept)
        let ofCustomer = UnsavedStates(of: customer.kept)
        let ofShop = UnsavedStates(of: visit.shop.kept)
        let all = [ofVisit, ofCustomer, ofShop]
        if all.allSatisfy(\.isEmpty) { return }
        try await pool.write { database in
            // The secret may have changed while this waited.
            let id = visit.id
            try database.execute(sql: "REPLACE INTO visit VALUES (?, ?)", arguments: [id, now])
            try ofVisit.store(as: .visit(id), in: database)
            try ofCustomer.store(as: customer.name.map { .user($0) } ?? .guest(id), in: database)
            try ofShop.store(as: .shop, in: database)
        }
        for states in all { states.forget() }
    }

    /// Gives a stored visit a new secret, and removes what its guest had.
    ///
    /// - Parameter change: Changes the secret, and returns the old and the new one. It is called inside of the transaction, so
    ///   that the secrets are stored in the order in which they change.
    /// - Throws: An error of the database.
    package func renameVisit(_ change: @escaping @Sendable () -> (old: String, new: String)) async throws {
        try await pool.write { database in
            let (id, new) = change()
            // A state that is stored under the new secret already is newer.
            try database.execute(
                sql: "UPDATE OR IGNORE stored SET owner = ? WHERE owner = ?",
                arguments: [Owner.visit(new).name, Owner.visit(id).name])
            try database.execute(
                sql: "DELETE FROM stored WHERE owner IN (?, ?)",
                arguments: [Owner.visit(id).name, Owner.guest(id).name])
            try database.execute(sql: "UPDATE OR IGNORE visit SET id = ? WHERE id = ?", arguments: [new, id])
            try database.execute(sql: "DELETE FROM visit WHERE id = ?", arguments: [id])
        }
    }

    /// Removes the visits that were not used since a time.
    ///
    /// - Returns: The number of visits that were removed.
    @discardableResult
    package func removeVisits(unusedSince time: Date) async throws -> Int {
        try await pool.write { database in
            try database.execute(
                sql: """
                    DELETE FROM stored WHERE owner IN (
                        SELECT 'visit ' || id FROM visit WHERE used < ?1 UNION SELECT 'guest ' || id FROM visit WHERE used < ?1)
                    """,
                arguments: [time])
            try database.execute(sql: "DELETE FROM visit WHERE used < ?", arguments: [time])
            return database.changesCount
        }
    }

    /// Returns the stored value of a state; `nil` where there is none.
    static func stored<Value: Codable & Sendable>(
        _ key: StateKey<Value>, of owner: Owner, in database: GRDB.Database
    ) throws -> Value? {
        let sql = "SELECT value FROM stored WHERE owner = ? AND name = ?"
        let data = try Data.fetchOne(database, sql: sql, arguments: [owner.name, key.name])
        return data.flatMap { Kept.value(of: Value.self, in: $0) }
    }

    static func store(_ value: Data, named name: String, of owner: Owner, in database: GRDB.Database) throws {
        try database.execute(
            sql: "REPLACE INTO stored VALUES (?, ?, ?)", arguments: [owner.name, name, value])
    }
}

/// The states of one owner that differ from what is stored.
private struct UnsavedStates {
    private let kept: KeptStates
    private let changes: [String: Int]

    init(of kept: KeptStates) {
        self.kept = kept
        changes = kept.changes
    }

    var isEmpty: Bool { changes.isEmpty }

    /// Stores the current values.
    func store(as owner: Owner, in database: GRDB.Database) throws {
        for (name, value) in try kept.values(of: changes) {
            try Database.store(value, named: name, of: owner, in: database)
        }
    }

    /// Removes the marks of what was stored, unless it has changed again.
    func forget() { kept.forget(changes) }
}
