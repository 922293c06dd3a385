/// Some entries of a stream, one after the other, and where the stream begins and ends.
public struct LogPage: Hashable, Sendable {
    /// The position of the oldest entry that the log still has; the position that the next entry gets if it has none.
    public var first: UInt64

    /// The position of the newest entry; 0 if nothing was ever appended.
    public var last: UInt64

    /// The entries, by position.
    public var entries: [StoredEntry]

    /// The identity of the stream; `nil` if it was not made yet, or if the log cannot tell it from another one of its name.
    ///
    /// A stream that is removed and made again has another identity, and its positions begin again. A reader then posts a `RemoteGap`,
    /// and reads the new stream from its beginning.
    public var identity: String?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - first: The position of the oldest entry of the stream.
    ///   - last: The position of the newest entry of the stream.
    ///   - entries: The entries of the page.
    ///   - identity: The identity of the stream.
    public init(first: UInt64, last: UInt64, entries: [StoredEntry], identity: String? = nil) {
        self.first = first
        self.last = last
        self.entries = entries
        self.identity = identity
    }
}
