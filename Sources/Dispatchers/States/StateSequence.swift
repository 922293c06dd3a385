/// The values of a state, or of a part of one, for `for await`.
///
/// It observes from the moment it is made until its last copy and its last iterator are released, until the task that
/// iterates it is cancelled, or until the center is closed or released; then it finishes. It keeps only the latest value that
/// was not taken yet. Several iterators share the values.
///
/// ```swift
/// for await volume in center.values(of: .volume) { await speaker.play(at: volume) }
/// ```
public struct StateSequence<Value: Sendable>: AsyncSequence, Sendable {
    let stream: AsyncStream<Value>
    let registration: Registration

    /// Starts taking values.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: stream.makeAsyncIterator(), registration: registration)
    }

    /// Takes values, and keeps the sequence observing.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Value>.Iterator
        fileprivate let registration: Registration

        /// Takes the latest value, waiting for one if there is none; `nil` when the sequence has finished.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Value? {
            await base.next(isolation: actor)
        }
    }
}

extension ObserverCenter {
    /// The current value and the later ones, as an asynchronous sequence that keeps the latest.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - options: What not to deliver.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    /// - Returns: A sequence that observes already: what is set before it is iterated is not missed.
    public func values<Value>(
        of path: StatePath<Value>,
        options: StateOptions<Value> = [],
        fileID: StaticString = #fileID, line: Int = #line
    ) -> StateSequence<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let subscriber = StateSubscriber(
            location: SourceLocation(fileID: fileID, line: line), options: options.forAnyValue,
            onEnd: { continuation.finish() },
            handler: TokenHandler<StateChange<Value>> { change in _ = continuation.yield(change.new) })
        let registration = Registration(of: subscribe(subscriber, to: path, options))
        continuation.onTermination = { [weak registration] _ in _ = registration?.cancel() }
        return StateSequence(stream: stream, registration: registration)
    }
}
