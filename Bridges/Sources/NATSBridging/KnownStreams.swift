import Bridging

/// The newest ends of the streams that this process has seen, by which it finds out about a server that does not have all entries.
///
/// A server that has just become the leader may lag for a moment. A single server that lost its power may have lost its last entries for
/// ever: their positions are given again.
struct KnownStreams: Sendable {
    /// The time after which entries that a server does not have count as lost.
    static let patience = Duration.seconds(10)

    private struct Known: Sendable {
        var ends: StreamEnds

        /// The time since when the server has not had all entries.
        var lagging: ContinuousClock.Instant?
    }

    private var streams: [StreamName: Known] = [:]

    /// Returns the newest ends of a stream; `nil` if this process has not seen it.
    func ends(of stream: StreamName) -> StreamEnds? { streams[stream]?.ends }

    /// Notes the ends of a stream, as a server says.
    ///
    /// - Parameters:
    ///   - ends: The ends.
    ///   - stream: The stream.
    ///   - before: The ends that this process knew before it asked. Entries that were appended since need not be in the answer.
    ///   - now: The time.
    /// - Returns: `false` if the server may not have all entries yet.
    mutating func note(
        _ ends: StreamEnds, of stream: StreamName, knowing before: StreamEnds?, at now: ContinuousClock.Instant
    ) -> Bool {
        if let before, before.created == ends.created, before.last > ends.last {
            let since = streams[stream]?.lagging ?? now
            streams[stream]?.lagging = since
            guard now - since >= Self.patience else { return false }
        } else if let known = streams[stream]?.ends, known.created == ends.created, known.last > ends.last {
            streams[stream]?.lagging = nil
            return true
        }
        streams[stream] = Known(ends: ends)
        return true
    }

    /// Notes a position that a stream has had.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - stream: The stream.
    ///   - created: The time at which the stream was made; `nil` if it is the one that this process knows.
    mutating func note(_ position: UInt64, of stream: StreamName, created: Int64? = nil) {
        let known = streams[stream]?.ends
        guard let created = created ?? known?.created else { return }
        if let known, known.created != created || known.last >= position { return }
        let first = known?.first ?? 1
        streams[stream] = Known(ends: StreamEnds(created: created, hasLeader: true, first: first, last: position))
    }
}
