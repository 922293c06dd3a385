package import Bridging

/// Entries of one sender whose numbers grow, as a bridge appends them.
///
/// A log looks up once what it remembers of the sender, and skips a prefix of the entries.
package struct EntryRun: Sendable {
    /// The sender of all entries.
    package let sender: String

    /// The entries, of which there is at least one.
    package private(set) var entries: [LogEntry]

    private init(_ entry: LogEntry) {
        sender = entry.sender
        entries = [entry]
    }

    /// The largest number of the entries.
    package var lastNumber: UInt64 { entries[entries.count - 1].number }

    /// A Boolean value that indicates whether the run is one entry of a transaction, with a random number.
    package var hasRandomNumber: Bool { entries[0].hasRandomNumber }

    /// Splits entries into runs, in their order.
    ///
    /// - Throws: `LogRefusal` if a number is too large for an engine whose numbers have a sign.
    package static func runs(of entries: [LogEntry]) throws(LogRefusal) -> [EntryRun] {
        var runs: [EntryRun] = []
        for entry in entries {
            guard entry.number <= Int64.max else { throw LogRefusal("the number \(entry.number) is too large") }
            if runs.last?.canTake(entry) == true {
                runs[runs.count - 1].entries.append(entry)
            } else {
                runs.append(EntryRun(entry))
            }
        }
        return runs
    }

    private func canTake(_ entry: LogEntry) -> Bool {
        !hasRandomNumber && entry.sender == sender && entry.number > lastNumber
    }
}
