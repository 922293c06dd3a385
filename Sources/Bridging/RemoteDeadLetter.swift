/// The message that a bridge posts about an entry that it cannot deliver, or whose handlers failed.
///
/// Reading goes on behind the entry.
public struct RemoteDeadLetter: Sendable, Hashable, CustomStringConvertible {
    /// The reason why an entry was not delivered, or not handled.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// The payload has this number of bytes, which is more than the options of the bridge allow.
        case tooLarge(Int)
        /// The message has a type of this name, which is not the one that the stream carries here.
        case unknownType(String)
        /// The message has a version that is not accepted here.
        case unknownVersion(Int)
        /// The message cannot be decoded, for this reason.
        case undecodable(String)
        /// Handlers threw these errors. The others have handled it.
        case failed([String])
        /// The queues of this many handlers were full. The others have handled it.
        case dropped(Int)
        /// No handler of this process observes the message, which is received for a group.
        case unobserved
        /// More posts in all processes led to it than the options of the bridge allow.
        case cyclic
    }

    /// The stream.
    public let stream: StreamName

    /// The position of the entry.
    public let position: UInt64

    /// The sender of the entry.
    public let sender: String

    /// The reason.
    public let reason: Reason

    /// The limit of the options, of the payload's bytes or of the posts that lead to a message; `nil` for other reasons.
    public let limit: Int?

    init(stream: StreamName, position: UInt64, sender: String, reason: Reason, limit: Int? = nil) {
        self.stream = stream
        self.position = position
        self.sender = sender
        self.reason = reason
        self.limit = limit
    }

    /// Creates the report about an entry that was read; a long name of its sender is cut off.
    init(_ stored: StoredEntry, of stream: StreamName, _ reason: Reason, limit: Int?) {
        self.init(
            stream: stream, position: stored.position, sender: String(stored.entry.sender.prefix(80)), reason: reason,
            limit: limit)
    }

    /// One line for developers.
    public var description: String {
        "the entry \(position) of the stream “\(stream)”, sent by “\(sender)”: \(reason.text)\(limitText)"
    }

    private var limitText: String {
        guard let limit else { return "" }
        switch reason {
        case .tooLarge: return " of \(limit) (BridgeOptions.payloadLimit)"
        case .cyclic: return ": more than \(limit) (BridgeOptions.cycleLimit)"
        default: return ""
        }
    }
}

extension RemoteDeadLetter: ReportMessage {}

extension RemoteDeadLetter.Reason {
    fileprivate var text: String {
        switch self {
        case .tooLarge(let count): "its payload has \(count) bytes, which is more than the limit"
        case .unknownType(let name): "it has the type “\(name)”, which the stream does not carry here"
        case .unknownVersion(let version): "its version \(version) is not accepted here"
        case .undecodable(let reason): "it cannot be decoded: \(reason)"
        case .failed(let errors): "handlers failed: \(errors.joined(separator: ", "))"
        case .dropped(let count):
            "the \(count == 1 ? "queue of a handler was" : "queues of \(count) handlers were") full"
        case .unobserved: "no handler of this process observes the message"
        case .cyclic: "too many posts led to it"
        }
    }
}

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
