import Bridging

/// A row of a page: where the stream begins and ends, and an entry.
struct EntryRow: Sendable {
    /// The columns of the statement that reads a page, in their order.
    private enum Column: Int32 {
        case first, last, position, sender, number, type, version, depth, traceparent, payload, identity
    }

    let first: UInt64
    let last: UInt64
    let identity: String

    /// The entry; `nil` in the only row of a page without entries.
    let stored: StoredEntry?

    init(_ row: PostgresRow) {
        func integer(_ column: Column) -> Int64 { row.integer(column.rawValue) }
        func text(_ column: Column) -> String { row.text(column.rawValue) }
        func isNull(_ column: Column) -> Bool { row.isNull(column.rawValue) }
        first = UInt64(clamping: integer(.first))
        last = UInt64(clamping: integer(.last))
        identity = text(.identity)
        guard !isNull(.position) else {
            stored = nil
            return
        }
        let entry = LogEntry(
            sender: text(.sender), number: UInt64(clamping: integer(.number)), type: text(.type),
            version: Int(clamping: integer(.version)), depth: Int(clamping: integer(.depth)),
            traceparent: isNull(.traceparent) ? nil : text(.traceparent), payload: row.bytes(Column.payload.rawValue))
        stored = StoredEntry(position: UInt64(clamping: integer(.position)), entry: entry)
    }
}
