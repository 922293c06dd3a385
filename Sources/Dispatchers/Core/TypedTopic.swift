/// A topic whose values are of a type that is known where it is made: a type of messages, or the calls of a protocol.
class TypedTopic<Message>: Topic, @unchecked Sendable {
    private let optional = Message.self as? any OptionalValue.Type

    init(id: ObjectIdentifier = ObjectIdentifier(Message.self), showing type: (any Any.Type)? = nil) {
        super.init(id: id, showing: type ?? Message.self, kind: TypeKind(of: Message.self))
    }

    override func box(_ value: Lent) -> any Sendable { value.box(as: Message.self) }

    override var isMessage: Bool { id == ObjectIdentifier(Message.self) }

    override func copy() -> Topic { TypedTopic(id: id, showing: type) }

    /// Whether a message belongs to this type.
    ///
    /// The language casts a `nil` to every optional type. As a message it belongs to its own type, and to the optional of a
    /// superclass of what it could wrap.
    override func includes(_ message: any Sendable) -> Bool {
        guard message is Message else { return false }
        guard kind == .optional, let optional = message as? any OptionalValue, let wrapped = optional.wrappedTypeOfNil
        else { return true }
        return self.optional?.canWrap(wrapped) ?? false
    }

    override func converting(_ message: any Sendable, _ body: (Lent) throws -> Void) rethrows {
        if let message = message as? Message { try Lent.lend(message, to: body) }
    }

    override func open(_ value: Lent, in hub: Hub, _ body: (Lent, Topic) -> Void) -> Bool {
        if let optional { return optional.open(value, in: hub, body) }
        let message = value.read(as: Message.self)
        func open<Opened>(_ type: Opened.Type) -> Bool {
            guard type != Message.self, let opened = message as? Opened else { return false }
            Lent.lend(opened) { body($0, hub.topic(of: type)) }
            return true
        }
        return _openExistential(Swift.type(of: message as Any), do: open)
    }
}

extension Hub {
    /// The topic of a type of messages, made if it is new.
    func topic<Message>(of type: Message.Type) -> Topic {
        topic(ObjectIdentifier(type)) { TypedTopic<Message>() }
    }

    /// The topic of the dynamic type of an object, made if it is new.
    func topic(ofObject object: AnyObject) -> Topic {
        func make<Message>(_ type: Message.Type) -> Topic { topic(of: type) }
        return _openExistential(type(of: object as Any), do: make)
    }
}

/// An optional type, seen from where it is not known to be one.
protocol OptionalValue {
    /// If it is `nil`, or wraps an optional that is, the type of what that could wrap.
    var wrappedTypeOfNil: (any Any.Type)? { get }

    static func canWrap(_ type: any Any.Type) -> Bool

    /// Calls a body with what an optional wraps, and the topic of that; `false` if it wraps nothing.
    static func open(_ value: Lent, in hub: Hub, _ body: (Lent, Topic) -> Void) -> Bool
}

extension Optional: OptionalValue {
    var wrappedTypeOfNil: (any Any.Type)? {
        switch self {
        case nil: Wrapped.self
        case let wrapped?: (wrapped as? any OptionalValue)?.wrappedTypeOfNil
        }
    }

    static func canWrap(_ type: any Any.Type) -> Bool { type is Wrapped.Type }

    static func open(_ value: Lent, in hub: Hub, _ body: (Lent, Topic) -> Void) -> Bool {
        guard let wrapped = value.read(as: Self.self) else { return false }
        let topic = hub.topic(of: Wrapped.self)
        return Lent.lend(wrapped) { value in
            if topic.kind == .optional { return topic.open(value, in: hub, body) }
            body(value, topic)
            return true
        }
    }
}
