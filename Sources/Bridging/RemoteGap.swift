/// The message that a bridge posts when entries were removed from the log before this process has read them.
///
/// ```swift
/// center.observe(RemoteGap.self, by: self) { catalog, gap in catalog.reload(because: "\(gap)") }
/// ```
public struct RemoteGap: Sendable, Hashable, CustomStringConvertible {
    /// The cause of a gap.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// The entries were trimmed, or the log has a hole.
        case trimmed
        /// The stream or its storage was removed. If it was made again, the bridge reads the new one from its beginning.
        case replaced
        /// The stream ends before a position that was read: it is an older copy. The bridge goes on behind this end.
        case older(end: UInt64)
    }

    /// The stream.
    public let stream: StreamName

    /// The group that has missed them, if a group reads the stream.
    public let group: GroupName?

    /// The positions of the missed entries, as far as they are known.
    ///
    /// If the stream was replaced, these are positions of the old one, from the first that was not read to the last that the bridge knew
    /// of: more may have been appended behind them. Empty if the bridge has read all that it knew of.
    public let missed: Range<UInt64>

    /// The cause.
    public let reason: Reason

    init(stream: StreamName, group: GroupName?, missed: Range<UInt64>, reason: Reason = .trimmed) {
        self.stream = stream
        self.group = group
        self.missed = missed
        self.reason = reason
    }

    /// One line for developers.
    public var description: String {
        let entries = "the entries \(missed.lowerBound) to \(max(missed.upperBound, 1) - 1)"
        switch reason {
        case .trimmed:
            return "\(entries) of the stream “\(stream)” were missed"
        case .replaced where missed.isEmpty:
            return "the stream “\(stream)” was removed or replaced: entries from \(missed.lowerBound) on may be missed"
        case .replaced:
            return "the stream “\(stream)” was removed or replaced: \(entries) were missed, and later ones may be"
        case .older(let end):
            let suffix = missed.isEmpty ? "" : ": \(entries) were missed"
            return "the stream “\(stream)” was replaced by one that ends at \(end)" + suffix
        }
    }
}

extension RemoteGap: ReportMessage {}
