import Bridging

/// The appends of this process that have not succeeded yet, and the ends of their streams.
///
/// The server knows the identities of entries for its duplicate window. An append that is repeated later has to look itself for the
/// entries that the first attempts have appended.
struct AppendAttempts: Sendable {
    /// The first attempt of an append.
    struct Attempt: Sendable {
        /// A position before all entries that the attempts have appended.
        fileprivate(set) var position: UInt64
        let begin: ContinuousClock.Instant

        /// The largest number of the entries.
        fileprivate(set) var last: UInt64
    }

    private struct Key: Hashable, Sendable {
        let stream: StreamName
        let sender: String
    }

    /// The positions of the newest entries, as this process knows them.
    private var ends: [StreamName: UInt64] = [:]
    private var attempts: [Key: Attempt] = [:]

    /// Notes the end of a stream, as the server says.
    ///
    /// A stream that ends before an attempt has begun was made again, so the attempt begins there.
    mutating func note(_ end: UInt64, of stream: StreamName) {
        ends[stream] = end
        for (key, attempt) in attempts where key.stream == stream && attempt.position > end {
            attempts[key]?.position = end
        }
    }

    /// Notes an attempt.
    ///
    /// - Parameters:
    ///   - sender: The sender, which repeats its entries in their order until they are appended.
    ///   - last: The largest number of the entries.
    ///   - stream: The stream.
    ///   - now: The time.
    /// - Returns: The first attempt of the sender that has not succeeded yet: this one, or an earlier one.
    mutating func begin(
        _ sender: String, through last: UInt64, in stream: StreamName, at now: ContinuousClock.Instant
    ) -> Attempt {
        let key = Key(stream: stream, sender: sender)
        var attempt = attempts[key] ?? Attempt(position: ends[stream] ?? 0, begin: now, last: last)
        attempt.last = max(attempt.last, last)
        attempts[key] = attempt
        return attempt
    }

    /// Notes that all entries of a sender to a number are appended or refused.
    ///
    /// An attempt with later entries, which are repeated next, is remembered.
    mutating func end(_ sender: String, through last: UInt64, in stream: StreamName) {
        let key = Key(stream: stream, sender: sender)
        guard let attempt = attempts[key], attempt.last <= last else { return }
        attempts[key] = nil
    }
}
