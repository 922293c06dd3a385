/// Where messages wait for the iterators of a sequence, or for an asynchronous handler.
///
/// What happens is decided under its lock; callers are resumed, and messages released, once it is unlocked. A key is made before.
final class Inbox: Sendable {
    typealias Publisher = CheckedContinuation<DeliveryReport, Never>

    /// A message that waits.
    struct Entry: Sendable {
        let message: PendingMessage
        let key: String?
        /// A publisher that waits until the message is in the queue.
        var onQueued: Publisher?
        /// The publishers that wait until the message, or one that took its place, has been handled.
        var onHandled: [Publisher] = []
    }

    /// The asynchronous calls of the handler that takes the messages; `nil` in the inbox of a sequence.
    let running: WaitGroup?

    private let key: (@Sendable (any Sendable) -> String?)?
    private let isLossy: Bool
    private let state: Protected<State>

    init<Message>(_ buffer: MessageBuffer<Message>, running: WaitGroup? = nil) {
        self.running = running
        key = buffer.key
        isLossy = buffer.overflow == .latest
        state = Protected(State(limit: buffer.limit, overflow: buffer.overflow, isServed: running != nil))
    }

    /// How many messages wait, and how many found no room or had to make it.
    var counts: (waiting: Int, dropped: Int) { state.withLock { ($0.order.count, $0.dropped) } }

    /// What was left to the handler, which runs unless its task waits for a message.
    var pendingWork: PendingWork {
        if running == nil { return PendingWork() }
        return state.withLock { state in
            let isBusy = !state.isFinished && (!state.order.isEmpty || state.readers.isEmpty)
            return PendingWork(isBusy: isBusy, count: state.received)
        }
    }

    /// Queues a message that was posted; `false` when the queue has finished.
    func put(_ message: PendingMessage, of subscription: Subscription) -> Bool {
        put(entry(message), mayWait: false, of: subscription)
    }

    /// Queues a message that is published; waits for room if the policy is to suspend, in the order of the calls.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - subscription: The subscription of the inbox.
    ///   - untilHandled: Whether to wait until the message has been handled.
    ///   - mayWait: Whether to wait for room.
    /// - Returns: What became of it. Cancelling the task drops it while it waits for room.
    func publish(
        _ message: PendingMessage, of subscription: Subscription, untilHandled: Bool, mayWait: Bool
    ) async -> DeliveryReport {
        await withTaskCancellationHandler {
            await withCheckedContinuation { publisher in
                var entry = entry(message)
                if untilHandled { entry.onHandled = [publisher] } else { entry.onQueued = publisher }
                _ = put(entry, mayWait: mayWait, of: subscription)
            }
        } onCancel: {
            let (cancelled, dropped) = change { state -> (Entry?, Int) in
                guard let index = state.blocked.firstIndex(where: { $0.message === message }) else { return (nil, 0) }
                state.dropped += 1
                return (state.blocked.remove(at: index), state.dropped)
            }
            if let cancelled { drop(cancelled, dropped, of: subscription) }
        }
    }

    /// The message that has waited longest, or the next one; `nil` when there will be none any more.
    func next() async -> Entry? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                change { state in
                    if state.isFinished {
                        state.later.append { reader.resume(returning: nil) }
                    } else {
                        state.readers.append(reader)
                    }
                }
            }
        } onCancel: {
            finish()
        }
    }

    /// Notes what became of a message that was taken, or never will be.
    func end(_ entry: Entry, _ report: DeliveryReport) {
        if running != nil { entry.message.endPart(isReceived: false) }
        entry.onQueued?.resume(returning: report)
        for publisher in entry.onHandled { publisher.resume(returning: report) }
    }

    /// Forgets what waits, and accepts nothing any more.
    func finish() {
        for entry in change({ $0.finish() }) { end(entry, DeliveryReport()) }
    }

    private func entry(_ message: PendingMessage) -> Entry {
        // A handler's message is settled when it has been handled; nothing waits for the iterators of a sequence.
        if running != nil { message.beginPart() }
        return Entry(message: message, key: key.flatMap { $0(message.message) })
    }

    private func put(_ entry: Entry, mayWait: Bool, of subscription: Subscription) -> Bool {
        let (isFinished, lost, dropped) = change { state in
            (state.isFinished, state.put(entry, mayWait: mayWait), state.dropped)
        }
        if isFinished { end(entry, DeliveryReport()) }
        if let lost { drop(lost, dropped, of: subscription) }
        return !isFinished
    }

    /// Reports a message that was dropped, unless a publisher has that in its report.
    private func drop(_ entry: Entry, _ number: Int, of subscription: Subscription) {
        subscription.hub.noteDrop(of: entry.message, at: subscription)
        if !isLossy, entry.onQueued == nil, entry.onHandled.isEmpty {
            subscription.hub.reportDrop(number, subscription, entry.message)
        }
        end(entry, DeliveryReport(dropped: 1))
    }

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, later) = state.withLock { state in
            let result = body(&state)
            state.advance()
            defer { state.later = [] }
            return (result, state.later)
        }
        for action in later { action() }
        return result
    }
}

