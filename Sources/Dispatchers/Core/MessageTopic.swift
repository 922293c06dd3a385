/// The topic of a type of messages, which are all `Sendable`, though that cannot be said of what an optional wraps.
final class MessageTopic<Message>: TypedTopic<Message>, @unchecked Sendable {
    private let optional = Message.self as? any OptionalValue.Type

    init() { super.init() }

    /// Why the cast is sound: both existential types have one layout, and nothing is posted that is not `Sendable`.
    override func box(_ address: UnsafeRawPointer) -> any Sendable {
        unsafeBitCast(address.assumingMemoryBound(to: Message.self).pointee as Any, to: (any Sendable).self)
    }

    override func copy() -> Topic { MessageTopic() }

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

    override func converting(_ message: any Sendable, _ body: (UnsafeRawPointer) throws -> Void) rethrows {
        guard let message = message as? Message else { return }
        try withUnsafePointer(to: message) { try body(UnsafeRawPointer($0)) }
    }

    override func open(_ address: UnsafeRawPointer, in hub: Hub, _ body: (UnsafeRawPointer, Topic) -> Void) -> Bool {
        if let optional { return optional.open(address, in: hub, body) }
        let message = address.assumingMemoryBound(to: Message.self).pointee
        func open<Opened>(_ type: Opened.Type) -> Bool {
            guard type != Message.self, let opened = message as? Opened else { return false }
            withUnsafePointer(to: opened) { body(UnsafeRawPointer($0), hub.topic(of: type)) }
            return true
        }
        return _openExistential(Swift.type(of: message as Any), do: open)
    }
}

extension Hub {
    /// The topic of a type of messages, made if it is new.
    func topic<Message>(of type: Message.Type) -> Topic {
        topic(ObjectIdentifier(type)) { MessageTopic<Message>() }
    }

    /// The topic of the dynamic type of an object, made if it is new.
    @inline(never)
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

    /// Calls a body with the address and the topic of what the optional at an address wraps; `false` if that is nothing.
    static func open(_ address: UnsafeRawPointer, in hub: Hub, _ body: (UnsafeRawPointer, Topic) -> Void) -> Bool
}

extension Optional: OptionalValue {
    var wrappedTypeOfNil: (any Any.Type)? {
        switch self {
        case nil: Wrapped.self
        case let wrapped?: (wrapped as? any OptionalValue)?.wrappedTypeOfNil
        }
    }

    static func canWrap(_ type: any Any.Type) -> Bool { type is Wrapped.Type }

    static func open(_ address: UnsafeRawPointer, in hub: Hub, _ body: (UnsafeRawPointer, Topic) -> Void) -> Bool {
        guard let wrapped = address.assumingMemoryBound(to: Self.self).pointee else { return false }
        let topic = hub.topic(of: Wrapped.self)
        return withUnsafePointer(to: wrapped) { address in
            if topic.kind == .optional { return topic.open(UnsafeRawPointer(address), in: hub, body) }
            body(UnsafeRawPointer(address), topic)
            return true
        }
    }
}
