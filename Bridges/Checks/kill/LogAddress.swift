import Bridging
import NATSBridging
import PostgresBridging
import SQLiteBridging

/// The address of a log on the command line.
enum LogAddress {
    /// Opens a log: the path of a file of SQLite, the servers of NATS, or the parameters of a connection to PostgreSQL.
    ///
    /// A stream of NATS has a copy on each server.
    static func open(_ text: String) throws -> any MessageLog {
        if text.hasPrefix("/") { return try SQLiteLog(path: text) }
        guard text.hasPrefix("nats://") else { return try PostgresLog(text) }
        var options = JetStreamOptions(text)
        options.replicas = options.servers.count
        return try JetStreamLog(options)
    }
}
