import Synchronization

/// A type of messages, a state, or a protocol that is called: something that can be subscribed to in a hub.
///
/// A hub finds it by its identity, and retains it.
///
/// Soundness: `subscriptions` is guarded by the lock of the hub. All other properties are constant or atomic, here and in subclasses,
/// or guarded as the subclass states.
class Topic: @unchecked Sendable {
    let id: ObjectIdentifier

    /// The type of its values as it is written where it is used.
    let type: any Any.Type

    /// A Boolean value that indicates whether values of other topics may belong to it.
    let isWide: Bool

    /// The list that the last delivery used, unless it was discarded.
    final let list = AtomicReference<SubscriptionList>()

    /// The subscriptions to it; guarded by the lock of the hub.
    final var subscriptions = SubscriptionSet()

    /// A Boolean value that indicates whether a dead letter was written to the log.
    final let hasLoggedDeadLetter = Atomic(false)

    /// The topics below it in a `TopicTree`, by the next bit of their hash.
    fileprivate final let zeroBranch = AtomicReference<Topic>()
    fileprivate final let oneBranch = AtomicReference<Topic>()

    init(id: ObjectIdentifier, showing type: any Any.Type, isWide: Bool = false) {
        self.id = id
        self.type = type
        self.isWide = isWide
    }

    /// The name of the state, of a topic that is a state.
    var key: String? { nil }

    /// The kind of the steps that deliver its values.
    var stepKind: DeliveryStep.Kind { .set }

    /// The name of the topic in a listing, a trace and a report.
    final var name: String { key ?? "\(type)" }

    /// A Boolean value that indicates whether reports contain its values, as they contain messages.
    var isReported: Bool { false }

    /// The amount of work that was left for later; `nil` while some of it waits.
    var totalIfIdle: Int? { 0 }

    /// Returns a copy of a value.
    func box(_ value: ValueAddress) -> any Sendable { () }

    /// Returns whether a subscription to this topic has to convert the values of another one.
    func needsConversion(from other: Topic) -> Bool { id != other.id }

    /// Returns the value of a delivery, of another topic, as one of this topic; `nil` if it does not belong to this topic.
    ///
    /// - Parameters:
    ///   - posting: The value.
    ///   - scope: The scope of the delivery, which may have a copy of the value.
    /// - Returns: The value.
    func convert(_ posting: Posting, in scope: DeliveryScope) -> Conversion? { nil }

    /// The subscriptions that a listing contains, under the lock of the hub.
    var allSubscriptions: [Subscription] { subscriptions.active }

    /// Adds a subscription, under the lock of the hub.
    func add(_ subscription: Subscription) {
        subscriptions.add(subscription)
    }

    /// Notes that a subscription has ended, under the lock of the hub.
    func countEnded() {
        subscriptions.countEnded()
    }

    /// Returns the subscriptions that a value reaches, under the lock of the hub.
    func receivers(of value: any Sendable, in hub: Hub) -> Receivers {
        Receivers(subscriptions: subscriptions.active, keepsMessages: false)
    }

    /// The subscriptions that a value reaches.
    struct Receivers {
        var subscriptions: [Subscription]

        /// A Boolean value that indicates whether a hub retains the value.
        var keepsMessages: Bool
    }

    /// The topic whose list contains the subscriptions to this one; `nil` if lists of several topics may contain them.
    func soleListTopic(in hub: Hub) -> Topic? { self }

    /// Returns the messages that a new subscriber receives first, under the lock of the hub.
    func messagesToReplay(in hub: Hub) -> [Envelope] { [] }

    /// Retains a message that was accepted, under the lock of the hub.
    ///
    /// - Returns: The messages that are no longer retained.
    func retain(_ message: Envelope, in hub: Hub) -> [Envelope] { [] }

    /// Removes the values that are kept for later, when the hub is closed.
    func close(in hub: Hub) {}
}

/// The topics of a hub by their identity, found without a lock.
///
/// The topics are in a binary tree, which branches by the bits of a hash of the identity. One writer at a time adds
/// leaves, under the lock of the hub. A topic that was added stays as long as the hub.
struct TopicTree: ~Copyable, Sendable {
    /// The root, which is the topic of nothing.
    private let root = Topic(id: ObjectIdentifier(Topic.self), showing: Topic.self)

    /// The topic with an identity, for as long as the hub lives.
    subscript(id: ObjectIdentifier) -> UnretainedReference<Topic>? {
        var hash = Self.hash(of: id)
        var next = hash < 0 ? root.zeroBranch.load() : root.oneBranch.load()
        hash <<= 1
        while let topic = next, topic.with({ $0.id }) != id {
            next = topic.with { hash < 0 ? $0.zeroBranch.load() : $0.oneBranch.load() }
            hash <<= 1
        }
        return next
    }

    /// Adds a topic.
    ///
    /// There must be none with its identity.
    func insert(_ new: Topic) {
        var hash = Self.hash(of: new.id)
        var last = root
        while let next = hash < 0 ? last.zeroBranch.load() : last.oneBranch.load() {
            last = next.object
            hash <<= 1
        }
        _ = hash < 0 ? last.zeroBranch.exchange(new) : last.oneBranch.exchange(new)
    }

    /// Returns a number whose upper bits differ even if those of the identities do not.
    private static func hash(of id: ObjectIdentifier) -> Int64 {
        Int64(bitPattern: UInt64(UInt(bitPattern: id)) &* 0x9E37_79B9_7F4A_7C15)
    }
}
