import Bridging
import PostgresBridging
import SQLiteBridging

/// The address of a log on the command line.
enum LogAddress {
    /// Opens a log: the path of a file of SQLite, or the parameters of a connection to PostgreSQL.
    static func open(_ text: String) throws -> any MessageLog {
        if text.hasPrefix("/") { return try SQLiteLog(path: text) }
        return try PostgresLog(text)
    }
}
