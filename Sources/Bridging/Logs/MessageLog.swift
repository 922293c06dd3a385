// The files of this folder:
//
// - `MessageLog`: what a log does. `LogCursor`: how one reader of a group holds its position.
// - `LogEntry`: what is stored. `StreamName`: which names streams and groups have.
// - `LogErrors`: which errors a bridge treats in their own way.

/// A log with positions: entries are appended to streams and numbered, and a reader continues behind the last position that it has
/// handled.
///
/// Positions are dense, begin with 1, and are in the order in which entries became visible to readers: after a reader has seen a
/// position, no entry appears at an earlier one.
///
/// An entry is appended once, however often a bridge repeats a call whose answer was lost. For each stream, a log remembers the
/// largest number that it has appended of each sender, also after that entry was removed by `trim`:
///
/// - An entry is appended if its number is larger than the remembered one, or nothing is remembered of its sender. Otherwise it is
///   skipped, and gets no position. The entries of one call are looked at in their order.
/// - The numbers of a sender grow from call to call and within a call, so no more has to be remembered. They are at most `Int64.max`;
///   a log may refuse larger ones.
/// - Senders that end with `+` are those of entries that are appended in transactions of an app. Their numbers are random. Such an
///   entry is skipped only if the stream still has one with the same sender and number, and nothing else is remembered.
/// - What is remembered of a sender may be forgotten a day after its last append. An engine that remembers for a shorter time, such as
///   JetStream with its duplicate window, says so in its documentation. Then a bridge that was cut off for longer appends an entry
///   twice. A process that received a message skips the second entry of it; a state gets its value again.
///
/// All methods can be called at the same time, from any task. They throw soon after their task is cancelled, and whenever the engine
/// cannot be reached: the bridge tries again. Their errors have no passwords in their text. The laws that a log has to keep are
/// checked by `LogLaw` of `BridgingTesting`.
public protocol MessageLog: Sendable {
    /// Appends entries to a stream in their order, except those that it has appended before, and returns when they are durable.
    ///
    /// - Parameters:
    ///   - entries: The entries. All that are new are appended, or none.
    ///   - stream: The stream, which is made if it is new.
    /// - Throws: `LogRefusal` if it will never append them, or an error of the engine. After an error of the engine they may have been
    ///   appended.
    func append(_ entries: [LogEntry], to stream: StreamName) async throws

    /// Returns entries of a stream.
    ///
    /// - Parameters:
    ///   - stream: The stream. One to which nothing was appended is empty.
    ///   - position: The position after which the page begins.
    ///   - limit: The largest number of entries. With 0, the page says where the stream begins and ends.
    /// - Returns: The entries from the first one after the position that the log still has.
    /// - Throws: An error of the engine.
    func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage

    /// Returns a sequence with an element whenever there may be new entries.
    ///
    /// A log need not announce appends: readers also ask by themselves, in growing intervals.
    func changes() -> AsyncStream<Void>

    /// Takes the cursor of a group.
    ///
    /// The cursor of a new group is before the oldest entry that the log has.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - stream: The stream that it reads.
    ///   - reader: The identity of the reader. A reader can take a cursor that it holds already, which ends its former one.
    ///   - lease: The time for which the reader holds the cursor, from each call of the cursor that succeeds.
    /// - Returns: The cursor; `nil` while another reader holds it.
    /// - Throws: An error of the engine.
    func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)?

    /// Removes the oldest entries of a stream.
    ///
    /// Positions of later entries stay. A reader that has not read the removed ones receives a `RemoteGap`.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - retention: The entries that remain.
    /// - Throws: An error of the engine.
    func trim(_ stream: StreamName, keeping retention: LogRetention) async throws
}

/// The entries of a stream that remain when it is trimmed.
public struct LogRetention: Hashable, Sendable {
    /// The number of entries that remain.
    public let entryCount: UInt64

    /// Keeps the newest entries.
    ///
    /// - Parameter count: The number of entries, at least one.
    /// - Returns: The retention.
    public static func last(_ count: Int) -> Self {
        precondition(count >= 1, "a stream keeps at least one entry, and not \(count)")
        return Self(entryCount: UInt64(count))
    }
}

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
