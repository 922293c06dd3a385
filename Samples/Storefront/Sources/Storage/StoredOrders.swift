import Bridging
import Dispatchers
import Foundation
import GRDB
import SQLiteBridging
package import ShopKit

extension Database: OrderStore {
    /// There are too few of a product, so nothing is stored.
    private struct SoldOut: Error {
        let product: Product
        let left: Int
    }

    package func place(_ order: PlaceOrder, announcing announcement: OrderAnnouncement?) async throws -> Placement {
        do {
            let result = try await write { database -> (placement: Placement, stored: [String: Data]?) in
                if let before = try Self.order(of: order.user, attempt: order.attempt, in: database) {
                    return (.placedBefore(before), nil)
                }
                if let cart = try Self.otherCart(than: order, in: database) { return (.outdated(cart), nil) }
                for line in order.lines { try Self.lowerStock(by: line, in: database) }
                let placed = try Self.insert(order, into: database)
                let stored = try Self.storeRest(of: order, after: placed, in: database)
                if let statement = try announcement?(placed) {
                    try database.execute(sql: statement.sql, arguments: statement.arguments)
                }
                return (.placed(placed), stored)
            } then: { result in
                // Before the next write: a save in between would store the old cart.
                guard case .placed(let placed) = result.placement, let stored = result.stored else { return }
                order.customer.kept.note(stored)
                order.whenPlaced(placed)
            }
            return result.placement
        } catch let error as SoldOut {
            return .soldOut(error.product, left: error.left)
        }
    }

    package func order(of user: String, attempt: String) async throws -> Order? {
        try await read { database in try Self.order(of: user, attempt: attempt, in: database) }
    }

    package func orders(of user: String) async throws -> [Order] {
        try await read { database in
            let sql = "SELECT * FROM placedOrder WHERE user = ? ORDER BY placed DESC, number DESC"
            return try Row.fetchAll(database, sql: sql, arguments: [user]).map { try Order(from: $0) }
        }
    }

    package func isConfirmed(_ order: Int) async throws -> Bool {
        try await read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM mail WHERE orderNumber = ?)", arguments: [order]) ?? false
        }
    }

    /// The cart of the customer, if it is not the one that the order is about.
    ///
    /// Another process of the shop may have changed the cart or placed an order since this one has read it. A cart that this
    /// process has not stored yet is newer than the stored one.
    private static func otherCart(than order: PlaceOrder, in database: GRDB.Database) throws -> StoredCart? {
        let states = order.customer.states
        let isUnsaved = order.customer.kept.changes[StateKeys.cart.name] != nil
        let lines = isUnsaved ? states[.cart] : try stored(.cart, of: .user(order.user), in: database) ?? []
        let lastOrder = try stored(.lastOrder, of: .user(order.user), in: database) ?? nil
        let isSame = lines == states[.cart] && lines.covers(order.lines) && lastOrder == states[.lastOrder]
        return isSame ? nil : StoredCart(lines, after: lastOrder)
    }

    private static func lowerStock(by line: CartLine, in database: GRDB.Database) throws {
        try database.execute(
            sql: "UPDATE product SET stock = stock - ? WHERE id = ? AND stock >= ?",
            arguments: [line.quantity, line.id, line.quantity])
        guard database.changesCount == 0 else { return }
        let left = try Int.fetchOne(database, sql: "SELECT stock FROM product WHERE id = ?", arguments: [line.id])
        throw SoldOut(product: line.product, left: left ?? 0)
    }

    private static func insert(_ order: PlaceOrder, into database: GRDB.Database) throws -> Order {
        let placed = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        try database.execute(
            sql: "INSERT INTO placedOrder (user, placed, lines, tip, attempt, address) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                order.user, placed, try JSONEncoder().encode(order.lines), order.tip, order.attempt,
                try JSONEncoder().encode(order.address),
            ])
        return Order(
            number: Int(database.lastInsertedRowID), user: order.user, placed: placed, lines: order.lines,
            tip: order.tip, address: order.address)
    }

    /// Stores the cart without what is bought, and forgets the attempt.
    ///
    /// - Returns: The stored values by the names of their states.
    private static func storeRest(
        of order: PlaceOrder, after placed: Order, in database: GRDB.Database
    ) throws -> [String: Data] {
        var rest = order.customer.states[.cart]
        rest.subtract(order.lines)
        let values = [
            StateKeys.cart.name: try Kept.data(of: rest), StateKeys.attempt.name: try Kept.data(of: ""),
            StateKeys.lastOrder.name: try Kept.data(of: placed.number),
        ]
        for (name, value) in values { try store(value, named: name, of: .user(order.user), in: database) }
        return values
    }

    private static func order(of user: String, attempt: String, in database: GRDB.Database) throws -> Order? {
        let sql = "SELECT * FROM placedOrder WHERE user = ? AND attempt = ?"
        return try Row.fetchOne(database, sql: sql, arguments: [user, attempt]).map { try Order(from: $0) }
    }
}

extension Order {
    fileprivate init(from row: Row) throws {
        let address: Data? = row["address"]
        self.init(
            number: row["number"], user: row["user"], placed: row["placed"],
            lines: try JSONDecoder().decode([CartLine].self, from: row["lines"]), tip: row["tip"],
            address: try address.map { try JSONDecoder().decode(Profile.Address.self, from: $0) } ?? Profile.Address())
    }
}
