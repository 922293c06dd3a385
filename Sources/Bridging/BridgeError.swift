/// The reason why a bridge refuses a call or a message.
public struct BridgeError: Error, Hashable, CustomStringConvertible {
    /// The kind of the reason.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// The stream, or the type of the messages, is declared already.
        case alreadyDeclared
        /// A group receives messages: it needs the direction `incoming`.
        case sendingGroup
        /// The bridge was made without a center of states.
        case noStates
        /// The bridge is running, or was.
        case alreadyRun
        /// No stream sends messages of this type.
        case notSent
        /// As many entries as the options allow wait for the log.
        case queueFull
        /// The encoded message is larger than the options allow.
        case tooLarge
        /// More posts in all processes led to the message than the options allow.
        case cyclic
        /// The bridge has stopped.
        case stopped
        /// The log cannot append an entry in a transaction of the app.
        case noTransactions
        /// The log returned a page that contradicts itself.
        case invalidPage
        /// The center is closed.
        case closed
        /// The center of states refuses the value: it is closed, or has refused the set for a reason that it reported.
        case refused
        /// The bridge stopped before the log confirmed this number of entries.
        ///
        /// They may have been appended.
        case leftBehind(count: Int)
        /// The bridge stopped before the log has stored the position of a group.
        ///
        /// The next reader of the group repeats the messages behind the stored one.
        case notStored(position: UInt64, stored: UInt64)
    }

    /// The kind of the reason.
    public let reason: Reason

    /// The stream or the type.
    public let what: String

    /// The number that is beyond the limit: of bytes of a message, of posts that led to it, of entries that wait for the log, or of their
    /// bytes; `nil` for reasons without a limit.
    public let size: Int?

    /// The limit of the options.
    public let limit: Int?

    init(_ reason: Reason, _ what: some CustomStringConvertible, size: Int? = nil, limit: Int? = nil) {
        self.reason = reason
        self.what = what.description
        self.size = size
        self.limit = limit
    }

    /// One line for developers.
    public var description: String { "“\(what)” \(reason.text)\(numbers)" }

    private var numbers: String {
        guard let size, let limit else { return "" }
        return switch reason {
        case .tooLarge: ": a message has \(size) bytes, and BridgeOptions.payloadLimit is \(limit)"
        case .cyclic: ": \(size) posts led to a message, and BridgeOptions.cycleLimit is \(limit)"
        case .queueFull where size == limit:
            ": \(size) entries wait for the log, and BridgeOptions.queueLimit is \(limit)"
        default: ": with the message, it would have \(size) bytes, and BridgeOptions.queueByteLimit is \(limit)"
        }
    }
}

extension BridgeError.Reason {
    /// The end of a sentence that begins with a stream or a type.
    fileprivate var text: String {
        switch self {
        case .alreadyDeclared: "is declared already"
        case .sendingGroup: "has a group, which needs the direction incoming"
        case .noStates: "is a state, and the bridge has no center of states"
        case .alreadyRun: "needs a bridge that has not run: declare streams before run, which is called once"
        case .notSent: "is sent by no stream"
        case .queueFull: "finds the queue full"
        case .tooLarge: "is too large"
        case .cyclic: "was led to by too many posts in all processes"
        case .stopped: "is not appended, since the bridge has stopped"
        case .noTransactions: "is in a log without transactions of the app"
        case .invalidPage: "has a page that contradicts itself"
        case .closed: "cannot be delivered, since the center is closed"
        case .refused: "is refused by the center of states"
        case .leftBehind(let count): "has \(count) entries that were not appended before the bridge stopped"
        case .notStored(let position, let stored):
            "was read to \(position), and the log has the position \(stored) of the group: the next reader repeats the rest"
        }
    }
}