extension Inbox {
    fileprivate struct State: Sendable {
        typealias Reader = CheckedContinuation<Entry?, Never>

        /// The place of a message in the queue; one with a key may be replaced there.
        enum Place: Sendable {
            case unkeyed(Entry)
            case keyed(String)
        }

        let limit: Int
        let overflow: MessageOverflow
        let isServed: Bool
        var order = Waiting<Place>()
        var keyed: [String: Entry] = [:]
        /// The messages whose publishers wait for room.
        var blocked: [Entry] = []
        var readers: [Reader] = []
        var isFinished = false
        var received = 0
        var dropped = 0
        /// What is done once the lock is released.
        var later: [@Sendable () -> Void] = []

        /// Queues a message, and returns the one that is dropped.
        mutating func put(_ entry: Entry, mayWait: Bool) -> Entry? {
            received += 1
            if isFinished { return nil }
            let isFull = !hasPlace(for: entry)
            if isFull, overflow == .suspend, mayWait, !Task.isCancelled {
                blocked.append(entry)
                return nil
            }
            if isFull { dropped += 1 }
            if isFull, overflow == .newest || overflow == .suspend { return entry }
            let oldest = isFull ? popFirst() : nil
            append(entry)
            return oldest
        }

        /// Whether there is room for a message, or one with the same key.
        private func hasPlace(for entry: Entry) -> Bool {
            order.count < limit || entry.key.flatMap { keyed[$0] } != nil
        }

        /// Queues a message for which there is room, in the place of the one with the same key, if there is one.
        private mutating func append(_ entry: Entry) {
            var entry = entry
            if let publisher = entry.onQueued.take() {
                later.append { publisher.resume(returning: DeliveryReport(delivered: 1)) }
            }
            guard let key = entry.key else { return order.append(.unkeyed(entry)) }
            if let replaced = keyed[key] {
                entry.onHandled += replaced.onHandled
                later.append { [isServed] in if isServed { replaced.message.endPart(isReceived: false) } }
            } else {
                order.append(.keyed(key))
            }
            keyed[key] = entry
        }

        private mutating func popFirst() -> Entry? {
            switch order.popFirst() {
            case .unkeyed(let entry): entry
            case .keyed(let key): keyed.removeValue(forKey: key)
            case nil: nil
            }
        }

        /// Gives the room to the publishers that have waited longest, and hands messages to readers that wait.
        mutating func advance() {
            while true {
                if let next = blocked.first, hasPlace(for: next) {
                    append(blocked.removeFirst())
                } else if !readers.isEmpty, let entry = popFirst() {
                    let reader = readers.removeFirst()
                    later.append { reader.resume(returning: entry) }
                } else {
                    return
                }
            }
        }

        /// Takes all messages, and accepts none any more.
        mutating func finish() -> [Entry] {
            isFinished = true
            for reader in readers { later.append { reader.resume(returning: nil) } }
            var entries: [Entry] = []
            while let entry = popFirst() { entries.append(entry) }
            entries += blocked
            (readers, blocked) = ([], [])
            return entries
        }
    }
}
