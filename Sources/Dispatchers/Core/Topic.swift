/// The subscriptions to a topic, or those of an owner, all of them guarded by the lock of the hub.
class SubscriptionSet: @unchecked Sendable {
    /// The subscriptions, first registered first, and how many of them have ended.
    private var all: [Subscription] = []
    private var endedCount = 0

    /// Whether all have ended.
    final var isEmpty: Bool { endedCount == all.count }

    /// Those that have not ended, first registered first.
    final var active: [Subscription] {
        var active: [Subscription] = []
        active.reserveCapacity(all.count - endedCount)
        // By index: in a build for debugging an iterator allocates at each step.
        for index in all.indices where all[index].isActive { active.append(all[index]) }
        return active
    }

    final func add(_ subscription: Subscription) { all.append(subscription) }

    /// Notes that a subscription has ended; those that have are taken out when they are half of all.
    final func noteEnd() {
        endedCount += 1
        if endedCount * 2 > all.count { (all, endedCount) = (active, 0) }
    }
}

/// What can be subscribed to in a hub: a type of messages, a state, or a protocol that is called.
///
/// A hub finds it by its identity, and retains it. What the lock of the hub guards is marked so; the rest is constant or atomic.
class Topic: SubscriptionSet, @unchecked Sendable {
    let id: ObjectIdentifier

    /// The type of its values as they are written where it is used.
    let type: any Any.Type

    let kind: TypeKind

    /// The type, if it is optional.
    let optional: (any OptionalType.Type)?

    /// The list that the last delivery used, if it was not discarded.
    let list = AtomicReference<SubscriptionList>()

    /// The last values, for later subscribers; guarded by the lock of the hub.
    final var retained = RetainedMessages()

    /// The topics below it in the tree, by the next bit of their hash: see `TopicTree`.
    fileprivate let lesser = AtomicReference<Topic>()
    fileprivate let greater = AtomicReference<Topic>()

    init(id: ObjectIdentifier, showing type: any Any.Type, kind: TypeKind) {
        self.id = id
        self.type = type
        self.kind = kind
        optional = type as? any OptionalType.Type
    }

    /// The name of the state, of a topic that is one.
    var key: String? { nil }

    /// Whether its values are messages, which reports have.
    var isMessage: Bool { false }

    /// What a listing, a trace and a report call it.
    final var name: String { key ?? "\(type)" }

    /// How much was left for later; `nil` while some of it is not delivered yet.
    var pendingWork: Int? { 0 }

    /// A copy of a value.
    func box(_ value: Lent) -> any Sendable { () }

    /// Calls a body with a value of any type as one of this topic, and returns what that returns; `false` if it is none.
    func converting<Value>(_ message: Value, _ body: (Lent) throws -> Bool) rethrows -> Bool { false }

    /// Calls a body with an object as one of its own class, or with what an optional or existential value holds, and the topic
    /// of that; `false` if this is its topic.
    func open(_ value: Lent, in hub: Hub, _ body: (Lent, Topic) -> Void) -> Bool { false }

    /// Calls a body with what a value of this topic holds, opened as far as possible, and the topic of that; `false` if an optional
    /// holds a `nil`.
    fileprivate final func open<Content>(content: Content, in hub: Hub, _ body: (Lent, Topic) -> Void) -> Bool {
        let topic = hub.topic(of: Content.self)
        return Lent.lend(content) { value in
            let isOpened = topic.kind != .value && topic.open(value, in: hub, body)
            if isOpened || kind == .optional && topic.kind == .optional { return isOpened }
            body(value, topic)
            return true
        }
    }

    /// Whether a value of a topic belongs to this one as well.
    ///
    /// The language casts a `nil` to every optional type. As a message it belongs to its own type, and only a `nil` has the topic
    /// of an optional type: others have that of what they wrap.
    final func includes(_ message: any Sendable, of topic: Topic) -> Bool {
        if id == topic.id { return true }
        if !kind.isWide || kind == .optional && topic.kind == .optional { return false }
        return converting(message) { _ in true }
    }

    /// Whether a value of another topic has to be converted to one of this, as a reference to an object has not.
    final func needsConversion(from other: Topic) -> Bool { id != other.id && !(kind == .object && other.kind == kind) }
}

