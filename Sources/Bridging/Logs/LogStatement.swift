/// A statement of SQL that appends an entry, to be run in a transaction of the app.
public struct LogStatement: Hashable, Sendable {
    /// A value of a parameter.
    public enum Value: Hashable, Sendable {
        /// A text.
        case text(String)
        /// A number.
        case integer(Int64)
        /// Bytes.
        case bytes([UInt8])
        /// No value.
        case null
    }

    /// The statement, with parameters as the engine writes them.
    public let sql: String

    /// The values of the parameters, in their order.
    public let values: [Value]

    /// Creates a statement.
    ///
    /// - Parameters:
    ///   - sql: The statement, with parameters as the engine writes them.
    ///   - values: The values of the parameters, in their order.
    public init(sql: String, values: [Value]) {
        self.sql = sql
        self.values = values
    }
}
