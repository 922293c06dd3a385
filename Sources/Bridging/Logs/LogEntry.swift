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
