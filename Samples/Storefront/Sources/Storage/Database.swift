import Foundation
import GRDB
package import ShopKit

/// The shop's database: one SQLite file.
package final class Database: Sendable {
    let pool: DatabasePool

    /// Opens the database, and fills it when it is new.
    package init(at path: String) throws {
        var configuration = Configuration()
        // Another process of the shop may be writing.
        configuration.busyMode = .timeout(5)
        pool = try DatabasePool(path: path, configuration: configuration)
        // An order that was paid for survives the loss of power: in WAL mode, GRDB does not sync commits.
        try pool.writeWithoutTransaction { database in try database.execute(sql: "PRAGMA synchronous = FULL") }
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
        migrator.registerMigration("owners") { database in try database.execute(sql: Self.owners) }
        migrator.registerMigration("mail") { database in
            try database.execute(
                sql: """
                    CREATE TABLE mail (orderNumber INTEGER PRIMARY KEY, user TEXT NOT NULL, sent DATETIME NOT NULL,
                        process INTEGER NOT NULL);
                    INSERT INTO mail SELECT number, user, placed, 0 FROM placedOrder;
                    """)
        }
        migrator.registerMigration("repeated mails") { database in
            try database.execute(sql: "ALTER TABLE mail ADD COLUMN tries INTEGER NOT NULL DEFAULT 1")
        }
        try migrator.migrate(pool)
    }

    /// The second version of the tables.
    ///
    /// States have owners: a visit, the guest of one, a user, or the shop. Orders have an address, and the attempt that led to
    /// them.
    private static let owners = """
        CREATE TABLE stored (owner TEXT NOT NULL, name TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (owner, name));
        CREATE TABLE visit (id TEXT PRIMARY KEY, used DATETIME NOT NULL);
        INSERT INTO stored SELECT CASE WHEN name IN ('user', 'lastName') THEN 'visit ' ELSE 'guest ' END || visit,
            name, value FROM kept;
        INSERT INTO visit SELECT DISTINCT visit, datetime() FROM kept;
        DROP TABLE kept;
        ALTER TABLE placedOrder ADD COLUMN attempt TEXT;
        ALTER TABLE placedOrder ADD COLUMN address BLOB;
        CREATE UNIQUE INDEX orderOfAttempt ON placedOrder (user, attempt);
        """

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
