/// An entry of a log: a message or the value of a state, as its sender wrote it.
public struct LogEntry: Hashable, Sendable {
    /// The identity of one run of the sending process.
    ///
    /// It ends with `+` if the entry is appended in a transaction of the app.
    public var sender: String

    /// The number of the entry among those of its sender in the stream.
    ///
    /// The numbers of a sender grow, so a log appends no entry whose number is not larger than the last one. Only the numbers of
    /// transactions are random.
    public var number: UInt64

    /// The name of the message's type.
    public var type: String

    /// The version of the message's form.
    public var version: Int

    /// The number of posts, each made by a handler of the one before, that led to the message, in all processes.
    public var depth: Int

    /// The W3C trace context of the post, if the sender recorded it.
    public var traceparent: String?

    /// The encoded message.
    public var payload: [UInt8]

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - sender: The identity of one run of the sending process.
    ///   - number: The number of the entry among those of its sender in the stream.
    ///   - type: The name of the message's type.
    ///   - version: The version of the message's form.
    ///   - depth: The number of posts that led to the message.
    ///   - traceparent: The W3C trace context of the post.
    ///   - payload: The encoded message.
    public init(
        sender: String, number: UInt64, type: String, version: Int = 1, depth: Int = 0, traceparent: String? = nil,
        payload: [UInt8]
    ) {
        self.sender = sender
        self.number = number
        self.type = type
        self.version = version
        self.depth = depth
        self.traceparent = traceparent
        self.payload = payload
    }
}

extension LogEntry {
    /// A Boolean value that indicates whether the entry is appended in a transaction of the app, so that its number is random.
    public var hasRandomNumber: Bool { sender.utf8.last == UInt8(ascii: "+") }
}

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

/// An entry with its position in a stream.
public struct StoredEntry: Hashable, Sendable {
    /// The position: 1 for the first entry of a stream, and then one more for each.
    public var position: UInt64

    /// The entry.
    public var entry: LogEntry

    /// Creates an entry with its position.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - entry: The entry.
    public init(position: UInt64, entry: LogEntry) {
        self.position = position
        self.entry = entry
    }
}

/// Some entries of a stream, one after the other, and where the stream begins and ends.
public struct LogPage: Hashable, Sendable {
    /// The position of the oldest entry that the log still has; the position that the next entry gets if it has none.
    public var first: UInt64

    /// The position of the newest entry; 0 if nothing was ever appended.
    public var last: UInt64

    /// The entries, by position.
    public var entries: [StoredEntry]

    /// The identity of the stream; `nil` if it was not made yet, or if the log cannot tell it from another one of its name.
    ///
    /// A stream that is removed and made again has another identity, and its positions begin again. A reader then posts a `RemoteGap`,
    /// and reads the new stream from its beginning.
    public var identity: String?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - first: The position of the oldest entry of the stream.
    ///   - last: The position of the newest entry of the stream.
    ///   - entries: The entries of the page.
    ///   - identity: The identity of the stream.
    public init(first: UInt64, last: UInt64, entries: [StoredEntry], identity: String? = nil) {
        self.first = first
        self.last = last
        self.entries = entries
        self.identity = identity
    }
}
