import Dispatchers
package import Foundation
import GRDB
package import ShopKit
import Synchronization

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
        try await read { database in
            let sql = "SELECT name, value FROM stored WHERE owner = ?"
            let rows = try Row.fetchAll(database, sql: sql, arguments: [owner.name])
            return Dictionary(rows.map { ($0["name"], $0["value"]) }) { first, _ in first }
        }
    }

    /// Returns whether a visit is stored, and notes that it is used now.
    package func use(visit id: String, now: Date = .now) async throws -> Bool {
        try await write { database in
            try database.execute(sql: "UPDATE visit SET used = ? WHERE id = ?", arguments: [now, id])
            return database.changesCount == 1
        }
    }

    /// Returns a Boolean value that indicates whether a visit is stored.
    package func has(visit id: String) async throws -> Bool {
        try await read { database in
            try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM visit WHERE id = ?)", arguments: [id])
                ?? false
        }
    }

    /// Stores in one transaction what has changed in a visit, of its customer and of the shop.
    ///
    /// Values are read inside of the transaction: of two that store one state, the later one stores the newer value.
    ///
    /// - Parameters:
    ///   - visit: The visit.
    ///   - isTakenBack: Returns whether changes of the same owners were taken back since these were made. These may have been
    ///     among them, so nothing is stored.
    ///   - secret: The change of the visit's secret, if it changes.
    ///   - undo: Takes the changes back. It is called before anything else is stored.
    ///   - now: The time.
    /// - Returns: Whether there was something to store.
    /// - Throws: A `DatabaseFailure`. Nothing is stored then, and the changes were taken back.
    @discardableResult
    package func save(
        _ visit: Visit, unless isTakenBack: @escaping @Sendable () -> Bool = { false },
        changing secret: SecretChange? = nil,
        undoing undo: @escaping @Sendable () -> Void = {}, now: Date = .now
    ) async throws -> Bool {
        let changes = UnsavedChanges(of: visit)
        if changes.isEmpty, secret == nil, !isTakenBack() { return false }
        do {
            try await inOrder { database in
                do {
                    if isTakenBack() { throw self.takenBack }
                    try self.store(changes, secret, now, in: database)
                } catch {
                    secret?.undo()
                    undo()
                    throw error
                }
                changes.forget()
            }
        } catch let error as CancellationError {
            // The closure may not have run.
            undo()
            throw error
        }
        return true
    }

    private var takenBack: DatabaseFailure {
        DatabaseFailure(
            .takenBack, at: path, "did not store this, since what was changed at the same time was not stored")
    }

    private func store(
        _ changes: UnsavedChanges, _ secret: SecretChange?, _ now: Date, in database: GRDB.Database
    ) throws {
        try file.check()
        try database.inTransaction(.immediate) {
            try changes.store(in: database, now)
            if let secret { try Self.rename(secret, in: database) }
            try file.check()
            return .commit
        }
    }

    /// Takes back the changes of a request that has failed.
    ///
    /// They are taken back even where the database is not there.
    package func takeBack(_ undo: @escaping @Sendable () -> Void) async {
        let work = { @Sendable (_: GRDB.Database) in undo() }
        if (try? await pool.writeWithoutTransaction(work)) == nil { undo() }
    }

    /// Gives a stored visit a new secret, and removes what its guest had.
    private static func rename(_ secret: SecretChange, in database: GRDB.Database) throws {
        let (id, new) = secret.change()
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

    /// Removes the visits that were not used since a time.
    ///
    /// - Returns: The number of visits that were removed.
    @discardableResult
    package func removeVisits(unusedSince time: Date) async throws -> Int {
        try await write { database in
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
