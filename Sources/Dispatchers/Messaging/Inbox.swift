/// Where messages wait for a sequence's readers or for an asynchronous handler.
final class Inbox: Sendable {
    /// What became of a message that was put in.
    enum Outcome {
        case received
        /// It waits, and another has gone.
        case pushedOut(Parcel)
        case full
        case finished
    }

    private typealias Reader = CheckedContinuation<MessageQueue.Entry?, Never>

    private struct State: Sendable {
        var queue: MessageQueue
        var readers: [Reader] = []
        var publishers: [(id: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
        var lastID: UInt64 = 0
        var isFinished = false
        /// Whether the handler is running, and who waits for its end.
        var isHandling = false
        var drains: [CheckedContinuation<Void, Never>] = []
    }

    /// Whether a handler takes the messages, and not a sequence's reader.
    let isServed: Bool
    let location: SourceLocation
    private let key: (@Sendable (any Sendable) -> CoalescingKey?)?
    private let state: Protected<State>

    init<Message>(_ buffer: MessageBuffer<Message>, isServed: Bool, at location: SourceLocation) {
        self.isServed = isServed
        self.location = location
        key = buffer.key
        isLossy = buffer.overflow == .latest
        state = Protected(State(queue: MessageQueue(limit: buffer.limit, overflow: buffer.overflow)))
    }

    /// Whether dropping is what was asked for, and nobody needs to be told.
    let isLossy: Bool

    /// How many messages found no room or had to make it.
    var dropped: Int { state.withLock { $0.queue.dropped } }

    /// Lets a message wait, or hands it to who waits for one.
    func put(_ parcel: Parcel, whenHandled: (@Sendable (Handled) -> Void)? = nil) -> Outcome {
        let key = key?(parcel.message)
        let entry = MessageQueue.Entry(
            parcel: parcel, key: key, whenHandled: whenHandled.map { [$0] } ?? [],
            handling: whenHandled == nil ? nil : Handling.current)
        while true {
            let candidates = key.map { key in state.withLock { $0.queue.candidates(hash: key.hash) } } ?? []
            // Outside of the lock, since keys are not ours.
            let same = key.flatMap { key in candidates.last { $0.key.isEqual(key) }?.number }
            if let outcome = put(entry, comparedTo: candidates.map(\.number), same: same) { return outcome }
        }
    }

    /// The message that has waited longest, or the next one; `nil` when there will be none any more.
    func next() async -> MessageQueue.Entry? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Reader) in
                let (entry, publisher) = state.withLock {
                    state -> (MessageQueue.Entry??, CheckedContinuation<Void, Never>?) in
                    if let entry = state.queue.popFirst() {
                        state.isHandling = isServed
                        let publisher = state.publishers.isEmpty ? nil : state.publishers.removeFirst().continuation
                        return (.some(entry), publisher)
                    }
                    if state.isFinished { return (.some(nil), nil) }
                    state.readers.append(continuation)
                    return (nil, nil)
                }
                publisher?.resume()
                if let entry { continuation.resume(returning: entry) }
            }
        } onCancel: {
            finish()
        }
    }

    /// Waits until there may be room for a message.
    func room() async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    let isSuspending = state.queue.overflow == .suspend && state.queue.isFull
                    guard isSuspending, !state.isFinished, !Task.isCancelled else { return false }
                    state.publishers.append((id, continuation))
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                let index = state.publishers.firstIndex { $0.id == id }
                return index.map { state.publishers.remove(at: $0).continuation }
            }
            waiting?.resume()
        }
    }

    /// Notes that the handler has returned.
    func didHandle() {
        let drains = state.withLock { state in
            state.isHandling = false
            defer { state.drains = [] }
            return state.drains
        }
        for drain in drains { drain.resume() }
    }

    /// Waits until the handler has returned, if it is running.
    func drain() async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if state.isHandling { state.drains.append(continuation) }
                return state.isHandling
            }
            if !mustWait { continuation.resume() }
        }
    }

    /// Forgets what waits, and lets nobody wait any more.
    func finish() {
        let (old, entries) = state.withLock { state in
            let old = state
            state.isFinished = true
            state.readers = []
            state.publishers = []
            return (old, state.queue.removeAll())
        }
        for reader in old.readers { reader.resume(returning: nil) }
        for publisher in old.publishers { publisher.continuation.resume() }
        for entry in entries { entry.end(.skipped) }
    }

    private func put(_ entry: MessageQueue.Entry, comparedTo compared: [Int], same: Int?) -> Outcome? {
        let (outcome, reader) = state.withLock { state -> (MessageQueue.Outcome?, Reader?) in
            if state.isFinished { return (nil, nil) }
            if !state.readers.isEmpty {
                state.isHandling = isServed
                return (.queued, state.readers.removeFirst())
            }
            return (state.queue.put(entry, comparedTo: compared, same: same), nil)
        }
        reader?.resume(returning: entry)
        switch outcome {
        case .queued, .coalesced: return .received
        case .pushedOut(let oldest):
            oldest.end(.dropped)
            return .pushedOut(oldest.parcel)
        case .full: return .full
        case .stale: return nil
        case nil: return .finished
        }
    }
}

/// What became of a message at one observer.
enum Handled: Sendable {
    case done
    case consumed
    case failed(any Error)
    case dropped
    case skipped
}
