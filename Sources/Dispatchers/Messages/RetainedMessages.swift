/// The last messages of a topic.
struct RetainedMessages: Sendable {
    typealias Element = (number: UInt64, message: PendingMessage)

    /// The number of messages to retain.
    var limit = 0

    private var messages = Queue<Element>()

    /// The retained messages, the oldest first.
    var all: [Element] { messages.all }

    /// Retains a message.
    ///
    /// - Returns: The messages that are no longer retained.
    mutating func append(_ message: PendingMessage, numbered number: UInt64) -> [PendingMessage] {
        if limit == 0 { return [] }
        message.beginKeeping()
        messages.append((number, message))
        return takeExcess()
    }

    /// Takes the oldest messages if there are more than the limit.
    mutating func takeExcess() -> [PendingMessage] {
        var excess: [PendingMessage] = []
        while messages.count > limit, let oldest = messages.popFirst() { excess.append(oldest.message) }
        return excess
    }
}
