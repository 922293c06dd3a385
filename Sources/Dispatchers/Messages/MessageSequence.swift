import SignalboxCore

/// The messages of a type from now on, for `for await`.
///
/// A sequence observes from its creation until its last copy and its last iterator are released, until a task that
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
        let terms = Subscription.Terms(subject: subject, location: SourceLocation(fileID: fileID, line: line))
        let subscription = hub.subscribe(InboxHandler(inbox), to: hub.messageTopic(of: type), terms)
        return MessageSequence(inbox: inbox, registration: Registration(of: subscription, watched: false))
    }
}
