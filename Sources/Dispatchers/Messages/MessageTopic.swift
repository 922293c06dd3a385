import SignalboxCore

/// A type of messages.
final class MessageTopic<Message>: MessageTopicBase, @unchecked Sendable {
    init() {
        super.init(id: ObjectIdentifier(Message.self), showing: Message.self, kind: TypeKind(of: Message.self))
    }

    override func box(_ value: ValueAddress) -> any Sendable { value.box(as: Message.self) }

    override func includes(_ message: any Sendable) -> Bool { message is Message }

    override func convert(_ posting: Posting, in scope: DeliveryScope) -> Conversion? {
        let message = scope.copy?.message ?? posting.topic.object.box(posting.value)
        guard let message = message as? Message else { return nil }
        return TypedConversion(message, to: self)
    }

    override func open(_ value: ValueAddress, in hub: Hub, _ body: (ValueAddress, Topic) -> Void) -> Bool {
        if let optional { return optional.open(value, of: self, in: hub, body) }
        let message = value.read(as: Message.self)
        let type = Swift.type(of: message as Any)
        func open<Content>(_ type: Content.Type) -> Bool {
            guard let content = message as? Content else { return false }
            return self.open(content: content, in: hub, body)
        }
        return type != Message.self && _openExistential(type, do: open)
    }

    override func messagesToReplay(in hub: Hub) -> [PendingMessage] {
        guard kind.isWide else { return retained.all.map(\.message) }
        var all: [RetainedMessages.Element] = []
        for case let topic as MessageTopicBase in hub.allTopics {
            all += topic.retained.all.filter { includes($0.message.message, of: topic) }
        }
        return all.sorted { $0.number < $1.number }.map(\.message)
    }

    override func retain(_ message: PendingMessage, in hub: Hub) -> [PendingMessage] {
        let number = hub.readers.advance()
        return hub.hubsReachedByValues.flatMap { hub in
            let topic = hub.topics[id]?.object as? MessageTopicBase
            return topic?.retained.append(message, numbered: number) ?? []
        }
    }

    override func close(in hub: Hub) {
        for message in retain(last: 0, in: hub) { message.endKeeping() }
    }
}

extension Hub {
    /// Returns the topic of a type of messages, made if it is new.
    func messageTopic<Message>(of type: Message.Type) -> MessageTopicBase {
        let topic = topic(ObjectIdentifier(type)) { MessageTopic<Message>() }
        guard let topic = topic as? MessageTopicBase else {
            preconditionFailure("the topic of \(type) is not one of messages")
        }
        return topic
    }
}
