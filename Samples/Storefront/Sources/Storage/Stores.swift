import Foundation
import GRDB
package import ShopKit

extension Database: UserStore {
    package func user(name: String, password: String) async throws -> User? {
        try await read { database in
            let sql = "SELECT role FROM user WHERE name = ? AND password = ?"
            let role = try String.fetchOne(database, sql: sql, arguments: [name, password])
            return role.flatMap { Role(rawValue: $0) }.map { User(name: name, role: $0) }
        }
    }

    package func add(name: String, password: String) async throws -> Bool {
        try await write { database in
            try database.execute(
                sql: "INSERT OR IGNORE INTO user VALUES (?, ?, 'customer')", arguments: [name, password])
            return database.changesCount == 1
        }
    }
}

extension Database: StockStore {
    package func read(_ deliver: @escaping @Sendable ([Int: Int]) -> Void) async throws {
        try await inOrder { database in
            try self.file.check()
            let rows = try Row.fetchAll(database, sql: "SELECT id, stock FROM product")
            deliver(Dictionary(rows.map { ($0["id"], $0["stock"]) }) { first, _ in first })
        }
    }

    package func set(_ counts: [Int: Int]) async throws {
        try await write { database in
            for (id, count) in counts {
                try database.execute(sql: "UPDATE product SET stock = ? WHERE id = ?", arguments: [count, id])
            }
        }
    }
}
