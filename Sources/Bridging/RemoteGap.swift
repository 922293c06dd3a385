/// The message that a bridge posts when entries were removed from the log before this process has read them.
///
/// ```swift
/// center.observe(RemoteGap.self, by: self) { catalog, gap in catalog.reload(because: "\(gap)") }
/// ```
public struct RemoteGap: Sendable, Hashable, CustomStringConvertible {
    /// The stream.
    public let stream: StreamName

    /// The group that has missed them, if a group reads the stream.
    public let group: GroupName?

    /// The positions of the missed entries.
    ///
    /// Empty if the log was replaced by an older one: then what was missed is not known.
    public let missed: Range<UInt64>

    /// One line for developers.
    public var description: String {
        if missed.isEmpty { return "the stream “\(stream)” was replaced by one that ends at \(missed.lowerBound)" }
        return "the entries \(missed.lowerBound) to \(missed.upperBound - 1) of the stream “\(stream)” were missed"
    }
}

extension RemoteGap: ReportMessage {}
