/// The capacity and the overflow policy of the queue of a sequence or an asynchronous handler.
///
/// ```swift
/// center.messages(of: Progress.self, buffer: .latest.coalescing { $0.file })
/// ```
///
/// Dropped messages are counted in `ObservationInfo.dropped`, and the center's error handler is called with a
/// `QueueOverflow`, unless `latest` was asked for. A publication has its loss in its report instead.
public struct MessageBuffer<Message: Sendable>: Sendable {
    /// Keeps only the newest message.
    ///
    /// With coalescing, keeps the newest message of each key.
    public static var latest: Self { Self(limit: 1, .latest) }

    /// Keeps all messages.
    ///
    /// Memory grows while messages arrive faster than they are handled.
    public static var unbounded: Self { Self(limit: .max, .newest) }

    /// The largest number of keys of which `latest` keeps a message.
    private static var keyLimit: Int { 65_536 }

    let limit: Int
    let overflow: MessageOverflow

    /// Returns the key of a message.
    ///
    /// A message replaces the waiting one with an equal key.
    private(set) var key: (@Sendable (any Sendable) -> String?)?

    private init(limit: Int, _ overflow: MessageOverflow) {
        precondition(limit >= 1, "a buffer for \(limit) messages could never hold one")
        self.limit = limit
        self.overflow = overflow
    }

    /// Keeps the newest messages: each one beyond the limit replaces the oldest.
    ///
    /// - Parameter limit: The largest number of waiting messages, at least one.
    /// - Returns: The policy.
    public static func dropOldest(beyond limit: Int) -> Self { Self(limit: limit, .oldest) }

    /// Keeps the oldest messages: those beyond the limit are dropped on arrival.
    ///
    /// - Parameter limit: The largest number of waiting messages, at least one.
    /// - Returns: The policy.
    public static func dropNewest(beyond limit: Int) -> Self { Self(limit: limit, .newest) }

    /// Lets `MessageCenter.publish` wait until there is room.
    ///
    /// `post` never waits, and its messages are dropped.
    ///
    /// - Parameter limit: The largest number of waiting messages, at least one.
    /// - Returns: The policy.
    public static func suspend(beyond limit: Int) -> Self { Self(limit: limit, .suspend) }

    /// Adds coalescing: a message replaces the waiting one with the same key.
    ///
    /// A replaced message is not dropped. Of `latest`, one message of each key waits, for up to 65,536 keys. Beyond that the oldest is
    /// dropped and reported.
    ///
    /// - Parameter key: Of messages with equal keys, the last one is delivered, in the position of the first. Keys are
    ///   compared by their description: write `"\($0.file) \($0.page)"` for a key of two parts.
    /// - Returns: The policy.
    public func coalescing<Key: LosslessStringConvertible & SendableMetatype>(
        by key: @escaping @Sendable (Message) -> Key
    ) -> Self {
        var copy = overflow == .latest ? Self(limit: Self.keyLimit, .oldest) : self
        copy.key = { message in
            guard let message = message as? Message else { return nil }
            var text = key(message).description
            // It is compared under a lock, where the code of a bridged string must not run.
            text.makeContiguousUTF8()
            return text
        }
        return copy
    }
}

/// The message that is dropped when there is no room.
///
/// `latest` is `oldest` without a report.
enum MessageOverflow {
    case oldest
    case newest
    case latest
    case suspend
}
