/// Where messages wait for the iterators of a sequence, or for an asynchronous handler.
///
/// What happens is decided under its lock; callers are resumed, and messages released, once it is unlocked. A key is made before.
final class Inbox: Sendable {
    typealias Publisher = CheckedContinuation<DeliveryReport, Never>

    /// A message that waits.
    struct Entry: Sendable {
        let message: PendingMessage
        let subscription: Subscription
        let key: String?

        /// Whether an asynchronous handler takes it: then the message is settled when it has been handled.
        let isServed: Bool

        /// The publishers that wait for it, and for those that it replaced.
        var publishers: [Publisher] = []

        /// Whether they wait until it has been handled, and not only until it is in the queue.
        var isAwaited = false

        /// Notes what became of a message that was taken, or never will be.
        func end(_ report: DeliveryReport = DeliveryReport()) {
            if isServed { message.endPart(isReceived: false) }
            for publisher in publishers { publisher.resume(returning: report) }
        }

        /// Reports that it was dropped, after so many others, unless that is asked for, or a publisher has it in its report.
        fileprivate func drop(_ count: Int, isReported: Bool) {
            subscription.hub.drop(
                count, of: message, at: subscription, isReported: isReported && publishers.isEmpty)
            end(DeliveryReport(dropped: 1))
        }
    }

    /// The asynchronous calls of the handler that takes the messages; `nil` in the inbox of a sequence.
    let running: WaitGroup?

    private let key: (@Sendable (any Sendable) -> String?)?
    private let state: Protected<State>

    init<Message>(_ buffer: MessageBuffer<Message>, running: WaitGroup? = nil) {
        self.running = running
        key = buffer.key
        state = Protected(State(limit: buffer.limit, overflow: buffer.overflow))
    }

    /// How many messages wait, and how many found no room or had to make it.
    var counts: (waiting: Int, dropped: Int) { state.withLock { ($0.entries.count, $0.dropped) } }

    /// How many messages were left to the handler; `nil` while some wait or the handler runs.
    var pendingWork: Int? {
        if running == nil { return 0 }
        return state.withLock { state in
            let isIdle = state.isFinished || state.entries.isEmpty && !state.readers.isEmpty
            return isIdle ? state.received : nil
        }
    }

    /// Queues a message that was posted; `false` when the queue has finished.
    func put(_ message: PendingMessage, of subscription: Subscription) -> Bool {
        let entry = entry(message, of: subscription)
        return change { $0.put(entry, mayWait: false) }
    }

    /// Queues a message that is published; waits for room if the policy is to suspend, in the order of the calls.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - subscription: The subscription of the inbox.
    ///   - untilHandled: Whether to wait until the message has been handled.
    ///   - mayWait: Whether to wait for room.
    ///   - isolation: The actor that this is called on, which is not left before the message is in the queue.
    /// - Returns: What became of it. Cancelling the task drops it while it waits for room.
    func publish(
        _ message: PendingMessage, of subscription: Subscription, untilHandled: Bool, mayWait: Bool,
        isolation: isolated (any Actor)? = #isolation
    ) async -> DeliveryReport {
        await withTaskCancellationHandler {
            // Isolates the closure, which would leave the actor otherwise.
            _ = isolation
            return await withCheckedContinuation { publisher in
                var entry = entry(message, of: subscription)
                (entry.publishers, entry.isAwaited) = ([publisher], untilHandled)
                _ = change { $0.put(entry, mayWait: mayWait) }
            }
        } onCancel: {
            change { $0.cancel(message) }
        }
    }

    /// The message that has waited longest, or the next one; `nil` when there will be none any more.
    func next() async -> Entry? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in change { $0.readers.append(reader) } }
        } onCancel: {
            finish()
        }
    }

    /// Forgets what waits, and accepts nothing any more.
    func finish() { change { $0.finish() } }

    private func entry(_ message: PendingMessage, of subscription: Subscription) -> Entry {
        if running != nil { message.beginPart() }
        return Entry(
            message: message, subscription: subscription, key: key.flatMap { $0(message.message) },
            isServed: running != nil)
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

        let limit: Int
        let overflow: MessageOverflow

        var entries = Waiting<Entry>()

        /// The places of messages with keys, which may be replaced there.
        var places: [String: Int] = [:]

        /// The messages whose publishers wait for room.
        var blocked: [Entry] = []
        var readers: [Reader] = []
        var isFinished = false
        var received = 0
        var dropped = 0

        /// What is done once the lock is released.
        var later: [@Sendable () -> Void] = []

        /// Queues a message; `false` once the queue has finished.
        mutating func put(_ entry: Entry, mayWait: Bool) -> Bool {
            received += 1
            switch overflow {
            case _ where isFinished: later.append { entry.end() }
            case _ where hasPlace(for: entry): append(entry)
            case .suspend where mayWait && !Task.isCancelled: blocked.append(entry)
            case .suspend, .newest: drop(entry)
            case .oldest, .latest:
                if let oldest = popFirst() { drop(oldest) }
                append(entry)
            }
            return !isFinished
        }

        /// Drops a message that waits for room.
        mutating func cancel(_ message: PendingMessage) {
            if let index = blocked.firstIndex(where: { $0.message === message }) { drop(blocked.remove(at: index)) }
        }

        /// Drops all messages, and accepts none any more.
        mutating func finish() {
            isFinished = true
            while let entry = popFirst() { later.append { entry.end() } }
            for entry in blocked { later.append { entry.end() } }
            blocked = []
        }

        /// Gives the room to the publishers that have waited longest, and hands messages to readers that wait.
        mutating func advance() {
            while true {
                if let next = blocked.first, hasPlace(for: next) {
                    append(blocked.removeFirst())
                } else if !readers.isEmpty, isFinished || !entries.isEmpty {
                    let (reader, entry) = (readers.removeFirst(), popFirst())
                    later.append { reader.resume(returning: entry) }
                } else {
                    return
                }
            }
        }

        /// Whether there is room for a message, or one with the same key.
        private func hasPlace(for entry: Entry) -> Bool {
            entries.count < limit || entry.key.flatMap { places[$0] } != nil
        }

        /// Queues a message for which there is room, in the place of the one with the same key, if there is one.
        private mutating func append(_ entry: Entry) {
            var entry = entry
            if !entry.isAwaited {
                for publisher in entry.publishers {
                    later.append { publisher.resume(returning: DeliveryReport(delivered: 1)) }
                }
                entry.publishers = []
            }
            if let place = entry.key.flatMap({ places[$0] }), var replaced = entries[place] {
                entry.publishers += replaced.publishers
                replaced.publishers = []
                later.append { [replaced] in replaced.end() }
                entries[place] = entry
            } else {
                if let key = entry.key { places[key] = entries.firstPlace + entries.count }
                entries.append(entry)
            }
        }

        private mutating func popFirst() -> Entry? {
            let entry = entries.popFirst()
            if let key = entry?.key { places[key] = nil }
            return entry
        }

        private mutating func drop(_ entry: Entry) {
            dropped += 1
            later.append { [dropped, overflow] in entry.drop(dropped, isReported: overflow != .latest) }
        }
    }
}
