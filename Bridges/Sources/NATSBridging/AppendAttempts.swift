import Bridging

/// The appends of this process that have not succeeded yet.
///
/// The server knows the identities of entries for its duplicate window. An append that is repeated later has to look itself for the
/// entries that the first attempts have appended.
struct AppendAttempts: Sendable {
    /// The first attempt of an append.
    struct Attempt: Sendable {
        /// A position before all entries that the attempts have appended.
        let position: UInt64
        let begin: ContinuousClock.Instant
    }

    private struct Key: Hashable, Sendable {
        let stream: StreamName
        let sender: String
    }

    private var attempts: [Key: Attempt] = [:]

    /// Notes an attempt.
    ///
    /// - Parameters:
    ///   - sender: The sender, which repeats its entries in their order until they are appended.
    ///   - stream: The stream.
    ///   - position: The end of the stream, as this process knows it.
    ///   - now: The time.
    /// - Returns: The first attempt of the sender that has not succeeded yet: this one, or an earlier one.
    mutating func begin(
        _ sender: String, in stream: StreamName, after position: UInt64, at now: ContinuousClock.Instant
    ) -> Attempt {
        let key = Key(stream: stream, sender: sender)
        let attempt = attempts[key] ?? Attempt(position: position, begin: now)
        attempts[key] = attempt
        return attempt
    }

    /// Forgets the attempts of a sender, which have succeeded.
    mutating func end(_ sender: String, in stream: StreamName) {
        attempts[Key(stream: stream, sender: sender)] = nil
    }
}