/// How the values of a type are found out to be those of other types.
enum TypeKind {
    /// Its values belong to itself, and to existential and optional types.
    case value
    /// A class: an object counts as one of its dynamic type, and belongs to the superclasses of that as well.
    case object
    case optional
    case existential

    /// Whether values of other types may belong to it.
    var isWide: Bool { self != .value }

    /// The kind of a type.
    ///
    /// No public function says whether a type is existential. The first word of its metadata does, as the ABI defines.
    init(of type: any Any.Type) {
        if type is AnyClass || type is any OptionalType.Type {
            self = type is AnyClass ? .object : .optional
        } else {
            let kind = unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
            self = kind == 0x303 || kind == 0x307 ? .existential : .value
        }
    }
}

/// The topics of a hub by their identity, found without a lock.
///
/// It is a binary tree, which branches by the bits of a hash of the identity. One writer at a time adds leaves, under the lock of
/// the hub, and a topic that was added stays as long as the hub.
struct TopicTree: ~Copyable, Sendable {
    /// The root, which is the topic of nothing.
    private let root = Topic(id: ObjectIdentifier(Topic.self), showing: Topic.self, kind: .value)

    /// The topic with an identity, for as long as the hub lives.
    subscript(id: ObjectIdentifier) -> Borrowed<Topic>? {
        var hash = Self.hash(of: id)
        var next = hash < 0 ? root.lesser.load() : root.greater.load()
        hash <<= 1
        while let topic = next, topic.with({ $0.id }) != id {
            next = topic.with { hash < 0 ? $0.lesser.load() : $0.greater.load() }
            hash <<= 1
        }
        return next
    }

    /// Adds a topic; there must be none with its identity.
    func insert(_ new: Topic) {
        var (hash, last) = (Self.hash(of: new.id), root)
        while let next = hash < 0 ? last.lesser.load() : last.greater.load() {
            last = next.object
            hash <<= 1
        }
        _ = hash < 0 ? last.lesser.exchange(new) : last.greater.exchange(new)
    }

    /// A number whose upper bits differ even if those of the identities do not.
    private static func hash(of id: ObjectIdentifier) -> Int64 {
        Int64(bitPattern: UInt64(UInt(bitPattern: id)) &* 0x9E37_79B9_7F4A_7C15)
    }
}

/// A topic whose values are of a type that is known where it is made: a type of messages, or the calls of a protocol.
final class TypedTopic<Message>: Topic, @unchecked Sendable {
    init(id: ObjectIdentifier = ObjectIdentifier(Message.self), showing type: any Any.Type = Message.self) {
        super.init(id: id, showing: type, kind: TypeKind(of: Message.self))
    }

    override func box(_ value: Lent) -> any Sendable { value.box(as: Message.self) }

    override var isMessage: Bool { id == ObjectIdentifier(Message.self) }

    override func converting<Value>(_ message: Value, _ body: (Lent) throws -> Bool) rethrows -> Bool {
        if let message = message as? Message { try Lent.lend(message, to: body) } else { false }
    }

    override func open(_ value: Lent, in hub: Hub, _ body: (Lent, Topic) -> Void) -> Bool {
        if let optional { return optional.open(value, of: self, in: hub, body) }
        let message = value.read(as: Message.self)
        let type = Swift.type(of: message as Any)
        func open<Content>(_ type: Content.Type) -> Bool {
            (message as? Content).map { self.open(content: $0, in: hub, body) } ?? false
        }
        return type != Message.self && _openExistential(type, do: open)
    }
}

/// An optional type, seen from where it is not known to be one.
protocol OptionalType {
    static var wrapped: any Any.Type { get }

    /// Opens what a value wraps, not what it is cast to: a cast to an existential type puts the optional itself into a box.
    static func open(_ value: Lent, of topic: Topic, in hub: Hub, _ body: (Lent, Topic) -> Void) -> Bool
}

extension Optional: OptionalType {
    static var wrapped: any Any.Type { Wrapped.self }

    static func open(_ value: Lent, of topic: Topic, in hub: Hub, _ body: (Lent, Topic) -> Void) -> Bool {
        value.read(as: Self.self).map { topic.open(content: $0, in: hub, body) } ?? false
    }
}
