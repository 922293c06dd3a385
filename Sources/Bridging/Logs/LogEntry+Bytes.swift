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
        guard Self.takeLine(from: &rest) == Self.heading else { return nil }
        guard let sender = Self.takeLine(from: &rest) else { return nil }
        guard let number = Self.takeLine(from: &rest).flatMap({ UInt64($0) }) else { return nil }
        guard let type = Self.takeLine(from: &rest) else { return nil }
        guard let version = Self.takeLine(from: &rest).flatMap({ Int($0) }) else { return nil }
        guard let depth = Self.takeLine(from: &rest).flatMap({ Int($0) }) else { return nil }
        guard let traceparent = Self.takeLine(from: &rest) else { return nil }
        guard Self.takeLine(from: &rest) == "" else { return nil }
        self.init(
            sender: sender, number: number, type: type, version: version, depth: depth,
            traceparent: traceparent.isEmpty ? nil : traceparent, payload: Array(rest))
    }

    /// Takes a line from the beginning of bytes; `nil` if they do not begin with a line of text.
    private static func takeLine(from bytes: inout ArraySlice<UInt8>) -> String? {
        guard let end = bytes.prefix(4_096).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        guard let line = String(validating: bytes[..<end], as: UTF8.self) else { return nil }
        guard !line.unicodeScalars.contains(where: isControl) else { return nil }
        bytes = bytes[(end + 1)...]
        return line
    }

    private static func line(_ text: String) -> String {
        String(text.unicodeScalars.filter { !isControl($0) })
    }

    private static func isControl(_ character: Unicode.Scalar) -> Bool {
        character.properties.generalCategory == .control
    }
}
