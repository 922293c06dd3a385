/// The messages of a type from now on, for `for await`.
///
/// It observes from the moment it was made until its last copy and its last iterator are released, until a task that
/// iterates it is cancelled, or until the center is closed or released. Then it finishes, and waiting messages are discarded.
/// Messages wait in one buffer. Several iterators share it, and each message reaches one of them. To give each iterator all
/// messages, make a sequence for each.
///
/// ```swift
/// for await added in center.messages(of: ItemAdded.self) { await stock.reserve(added) }
/// ```
public struct MessageSequence<Message: Sendable>: AsyncSequence, Sendable {
    let inbox: Inbox
    let registration: Registration

    /// Starts taking messages out of the buffer.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

    /// Takes messages out of the buffer, and keeps the observation active.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let sequence: MessageSequence

        /// Takes the next message, waiting for one if there is none; `nil` when the sequence has finished.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Message? {
            while let entry = await sequence.inbox.next() {
                if let message = entry.message.message as? Message { return message }
            }
            sequence.registration.cancel()
            return nil
        }
    }
}

extension MessageCenter {
    /// The messages of a type from now on, as an asynchronous sequence.
    ///
    /// - Parameters:
    ///   - type: The type of the messages: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - subject: Unless `nil`, only messages about this object are received, and the sequence finishes with it.
    ///   - buffer: The buffer for messages that no iterator is waiting for.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: A sequence that is already active: messages that are posted before it is iterated wait in its buffer.
    public func messages<Message: Sendable>(
        of type: Message.Type, about subject: (any AnyObject & Sendable)? = nil,
        buffer: MessageBuffer<Message> = .dropOldest(beyond: 64),
        fileID: StaticString = #fileID, line: Int = #line
    ) -> MessageSequence<Message> {
        let inbox = Inbox(buffer)
        let subscription = hub.subscribe(
            InboxHandler(inbox), to: hub.topic(of: type), about: subject,
            at: SourceLocation(fileID: fileID, line: line))
        return MessageSequence(inbox: inbox, registration: Registration(of: subscription))
    }
}

/// How many messages wait for a sequence or an asynchronous handler, and which are dropped if there are more.
///
/// ```swift
/// center.messages(of: Progress.self, buffer: .latest.coalescing { $0.file })
/// ```
///
/// Dropped messages are counted in `ObservationInfo.dropped`, and the center's error handler is called with a
/// `QueueOverflow`, unless `latest` asked for it.
public struct MessageBuffer<Message: Sendable>: Sendable {
    /// Keeps only the newest message.
    public static var latest: Self { Self(limit: 1, .latest) }

    /// Keeps all messages; memory grows while messages arrive faster than they are handled.
    public static var unbounded: Self { Self(limit: .max, .newest) }

    let limit: Int
    let overflow: MessageOverflow

    /// The key of a message: messages with equal keys are one.
    private(set) var key: (@Sendable (any Sendable) -> String?)?

    private init(limit: Int, _ overflow: MessageOverflow) {
        precondition(limit >= 1, "a buffer for \(limit) messages could never hold one")
        self.limit = limit
        self.overflow = overflow
    }

    /// Keeps the newest messages: each one beyond the limit replaces the oldest.
    ///
    /// - Parameter limit: How many messages may wait, at least one.
    /// - Returns: The policy.
    public static func dropOldest(beyond limit: Int) -> Self { Self(limit: limit, .oldest) }

    /// Keeps the oldest messages: those beyond the limit are dropped on arrival.
    ///
    /// - Parameter limit: How many messages may wait, at least one.
    /// - Returns: The policy.
    public static func dropNewest(beyond limit: Int) -> Self { Self(limit: limit, .newest) }

    /// Lets `MessageCenter.publish` wait until there is room; `post` never waits, and its messages are dropped.
    ///
    /// - Parameter limit: How many messages may wait, at least one.
    /// - Returns: The policy.
    public static func suspend(beyond limit: Int) -> Self { Self(limit: limit, .suspend) }

    /// The same policy, with coalescing: a message replaces the waiting one with the same key.
    ///
    /// - Parameter key: Of messages with equal keys, the last one is delivered, in the place of the first. Keys are compared by
    ///   their description: write `"\($0.file) \($0.page)"` for a key of two parts.
    /// - Returns: The policy.
    public func coalescing<Key: LosslessStringConvertible & SendableMetatype>(
        by key: @escaping @Sendable (Message) -> Key
    ) -> Self {
        var copy = self
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

/// Which message is dropped when there is no room; `latest` is `oldest` without a report.
enum MessageOverflow { case oldest, newest, latest, suspend }

/// The handler of a subscription whose messages wait in an inbox.
final class InboxHandler: Handler {
    let inbox: Inbox
    private let owner: WeakReference?

    init(_ inbox: Inbox, owner: (any AnyObject & Sendable)? = nil) {
        self.inbox = inbox
        self.owner = owner.map { WeakReference($0) }
    }

    override var isPlain: Bool { false }
    override var isOrphaned: Bool { owner?.isGone ?? false }
    override var running: WaitGroup? { inbox.running }
    override var pendingWork: Int? { inbox.pendingWork }

    override func take(in scope: DeliveryScope, of subscription: Subscription) {
        if isOrphaned { return subscription.cancel() }
        let message = scope.keep()
        if running == nil { message.hub.trace.end(subscription.beginDelivery(of: message), .queued) }
        // Keys are made by foreign code that is no handler.
        let wasConsumed = scope.isConsumed
        if inbox.put(message, of: subscription) { scope.isReceived = true }
        scope.isConsumed = wasConsumed
    }

    override func describe(_ info: inout ObservationInfo) {
        info.form = running == nil ? .sequence : .asynchronous
        (info.waiting, info.dropped) = inbox.counts
        if let owner { (info.owner, info.isAlive) = (owner.object.map { "\(type(of: $0))" }, !owner.isGone) }
    }

    override func end() { inbox.finish() }
}

extension Subscription {
    /// Begins the event of the delivery of a message to it.
    func beginDelivery(of message: PendingMessage) -> Trace.Cause? {
        hub.trace.begin(
            hub.subject(.delivery, message.topic, at: message.location, to: location), because: message.event)
    }
}
