import Bridging

/// The bytes of a log are read as an entry that has the same bytes again, or refused.
enum EntryLaw {
    static func check(_ bytes: [UInt8]) throws(Violation) {
        if let entry = LogEntry(bytes: bytes) {
            try Violation.unless(LogEntry(bytes: entry.bytes) == entry, "another entry when it is read again")
        }
        try checkEntry(of: bytes)
    }

    /// Writes an entry whose texts are the lines of the input, and reads it again.
    ///
    /// Control characters are left out of the texts, and all else comes back.
    /// The payload is any bytes.
    private static func checkEntry(of bytes: [UInt8]) throws(Violation) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4 else { return }
        let texts = lines.prefix(3).map { String(decoding: $0, as: UTF8.self) }
        let payload = Array(lines[3])
        let number = UInt64(payload.count) &* 0x9e37_79b9_7f4a_7c15
        let written = LogEntry(
            sender: texts[0], number: number, type: texts[1], version: Int(truncatingIfNeeded: number),
            depth: payload.count, traceparent: texts[2], payload: payload)
        // A line of more than this is refused.
        guard texts.allSatisfy({ $0.utf8.count < 4_096 }) else { return }
        guard let read = LogEntry(bytes: written.bytes) else { throw Violation("a written entry cannot be read") }
        try Violation.unless(read.payload == payload, "another payload")
        try Violation.unless(read.number == written.number && read.version == written.version, "other numbers")
        try Violation.unless(read.sender == plain(texts[0]) && read.type == plain(texts[1]), "other texts")
        try Violation.unless(read.traceparent ?? "" == plain(texts[2]), "another traceparent")
    }

    private static func plain(_ text: String) -> String {
        String(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
    }
}
