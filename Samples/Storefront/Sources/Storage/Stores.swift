import Foundation
import GRDB
package import ShopKit

extension Database: UserStore {
    package func user(name: String, password: String) async throws -> User? {
        try await pool.read { database in
            let sql = "SELECT role FROM user WHERE name = ? AND password = ?"
            let role = try String.fetchOne(database, sql: sql, arguments: [name, password])
            return role.flatMap { Role(rawValue: $0) }.map { User(name: name, role: $0) }
        }
    }

    package func add(name: String, password: String) async throws -> Bool {
        try await pool.write { database in
            try database.execute(
                sql: "INSERT OR IGNORE INTO user VALUES (?, ?, 'customer')", arguments: [name, password])
            return database.changesCount == 1
        }
    }
}

extension Database: OrderStore {
    package func add(by user: String, _ lines: [CartLine], tip: Int) async throws -> Order {
        let placed = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        let written = try JSONEncoder().encode(lines)
        let number = try await pool.write { database in
            try database.execute(
                sql: "INSERT INTO placedOrder (user, placed, lines, tip) VALUES (?, ?, ?, ?)",
                arguments: [user, placed, written, tip])
            return Int(database.lastInsertedRowID)
        }
        return Order(number: number, user: user, placed: placed, lines: lines, tip: tip)
    }

    package func orders(of user: String) async throws -> [Order] {
        try await pool.read { database in
            let sql = "SELECT * FROM placedOrder WHERE user = ? ORDER BY placed DESC, number DESC"
            return try Row.fetchAll(database, sql: sql, arguments: [user]).map { row in
                let lines = try JSONDecoder().decode([CartLine].self, from: row["lines"])
                return Order(number: row["number"], user: user, placed: row["placed"], lines: lines, tip: row["tip"])
            }
        }
    }
}

extension Database: StockStore {
    package func stock() async throws -> [Int: Int] {
        try await pool.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT id, stock FROM product")
            return Dictionary(rows.map { ($0["id"], $0["stock"]) }) { first, _ in first }
        }
    }

    package func set(_ count: Int, of id: Int) async throws {
        try await pool.write { database in
            try database.execute(sql: "UPDATE product SET stock = ? WHERE id = ?", arguments: [count, id])
        }
    }
}
