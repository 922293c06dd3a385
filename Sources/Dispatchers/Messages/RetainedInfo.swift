/// A snapshot of the messages of one type that a center retains for later subscribers.
public struct RetainedInfo: Sendable {
    /// The name of the type.
    public let what: String

    /// The number of messages that are retained at most.
    public let limit: Int

    /// The messages, the oldest first.
    public let messages: [any Sendable]
}

extension MessageCenter {
    /// The types of which this center retains messages, in the order of their names.
    public var retained: [RetainedInfo] { hub.retained }
}

extension Hub {
    /// The types of which this hub retains messages, in the order of their names.
    var retained: [RetainedInfo] {
        let topics = tree.state.withLock { _ in
            allTopics.compactMap { $0 as? MessageTopicBase }.map { ($0.name, $0.retained) }
        }
        return topics.filter { $0.1.limit > 0 }.sorted { $0.0 < $1.0 }.map { name, retained in
            RetainedInfo(what: name, limit: retained.limit, messages: retained.all.map(\.message.message))
        }
    }
}
