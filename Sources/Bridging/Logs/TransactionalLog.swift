/// A log that is in a database of the app, so that an entry can be appended in a transaction of the app.
public protocol TransactionalLog: MessageLog {
    /// Returns the statement that appends an entry.
    ///
    /// The entry gets its position when the statement is run, and readers see it when the transaction is committed.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - stream: The stream.
    /// - Returns: The statement.
    func statement(appending entry: LogEntry, to stream: StreamName) -> LogStatement
}
