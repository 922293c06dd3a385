import SignalboxCore

/// A type of messages, without its type parameter.
class AnyMessageTopic: Topic, @unchecked Sendable {
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
    final func includes(_ message: any Sendable, of topic: AnyMessageTopic) -> Bool {
        if id == topic.id { return true }
        if !kind.isWide || kind == .optional && topic.kind == .optional { return false }
        return includes(message)
    }

    /// A reference to an object is the same for its class and for a superclass.
    override final func needsConversion(from other: Topic) -> Bool {
        if id == other.id { return false }
        return kind != .object || (other as? AnyMessageTopic)?.kind != .object
    }

    override final func receivers(of value: any Sendable, in hub: Hub) -> Receivers {
        var receivers = Receivers(subscriptions: [], keepsMessages: false)
        for hub in hub.hubsReachedByValues {
            let own = hub.topics[id]?.object as? AnyMessageTopic
            if let own {
                receivers.subscriptions += own.subscriptions.active
                if own.retained.limit > 0 { receivers.keepsMessages = true }
            }
            for case let topic as AnyMessageTopic in hub.wideTopics where topic !== own {
                if topic.subscriptions.isEmpty || !topic.includes(value, of: self) { continue }
                receivers.subscriptions += topic.subscriptions.active
            }
        }
        return receivers
    }

    override final func soleListTopic(in hub: Hub) -> Topic? { kind.isWide ? nil : self }
}

/// A type of messages.
private final class MessageTopic<Message>: AnyMessageTopic, @unchecked Sendable {
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

    override func messagesToReplay(in hub: Hub) -> [Envelope] {
        guard kind.isWide else { return retained.all.map(\.message) }
        var all: [RetainedMessages.Element] = []
        for case let topic as AnyMessageTopic in hub.allTopics {
            all += topic.retained.all.filter { includes($0.message.message, of: topic) }
        }
        return all.sorted { $0.number < $1.number }.map(\.message)
    }

    override func retain(_ message: Envelope, in hub: Hub) -> [Envelope] {
        let number = hub.readers.advance()
        return hub.hubsReachedByValues.flatMap { hub in
            let topic = hub.topics[id]?.object as? AnyMessageTopic
            return topic?.retained.append(message, numbered: number) ?? []
        }
    }

    override func close(in hub: Hub) {
        for message in retain(last: 0, in: hub) { message.endKeeping() }
    }
}

extension Hub {
    /// Returns the topic of a type of messages, made if it is new.
    func messageTopic<Message>(of type: Message.Type) -> AnyMessageTopic {
        let topic = topic(ObjectIdentifier(type)) { MessageTopic<Message>() }
        guard let topic = topic as? AnyMessageTopic else {
            preconditionFailure("the topic of \(type) is not one of messages")
        }
        return topic
    }
}

extension Hub {
    /// Calls a body with a message as one of its own type: an object by its dynamic type, an optional and an existential value by its
    /// content.
    func open(_ posting: Posting, _ body: (Posting) -> Void) {
        guard let posted = posting.topic.object as? AnyMessageTopic, posted.isWide else { return body(posting) }
        let isOpened = posted.open(posting.value, in: self) { value, topic in
            var opened = posting
            opened.value = value
            opened.topic = UnretainedReference(topic)
            if posted.optional?.wrapped == topic.type { opened.posted = (posting.value, posting.topic) }
            body(opened)
        }
        if !isOpened { body(posting) }
    }
}

/// The relation between the values of a type and other types.
enum TypeKind {
    /// Values of the type belong to it, and to existential and optional types.
    case value
    /// A class: an object counts as one of its dynamic type, and belongs to the superclasses of that as well.
    case object
    case optional
    case existential

    /// A Boolean value that indicates whether values of other types may belong to it.
    var isWide: Bool { self != .value }

    /// Finds out the kind of a type.
    init<Value>(of type: Value.Type) {
        if type is AnyClass {
            self = .object
        } else if type is any OptionalType.Type {
            self = .optional
        } else {
            self = Self.isExistential(type) ? .existential : .value
        }
    }

    /// Returns whether a type is existential, such as `any P`.
    ///
    /// The language has no function for that. The name of the metatype shows it: `P.Protocol`, or `(any P<Int>).Type`. Of all other
    /// types it ends with `.Type`.
    private static func isExistential<Value>(_ type: Value.Type) -> Bool {
        let metatype = String(reflecting: Swift.type(of: type))
        return metatype.hasSuffix(".Protocol") || metatype.hasPrefix("(any ") && metatype.hasSuffix(">).Type")
    }
}

/// An optional type, for code that does not know the type that it wraps.
protocol OptionalType {
    static var wrapped: any Any.Type { get }

    /// Opens the wrapped value.
    ///
    /// The wrapped value is not the value that a cast returns: a cast to an existential type puts the optional itself
    /// into a box.
    static func open(
        _ value: ValueAddress, of topic: AnyMessageTopic, in hub: Hub, _ body: (ValueAddress, Topic) -> Void
    ) -> Bool
}

extension Optional: OptionalType {
    static var wrapped: any Any.Type { Wrapped.self }

    static func open(
        _ value: ValueAddress, of topic: AnyMessageTopic, in hub: Hub, _ body: (ValueAddress, Topic) -> Void
    ) -> Bool {
        guard let wrapped = value.read(as: Self.self) else { return false }
        return topic.open(content: wrapped, in: hub, body)
    }
}
