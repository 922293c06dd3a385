import Foundation
import GRDB
package import ShopKit

/// The shop's database: one SQLite file.
package final class Database: Sendable {
    let pool: DatabasePool

    /// Opens the database, and fills it when it is new.
    package init(at path: String) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in try database.execute(sql: "PRAGMA synchronous = NORMAL") }
        pool = try DatabasePool(path: path, configuration: configuration)
        var migrator = DatabaseMigrator()
        migrator.registerMigration("first") { database in
            try database.execute(
                sql: """
                    CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL,
                        brand TEXT NOT NULL, cents INTEGER NOT NULL, stock INTEGER NOT NULL);
                    CREATE TABLE user (name TEXT PRIMARY KEY, password TEXT NOT NULL, role TEXT NOT NULL);
                    CREATE TABLE placedOrder (number INTEGER PRIMARY KEY AUTOINCREMENT, user TEXT NOT NULL,
                        placed DATETIME NOT NULL, lines BLOB NOT NULL, tip INTEGER NOT NULL);
                    CREATE TABLE kept (visit TEXT NOT NULL, name TEXT NOT NULL, value BLOB NOT NULL,
                        PRIMARY KEY (visit, name));
                    INSERT INTO user VALUES ('ada', 'lovelace', 'customer'), ('grace', 'hopper', 'staff');
                    """)
            for product in Self.firstProducts { try product.insert(into: database, stock: 5 + product.id % 7) }
        }
        try migrator.migrate(pool)
    }

    /// All products, in the order of their numbers.
    package func products() async throws -> [Product] {
        try await pool.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM product ORDER BY id").map { row in
                Product(
                    id: row["id"], name: row["name"], category: row["category"], brand: row["brand"],
                    cents: row["cents"])
            }
        }
    }

    /// Adds a product, as a test does that needs one with a special name.
    package func add(_ product: Product, stock: Int) async throws {
        try await pool.write { database in try product.insert(into: database, stock: stock) }
    }
}

extension Product {
    fileprivate func insert(into database: GRDB.Database, stock: Int) throws {
        try database.execute(
            sql: "INSERT INTO product VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [id, name, category, brand, cents, stock])
    }
}

extension Database {
    /// What a new shop sells.
    private static var firstProducts: [Product] {
        let brands = ["Lumen", "Glow & Sons", "Fireside", "Northlight", "Wick"]
        let names = [
            "Lamps": ["Brass lamp", "Reading lamp", "Desk lamp", "Paper lantern", "Floor lamp", "Night light"],
            "Candles": ["Candle", "Beeswax candle", "Tea lights", "Floating candle", "Taper", "Pillar candle"],
            "Shades": ["Lampshade", "Linen shade", "Glass shade", "Paper shade", "Silk shade", "Tin shade"],
            "Matches": ["Matches", "Long matches", "Storm matches", "Lighter", "Flint", "Snuffer"],
        ]
        return ["Lamps", "Candles", "Shades", "Matches"].enumerated().flatMap { group, category in
            (names[category] ?? []).enumerated().map { index, name in
                let id = group * 6 + index + 1
                return Product(
                    id: id, name: name, category: category, brand: brands[(group + index) % brands.count],
                    cents: 450 + (id * 787) % 4_000)
            }
        }
    }
}
