/// An entry with its position in a stream.
public struct StoredEntry: Hashable, Sendable {
    /// The position: 1 for the first entry of a stream, and then one more for each.
    public var position: UInt64

    /// The entry.
    public var entry: LogEntry

    /// Creates an entry with its position.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - entry: The entry.
    public init(position: UInt64, entry: LogEntry) {
        self.position = position
        self.entry = entry
    }
}
