import Bridging
import SQLiteBridging

/// The address of a log on the command line.
enum LogAddress {
    /// Opens a log.
    static func open(_ text: String) throws -> any MessageLog { try SQLiteLog(path: text) }
}
