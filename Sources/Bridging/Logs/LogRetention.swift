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
