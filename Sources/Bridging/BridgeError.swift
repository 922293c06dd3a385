/// The reason why a bridge refuses a call or a message.
public struct BridgeError: Error, Hashable, CustomStringConvertible {
    /// The kind of the reason.
    public struct Reason: Sendable, Hashable {
        private let text: String

        /// The stream, or the type of the messages, is declared already.
        public static let isDeclared = Self(text: "is declared already")
        /// A group receives messages: it needs the direction `incoming`.
        public static let groupSends = Self(text: "has a group, which needs the direction incoming")
        /// The bridge was made without a center of states.
        public static let hasNoStates = Self(text: "is a state, and the bridge has no center of states")
        /// The bridge is running, or was.
        public static let hasRun = Self(text: "comes too late: the bridge is running, or was")
        /// No stream sends messages of this type.
        public static let isNotSent = Self(text: "is sent by no stream")
        /// As many entries as the options allow wait for the log.
        public static let queueIsFull = Self(text: "finds the queue full")
        /// The encoded message is larger than the options allow.
        public static let isTooLarge = Self(text: "is too large")
        /// More posts in all processes led to the message than the options allow.
        public static let isCyclic = Self(text: "was led to by too many posts in all processes")
        /// The bridge has stopped.
        public static let hasStopped = Self(text: "is not appended, since the bridge has stopped")
        /// The log cannot append an entry in a transaction of the app.
        public static let hasNoTransactions = Self(text: "is in a log without transactions of the app")
        /// The log returned a page that contradicts itself.
        public static let isInvalid = Self(text: "has a page that contradicts itself")
        /// The center is closed.
        public static let centerIsClosed = Self(text: "cannot be delivered, since the center is closed")
        /// The center of states refuses the value: it is closed, or has refused the set for a reason that it reported.
        public static let isRefused = Self(text: "is refused by the center of states")
        /// The bridge stopped before the log has confirmed these entries.
        ///
        /// They may have been appended.
        public static func isLeftBehind(_ count: Int) -> Self {
            Self(text: "has \(count) entries that were not appended before the bridge stopped")
        }

        var description: String { text }
    }

    /// The kind of the reason.
    public let reason: Reason

    /// The stream or the type.
    public let what: String

    init(_ reason: Reason, _ what: some CustomStringConvertible) {
        self.reason = reason
        self.what = what.description
    }

    /// One line for developers.
    public var description: String { "“\(what)” \(reason.description)" }
}
