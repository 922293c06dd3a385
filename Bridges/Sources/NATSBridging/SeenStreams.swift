import Bridging
import Synchronization

/// The streams that a log and its cursors have seen.
final class SeenStreams: Sendable {
    private let known = Mutex(KnownStreams())

    /// Returns the newest ends of a stream; `nil` if this process has not seen it.
    func ends(of stream: StreamName) -> StreamEnds? { known.withLock { $0.ends(of: stream) } }

    /// Notes the ends of a stream, as a server says.
    ///
    /// - Parameters:
    ///   - ends: The ends.
    ///   - stream: The stream.
    ///   - before: The ends that this process knew before it asked.
    /// - Returns: `false` if the server may not have all entries yet.
    @discardableResult
    func note(_ ends: StreamEnds, of stream: StreamName, knowing before: StreamEnds?) -> Bool {
        known.withLock { $0.note(ends, of: stream, knowing: before, at: .now) }
    }

    /// Notes a position that the known stream has, or the one that was made at a time.
    func note(_ position: UInt64, of stream: StreamName, created: Int64? = nil) {
        known.withLock { $0.note(position, of: stream, created: created) }
    }
}
