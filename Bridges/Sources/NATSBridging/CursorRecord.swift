/// The cursor of a group, as a message of the stream of cursors.
struct CursorRecord: Sendable, Hashable {
    /// The position of the last entry that was handled.
    var position: UInt64

    /// The number of times that the cursor was taken.
    var term: UInt64

    /// The reader that holds it; empty after a release.
    var reader: String

    /// The identity of the stream that has the position; `nil` if it was not made yet.
    var identity: String?

    /// The number of renewals in this term, so that each message differs from the one before.
    var renewals: UInt64 = 0

    /// The record as bytes.
    var bytes: [UInt8] { Array("\(position) \(term) \(renewals) \(identity ?? "-") \(reader)".utf8) }

    init(position: UInt64, term: UInt64, reader: String) {
        self.position = position
        self.term = term
        self.reader = reader
    }

    /// Reads a record from bytes; `nil` if they are none.
    init?(bytes: some Sequence<UInt8>) {
        let text = String(decoding: Array(bytes), as: UTF8.self)
        let parts = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, let position = UInt64(parts[0]), let term = UInt64(parts[1]) else { return nil }
        guard let renewals = UInt64(parts[2]) else { return nil }
        self.init(position: position, term: term, reader: String(parts[4]))
        identity = parts[3] == "-" ? nil : String(parts[3])
        self.renewals = renewals
    }
}
