/// Where messages wait for a sequence's readers or for an asynchronous handler.
final class Inbox: Sendable {
    /// What became of a message that was put in.
    enum Outcome {
        case received
        /// It waits, and another was dropped, the one with this number.
        case pushedOut(MessageQueue.Entry, number: Int)
        /// It was dropped, as the one with this number.
        case full(number: Int)
        case finished
    }

    fileprivate typealias Reader = CheckedContinuation<MessageQueue.Entry?, Never>

    fileprivate struct State: Sendable {
        var queue: MessageQueue
        var readers: [Reader] = []
        var publishers = WaitingPublishers()
        /// How many places are kept for publishers that were told of them and have not yet come.
        var reserved = 0
        var isFinished = false
        /// Whether the handler is running, for what, and who waits for its end.
        var isHandling = false
        var handling: Handling?
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

    /// What the handler is called for at this moment.
    var handling: Handling? { state.withLock { $0.handling } }

    /// Notes what the handler is called for.
    func willHandle(_ handling: Handling) { state.withLock { $0.handling = handling } }

    /// Queues a message, or hands it to a reader that waits for one.
    ///
    /// - Parameters:
    ///   - parcel: The message.
    ///   - isReserved: Whether `reserve` kept a place for it.
    ///   - whenHandled: Called with what became of it, if it is queued.
    /// - Returns: What became of the message.
    func put(
        _ parcel: Parcel, isReserved: Bool = false, whenHandled: (@Sendable (Handled) -> Void)? = nil
    ) -> Outcome {
        let key = key?(parcel.message)
        let entry = MessageQueue.Entry(
            parcel: parcel, key: key, whenHandled: whenHandled.map { [$0] } ?? [],
            handling: whenHandled == nil ? nil : Handling.current)
        while true {
            let candidates = key.map { key in state.withLock { $0.queue.candidates(hash: key.hash) } } ?? []
            // Outside of the lock, since keys are not ours.
            let same = key.flatMap { key in candidates.last { $0.key.isEqual(key) }?.number }
            let outcome = put(entry, comparedTo: candidates.map(\.number), same: same, isReserved: isReserved)
            if let outcome { return outcome }
        }
    }

    /// The message that has waited longest, or the next one; `nil` when there will be none any more.
    func next() async -> MessageQueue.Entry? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Reader) in
                let (entry, publishers) = state.withLock {
                    state -> (MessageQueue.Entry??, [WaitingPublishers.Continuation]) in
                    if let entry = state.queue.popFirst() {
                        state.isHandling = isServed
                        return (.some(entry), state.reserveForWaiting())
                    }
                    if state.isFinished { return (.some(nil), []) }
                    state.readers.append(continuation)
                    return (nil, [])
                }
                for publisher in publishers { publisher.resume(returning: true) }
                if let entry { continuation.resume(returning: entry) }
            }
        } onCancel: {
            finish()
        }
    }

    /// Waits until there is room for a message, and keeps it: publishers get room in the order in which they came.
    ///
    /// - Returns: Whether a place is kept. Not in a queue whose policy is another one or which has finished, and not
    ///   for a task that was cancelled.
    func reserve() async -> Bool {
        let id = state.withLock { $0.publishers.makeID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReserved = state.withLock { state -> Bool? in
                    guard state.queue.overflow == .suspend, !state.isFinished else { return false }
                    if state.publishers.isEmpty, state.queue.hasRoom(beside: state.reserved) {
                        state.reserved += 1
                        return true
                    }
                    if Task.isCancelled { return false }
                    state.publishers.insert(continuation, id)
                    return nil
                }
                if let isReserved { continuation.resume(returning: isReserved) }
            }
        } onCancel: {
            state.withLock { $0.publishers.remove(id) }?.resume(returning: false)
        }
    }

    /// Notes that the handler has returned.
    func didHandle() {
        let drains = state.withLock { state in
            state.isHandling = false
            state.handling = nil
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
            state.publishers = WaitingPublishers()
            state.reserved = 0
            return (old, state.queue.removeAll())
        }
        for reader in old.readers { reader.resume(returning: nil) }
        for publisher in old.publishers.all { publisher.resume(returning: false) }
        for entry in entries { entry.end(.skipped) }
    }

    private func put(
        _ entry: MessageQueue.Entry, comparedTo compared: [Int], same: Int?, isReserved: Bool
    ) -> Outcome? {
        var reader: Reader?
        var publishers: [WaitingPublishers.Continuation] = []
        let outcome = state.withLock { state -> MessageQueue.Outcome? in
            if state.isFinished { return nil }
            let reserved = state.reserved - (isReserved ? 1 : 0)
            var outcome = MessageQueue.Outcome.queued
            if state.readers.isEmpty {
                outcome = state.queue.put(entry, comparedTo: compared, same: same, reserved: reserved)
                if case .stale = outcome { return outcome }
            } else {
                state.isHandling = isServed
                reader = state.readers.removeFirst()
            }
            state.reserved = reserved
            // A message that a reader took at once, or that became one with another, left its place to the next one.
            publishers = state.reserveForWaiting()
            return outcome
        }
        reader?.resume(returning: entry)
        for publisher in publishers { publisher.resume(returning: true) }
        switch outcome {
        case .queued, .coalesced: return .received
        case .pushedOut(let oldest, let number):
            oldest.end(.dropped)
            return .pushedOut(oldest, number: number)
        case .full(let number): return .full(number: number)
        case .stale: return nil
        case nil: return .finished
        }
    }
}

extension Inbox.State {
    /// Keeps places for the publishers that have waited longest, as far as there is room.
    fileprivate mutating func reserveForWaiting() -> [WaitingPublishers.Continuation] {
        var next: [WaitingPublishers.Continuation] = []
        while queue.hasRoom(beside: reserved), let publisher = publishers.popFirst() {
            reserved += 1
            next.append(publisher)
        }
        return next
    }
}
