package import Dispatchers
package import Foundation
import GRDB
package import ShopKit
import Synchronization

/// Keeps the states of one visit in the database.
///
/// A change marks its state, and `save()` writes what is marked: before an answer goes out, what it changed is in the
/// database, however often it was changed.
package final class KeptVisit: Sendable {
    private let database: Database
    private let states: ObserverCenter
    private let kept: [Kept]
    private let marked = Mutex<Set<String>>([])

    package init(of visit: Visit, in database: Database, keeping kept: [Kept]) {
        self.database = database
        self.kept = kept
        states = visit.states
        for state in kept { state.observe(visit.states, self) }
    }

    func mark(_ name: String) { marked.withLock { _ = $0.insert(name) } }

    /// Writes what has changed, under the visit's identity.
    package func save(as id: String) async throws {
        let names = marked.withLock { names in
            defer { names = [] }
            return names
        }
        guard !names.isEmpty else { return }
        do {
            let values = try kept.filter { names.contains($0.name) }.map { ($0.name, try $0.write(states)) }
            try await database.pool.write { database in
                for (name, value) in values {
                    try database.execute(sql: "REPLACE INTO kept VALUES (?, ?, ?)", arguments: [id, name, value])
                }
            }
        } catch {
            marked.withLock { $0.formUnion(names) }
            throw error
        }
    }
}

extension Database {
    /// What was kept of a visit; `nil` when there was no such visit.
    package func load(_ id: String) async throws -> [String: Data]? {
        try await pool.read { database in
            let sql = "SELECT name, value FROM kept WHERE visit = ?"
            let rows = try Row.fetchAll(database, sql: sql, arguments: [id])
            return rows.isEmpty ? nil : Dictionary(rows.map { ($0["name"], $0["value"]) }) { first, _ in first }
        }
    }

    /// Gives what was kept of a visit a new identity, and the old one nothing.
    package func rename(_ id: String, to new: String) async throws {
        try await pool.write { database in
            try database.execute(sql: "UPDATE kept SET visit = ? WHERE visit = ?", arguments: [new, id])
        }
    }
}

extension [Kept] {
    /// Sets the states of a visit to what was kept.
    package func restore(_ values: [String: Data], to states: ObserverCenter) {
        for state in self {
            if let value = values[state.name] { state.restore(value, states) }
        }
    }
}
