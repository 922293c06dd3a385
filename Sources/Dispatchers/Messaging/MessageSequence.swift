/// The messages of a type from now on, for `for await`.
///
/// It observes from the moment it was made until its last copy and its last iterator are released, until the task that
/// iterates it is cancelled, or until the center goes; then it finishes. Messages that nobody has taken yet wait in one
/// buffer: several iterators share them between each other, each message going to one. For each its own, make a
/// sequence for each.
///
/// ```swift
/// for await added in center.messages(of: ItemAdded.self) { await stock.reserve(added) }
/// ```
public struct MessageSequence<Message: Sendable>: AsyncSequence, Sendable {
    let stream: AsyncStream<Message>
    let registration: Registration

    /// Starts taking messages out of the buffer.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: stream.makeAsyncIterator(), registration: registration)
    }

    /// Takes messages out of the buffer, and keeps the sequence observing.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Message>.Iterator
        fileprivate let registration: Registration

        /// Takes the next message, waiting for one if there is none; `nil` when the sequence has finished.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Message? {
            await base.next(isolation: actor)
        }
    }
}

extension MessageCenter {
    /// The messages of a type from now on, as an asynchronous sequence.
    ///
    /// - Parameters:
    ///   - type: What to hear: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
    ///   - buffer: What to do with messages for which nobody is waiting.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    /// - Returns: A sequence that observes already: what is posted before it is iterated waits in its buffer.
    public func messages<Message: Sendable>(
        of type: Message.Type,
        buffer: MessageBuffer = .dropOldest(beyond: 64),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> MessageSequence<Message> {
        let (stream, continuation) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: buffer.policy())
        let location = SourceLocation(fileID: fileID, line: line)
        let finish = { @Sendable in continuation.finish() }
        let seat = Seat<Message>(Observer(of: type, at: location, onEnd: finish)) { message, _ in
            if case .enqueued = continuation.yield(message) { return .received }
            return buffer.keepsOldest ? .missed : .received
        }
        let registration = register(seat, priority: 0)
        continuation.onTermination = { [weak registration] _ in _ = registration?.cancel() }
        return MessageSequence(stream: stream, registration: registration)
    }
}
