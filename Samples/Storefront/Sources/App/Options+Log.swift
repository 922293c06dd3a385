import Bridging
import SQLiteBridging
import Storage

#if Postgres
    import PostgresBridging
#endif

extension Options {
    /// Opens the log by which the processes of the shop talk.
    ///
    /// - Throws: An error of the log, or one that says how the shop is built for PostgreSQL.
    func openLog() throws -> ShopLog {
        if let log { return try openLog(at: log) }
        do {
            return .inDatabase(try SQLiteLog(path: database, poll: .milliseconds(50)))
        } catch {
            throw DatabaseFailure(error, at: database) ?? error
        }
    }

    #if Postgres
        private func openLog(at connection: String) throws -> ShopLog {
            .elsewhere(try PostgresLog(connection))
        }
    #else
        private func openLog(at connection: String) throws -> ShopLog {
            // Without the connection, which may have a password.
            throw Mistake(description: "for --log, build the shop with STOREFRONT_POSTGRES=1, which needs libpq-dev")
        }
    #endif
}
