import Foundation
import GRDB
package import ShopKit
import Synchronization

/// The shop's database: one SQLite file.
///
/// Its methods throw a `DatabaseFailure` where SQLite fails, and where the file is no longer the one that was opened.
package final class Database: Sendable {
    /// The path of the file.
    package let path: String
    let pool: DatabasePool
    let file: DatabaseFile

    /// A connection that does not wait for locks, which checks whether something can be stored.
    let prober: DatabaseQueue

    /// The reason why the last transaction was not stored; `nil` after one that was.
    let lastFailure = Mutex<DatabaseFailure?>(nil)

    /// Opens the database, and fills it when it is new.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - patience: The time to wait for a lock, as while another process of the shop is writing.
    /// - Throws: A `DatabaseFailure` that names the path.
    package init(at path: String, waiting patience: Duration = .seconds(5)) throws {
        self.path = path
        try DatabaseFailure.check(path)
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(patience / .seconds(1))
            pool = try DatabasePool(path: path, configuration: configuration)
            // An order that was paid for survives the loss of power: in WAL mode, GRDB does not sync commits.
            try pool.writeWithoutTransaction { database in try database.execute(sql: "PRAGMA synchronous = FULL") }
            try Self.migrator.migrate(pool)
            configuration.busyMode = .timeout(min(0.25, patience / .seconds(1)))
            prober = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw DatabaseFailure(error, at: path) ?? error
        }
        file = DatabaseFile(openedAt: path)
    }

    private static var migrator: DatabaseMigrator {
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
            for product in firstProducts { try product.insert(into: database, stock: 5 + product.id % 7) }
        }
        migrator.registerMigration("owners") { database in try database.execute(sql: owners) }
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
        migrator.registerMigration("probe") { database in
            try database.execute(sql: "CREATE TABLE probe (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")
        }
        return migrator
    }

    /// Runs a transaction that changes the database.
    ///
    /// - Parameters:
    ///   - change: The changes.
    ///   - act: Called once they are stored, before the next write.
    /// - Returns: The result of the changes.
    /// - Throws: An error of the closure, or a `DatabaseFailure`; nothing is stored then.
    func write<Result: Sendable>(
        _ change: @escaping @Sendable (GRDB.Database) throws -> Result,
        then act: @escaping @Sendable (Result) -> Void = { _ in }
    ) async throws -> Result {
        try await inOrder { database in
            try self.file.check()
            var result: Result?
            try database.inTransaction(.immediate) {
                result = try change(database)
                try self.file.check()
                return .commit
            }
            guard let result else { preconditionFailure("the transaction has committed or thrown") }
            act(result)
            return result
        }
    }

    /// Runs a closure after all writes that were begun before it, and before all that are begun after it.
    func inOrder<Result: Sendable>(
        _ work: @escaping @Sendable (GRDB.Database) throws -> Result
    ) async throws -> Result {
        do {
            let result = try await pool.writeWithoutTransaction(work)
            lastFailure.withLock { $0 = nil }
            return result
        } catch {
            throw noted(error)
        }
    }

    /// Reads what is stored.
    func read<Result: Sendable>(
        _ question: @escaping @Sendable (GRDB.Database) throws -> Result
    ) async throws -> Result {
        try file.check()
        do {
            return try await pool.read(question)
        } catch {
            throw DatabaseFailure(error, at: path) ?? error
        }
    }

    /// The error to be thrown for an error of a write.
    private func noted(_ error: any Error) -> any Error {
        guard let failure = error as? DatabaseFailure ?? DatabaseFailure(error, at: path) else { return error }
        if failure.reason != .takenBack { lastFailure.withLock { $0 = failure } }
        return failure
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
        try await read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM product ORDER BY id").map { row in
                Product(
                    id: row["id"], name: row["name"], category: row["category"], brand: row["brand"],
                    cents: row["cents"])
            }
        }
    }

    /// Adds a product, as a test does that needs one with a special name.
    package func add(_ product: Product, stock: Int) async throws {
        try await write { database in try product.insert(into: database, stock: stock) }
    }
}

extension Product {
    fileprivate func insert(into database: GRDB.Database, stock: Int) throws {
        try database.execute(
            sql: "INSERT INTO product VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [id, name, category, brand, cents, stock])
    }
}
