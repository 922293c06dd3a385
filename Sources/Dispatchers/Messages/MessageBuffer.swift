/// How many messages wait for a sequence or an asynchronous handler, and which are dropped if there are more.
///
/// ```swift
/// center.messages(of: Progress.self, buffer: .latest.coalescing { $0.file })
/// ```
///
/// Dropped messages are counted in `MessageCenter.Observation.dropped`, and the center's error handler is called with
/// a `QueueOverflow`, unless `latest` asked for it.
public struct MessageBuffer<Message: Sendable>: Sendable {
    /// Keeps only the newest message.
    public static var latest: Self { Self(limit: 1, overflow: .latest) }

    /// Keeps all messages; memory grows while messages arrive faster than they are handled.
    public static var unbounded: Self { Self(limit: .max, overflow: .newest) }

    let limit: Int
    let overflow: MessageOverflowPolicy
    private(set) var key: (@Sendable (any Sendable) -> CoalescingKey?)?

    /// Keeps the newest messages: each one beyond the limit replaces the oldest.
    ///
    /// - Parameter limit: How many messages may wait, at least one.
    /// - Returns: The policy.
    public static func dropOldest(beyond limit: Int) -> Self { Self(limit: limit, overflow: .oldest) }

    /// Keeps the oldest messages: those beyond the limit are dropped on arrival.
    ///
    /// - Parameter limit: How many messages may wait, at least one.
    /// - Returns: The policy.
    public static func dropNewest(beyond limit: Int) -> Self { Self(limit: limit, overflow: .newest) }

    /// Lets `MessageCenter.publish` wait until there is room; `post` never waits, and its messages are dropped.
    ///
    /// - Parameter limit: How many messages may wait, at least one.
    /// - Returns: The policy.
    public static func suspend(beyond limit: Int) -> Self { Self(limit: limit, overflow: .suspend) }

    /// The same policy, with coalescing: a message replaces the waiting one with the same key.
    ///
    /// - Parameter key: Of messages with equal keys, the last one is delivered, in the place of the first.
    /// - Returns: The policy.
    public func coalescing<Key: Hashable & Sendable>(by key: @escaping @Sendable (Message) -> Key) -> Self {
        var copy = self
        copy.key = { message in (message as? Message).map { CoalescingKey(key($0)) } }
        return copy
    }

    private init(limit: Int, overflow: MessageOverflowPolicy) {
        precondition(limit >= 1, "a buffer for \(limit) messages could never hold one")
        self.limit = limit
        self.overflow = overflow
    }
}

/// Which message goes when there is no room.
enum MessageOverflowPolicy {
    case oldest
    case newest
    case latest
    case suspend
}

/// A key under which messages are one.
///
/// It belongs to somebody else: it is never compared under a lock, nor is its hash made there.
struct CoalescingKey: Sendable {
    let hash: Int
    private let isSame: @Sendable (any Sendable) -> Bool
    private let value: any Sendable

    init<Key: Hashable & Sendable>(_ key: Key) {
        hash = key.hashValue
        value = key
        isSame = { $0 as? Key == key }
    }

    func isEqual(_ other: CoalescingKey) -> Bool { isSame(other.value) }
}
