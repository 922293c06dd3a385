import SignalboxCore

/// A type of messages, without its type parameter.
class MessageTopicBase: Topic, @unchecked Sendable {
    let kind: TypeKind

    /// The type, if it is optional.
    let optional: (any OptionalType.Type)?

    /// The last messages, for later subscribers; guarded by the lock of the hub.
    final var retained = RetainedMessages()

    init(id: ObjectIdentifier, showing type: any Any.Type, kind: TypeKind) {
        self.kind = kind
        optional = type as? any OptionalType.Type
        super.init(id: id, showing: type, isWide: kind.isWide)
    }

    override var isReported: Bool { true }
    override final var stepKind: DeliveryStep.Kind { .post }

    /// Returns whether a message of another type belongs to this topic, as one of a subclass or of a conforming type does.
    func includes(_ message: any Sendable) -> Bool { false }

    /// Opens a value: an object by its own class, an optional and an existential value by its content.
    ///
    /// - Returns: `false` if this is its topic.
    func open(_ value: ValueAddress, in hub: Hub, _ body: (ValueAddress, Topic) -> Void) -> Bool { false }

    /// Calls a body with the content of a value of this topic, opened as far as possible, and the topic of that.
    ///
    /// - Returns: `false` if an optional contains `nil`.
    final func open<Content>(content: Content, in hub: Hub, _ body: (ValueAddress, Topic) -> Void) -> Bool {
        let topic = hub.messageTopic(of: Content.self)
        return ValueAddress.lend(content) { value in
            let isOpened = topic.kind != .value && topic.open(value, in: hub, body)
            if isOpened || kind == .optional && topic.kind == .optional { return isOpened }
            body(value, topic)
            return true
        }
    }

    /// Returns whether a message of a topic belongs to this one as well.
    ///
    /// The language casts a `nil` to every optional type. As a message it belongs to its own type. Only a `nil` has the topic of an
    /// optional type: other optionals have that of the value that they wrap.
    final func includes(_ message: any Sendable, of topic: MessageTopicBase) -> Bool {
        if id == topic.id { return true }
        if !kind.isWide || kind == .optional && topic.kind == .optional { return false }
        return includes(message)
    }

    /// A reference to an object is the same for its class and for a superclass.
    override final func needsConversion(from other: Topic) -> Bool {
        if id == other.id { return false }
        return kind != .object || (other as? MessageTopicBase)?.kind != .object
    }

    override final func receivers(of value: any Sendable, in hub: Hub) -> Receivers {
        var receivers = Receivers(subscriptions: [], keepsMessages: false)
        for hub in hub.hubsReachedByValues {
            let own = hub.topics[id]?.object as? MessageTopicBase
            if let own {
                receivers.subscriptions += own.subscriptions.active
                if own.retained.limit > 0 { receivers.keepsMessages = true }
            }
            for case let topic as MessageTopicBase in hub.wideTopics where topic !== own {
                if topic.subscriptions.isEmpty || !topic.includes(value, of: self) { continue }
                receivers.subscriptions += topic.subscriptions.active
            }
        }
        return receivers
    }

    override final func soleListTopic(in hub: Hub) -> Topic? { kind.isWide ? nil : self }
}

// Retained messages.
extension MessageTopicBase {
    /// Retains so many messages from now on.
    ///
    /// - Returns: The messages that are no longer retained.
    final func retain(last count: Int, in hub: Hub) -> [PendingMessage] {
        var oldList: SubscriptionList?
        defer { hub.retire(oldList) }
        return hub.tree.state.withLock { _ in
            if hub.isClosed, count > 0 { return [] }
            retained.limit = count
            oldList = hub.invalidateList(of: self)
            return retained.takeExcess()
        }
    }
}
