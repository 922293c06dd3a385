/// Where messages wait for a sequence's readers or for an asynchronous handler.
final class Inbox: Sendable {
    fileprivate typealias Reader = CheckedContinuation<MessageQueue.Entry?, Never>

    fileprivate struct State: Sendable {
        var queue: MessageQueue
        var readers: [Reader] = []
        var publishers = WaitingPublishers()
        /// How many places are kept for publishers that were resumed and have not yet come.
        var reserved = 0
        var isFinished = false
        /// How many messages were put in.
        var received = 0
        /// What the handler is called for, while it is.
        var handling: Handling?
    }

    /// Whether a handler takes the messages, and not a sequence's reader.
    let isServed: Bool

    private let key: (@Sendable (any Sendable) -> CoalescingKey?)?
    private let state: Protected<State>

    init<Message>(_ buffer: MessageBuffer<Message>, isServed: Bool) {
        self.isServed = isServed
        key = buffer.key
        isLossy = buffer.overflow == .latest
        state = Protected(State(queue: MessageQueue(limit: buffer.limit, overflow: buffer.overflow)))
    }

    /// Whether dropping is what was asked for, and is not reported.
    let isLossy: Bool

    /// How many messages wait, and how many found no room or had to make it.
    var counts: (waiting: Int, dropped: Int) { state.withLock { ($0.queue.count, $0.queue.dropped) } }

    /// What was left to the handler, which runs unless its task waits for a message.
    var pendingWork: PendingWork {
        state.withLock { state in
            let isBusy = !state.isFinished && (state.queue.count > 0 || state.readers.isEmpty)
            return PendingWork(isBusy: isBusy, count: state.received)
        }
    }

    /// What the handler is called for at this moment.
    var handling: Handling? {
        get { state.withLock { $0.handling } }
        set { state.withLock { $0.handling = newValue } }
    }

    /// Queues a message, or hands it to a reader that waits for one.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - isReserved: Whether `reserve` kept a place for it.
    ///   - whenHandled: Called with what became of it, at once if it is not queued.
    /// - Returns: What became of the message in the queue.
    func put(
        _ message: PendingMessage, isReserved: Bool = false, whenHandled: (@Sendable (HandlerResult) -> Void)? = nil
    ) -> MessageQueue.Outcome {
        let key = key.flatMap { $0(message.message) }
        var entry = MessageQueue.Entry(
            message: message, key: key, isAwaited: whenHandled != nil, whenHandled: whenHandled.map { [$0] } ?? [],
            handling: whenHandled == nil ? nil : Handling.current)
        if isServed, let settling = message.origin.settling {
            settling.begin()
            entry.whenHandled.append { _ in settling.end() }
        }
        while true {
            let candidates = key.map { key in state.withLock { $0.queue.candidates(hash: key.hash) } } ?? []
            // Outside of the lock, since keys are not ours.
            let same = key.flatMap { key in candidates.last { $0.key.isEqual(key) }?.number }
            let outcome = put(entry, comparedTo: candidates.map(\.number), same: same, isReserved: isReserved)
            switch outcome {
            case .queued, .coalesced: break
            case .pushedOut(let oldest, _): oldest.end(.dropped)
            case .full: entry.end(.dropped)
            case .finished: entry.end(.skipped)
            case .stale: continue
            }
            return outcome
        }
    }

    /// The message that has waited longest, or the next one; `nil` when there will be none any more.
    func next() async -> MessageQueue.Entry? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Reader) in
                let (entry, publishers) = state.withLock {
                    state -> (MessageQueue.Entry??, [WaitingPublishers.Continuation]) in
                    if let entry = state.queue.popFirst() {
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
                    state.publishers.append(continuation, id)
                    return nil
                }
                if let isReserved { continuation.resume(returning: isReserved) }
            }
        } onCancel: {
            state.withLock { $0.publishers.remove(id) }?.resume(returning: false)
        }
    }

    /// Forgets what waits, and accepts nothing any more.
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
    ) -> MessageQueue.Outcome {
        var reader: Reader?
        var publishers: [WaitingPublishers.Continuation] = []
        let outcome = state.withLock { state -> MessageQueue.Outcome in
            state.received += 1
            if state.isFinished { return .finished }
            let reserved = state.reserved - (isReserved ? 1 : 0)
            var outcome = MessageQueue.Outcome.queued
            if state.readers.isEmpty {
                outcome = state.queue.put(entry, comparedTo: compared, same: same, reserved: reserved)
                if case .stale = outcome { return outcome }
            } else {
                reader = state.readers.removeFirst()
            }
            state.reserved = reserved
            // A message that a reader took at once, or that became one with another, left its place to the next one.
            publishers = state.reserveForWaiting()
            return outcome
        }
        reader?.resume(returning: entry)
        for publisher in publishers { publisher.resume(returning: true) }
        return outcome
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
