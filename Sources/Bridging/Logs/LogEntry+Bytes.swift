// The form of an entry in a log that stores bytes alone: lines of text, an empty line, and the payload.

extension LogEntry {
    /// The first line, with the version of this form.
    private static let heading = "signalbox 1"

    /// The entry as bytes, for a log that stores nothing else.
    ///
    /// Control characters in its texts are left out.
    public var bytes: [UInt8] {
        var lines = [Self.heading, Self.line(sender), "\(number)", Self.line(type), "\(version)", "\(depth)"]
        lines.append(Self.line(traceparent ?? ""))
        return Array((lines.joined(separator: "\n") + "\n\n").utf8) + payload
    }

    /// Reads an entry from bytes; `nil` if they are not an entry, or a text of it has control characters.
    ///
    /// - Parameter bytes: The bytes, which may be anything.
    public init?(bytes: [UInt8]) {
        var rest = bytes[...]
        var lines: [String] = []
        while lines.count < 8 {
            guard let end = rest.prefix(4_096).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            guard let line = String(validating: rest[..<end], as: UTF8.self) else { return nil }
            guard !line.unicodeScalars.contains(where: Self.isControl) else { return nil }
            lines.append(line)
            rest = rest[(end + 1)...]
        }
        guard lines[0] == Self.heading, lines[7].isEmpty else { return nil }
        guard let number = UInt64(lines[2]), let version = Int(lines[4]), let depth = Int(lines[5]) else { return nil }
        self.init(
            sender: lines[1], number: number, type: lines[3], version: version, depth: depth,
            traceparent: lines[6].isEmpty ? nil : lines[6], payload: Array(rest))
    }

    private static func line(_ text: String) -> String {
        String(text.unicodeScalars.filter { !isControl($0) })
    }

    private static func isControl(_ character: Unicode.Scalar) -> Bool {
        character.properties.generalCategory == .control
    }
}
