/// The numbers of the last entries that were received of the latest senders.
///
/// By them, a reader skips a message that the log has appended twice, because its engine remembers entries for some time only. Values of
/// a state are not skipped: the last entry counts, also if it is a double.
struct SenderNumbers: Sendable {
    /// The number of senders of a generation.
    ///
    /// Two generations are kept, so old senders are forgotten without a search.
    static let generationSize = 512

    /// The largest size of a sender's name in bytes that is remembered.
    ///
    /// A bridge has shorter ones.
    private static let nameLimit = 128

    private var recent: [String: UInt64] = [:]
    private var older: [String: UInt64] = [:]

    /// Returns a Boolean value that indicates whether an entry, or one that its sender appended later, was received before.
    func hasReceived(_ entry: LogEntry) -> Bool {
        guard let last = recent[entry.sender] ?? older[entry.sender] else { return false }
        return entry.number <= last
    }

    /// Remembers an entry, unless its number is random.
    mutating func receive(_ entry: LogEntry) {
        guard !entry.hasRandomNumber, entry.sender.utf8.count <= Self.nameLimit else { return }
        recent[entry.sender] = entry.number
        if recent.count > Self.generationSize {
            older = recent
            recent = [:]
        }
    }
}
