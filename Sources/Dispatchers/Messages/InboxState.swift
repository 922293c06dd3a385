/// The messages, waiters and publishers of an inbox, and the decisions about them.
///
/// A pure value. Each operation adds effects, which happen once the lock is released.
struct InboxState: Sendable {
    typealias Waiter = CheckedContinuation<InboxEntry?, Never>

    /// Something that happens once the lock is released.
    enum Effect: Sendable {
        /// A waiter gets a message, or the end of the inbox.
        case resume(Waiter, InboxEntry?)
        /// A publisher learns that its message is in the queue.
        case accept(InboxEntry.Publisher)
        /// A message is released.
        case discard(InboxEntry)
        /// A message is released that found no room, or had to make it.
        case drop(InboxEntry, Loss)
    }

    private let limit: Int
    private let overflow: MessageOverflow

    private var entries = Queue<InboxEntry>()

    /// The positions of messages with keys, which may be replaced there.
    private var positions: [String: Int] = [:]

    /// The messages whose publishers wait for room, and the positions of these.
    private var blocked = Queue<InboxEntry>()
    private var blockedPositions: [ObjectIdentifier: Int] = [:]

    var waiters: [Waiter] = []
    private var isFinished = false
    private(set) var receivedCount = 0

    /// The number of dropped messages that are reported.
    private var lostCount = 0
    private var effects: [Effect] = []

    init(limit: Int, overflow: MessageOverflow) {
        self.limit = limit
        self.overflow = overflow
    }

    var waitingCount: Int { entries.count }

    /// A Boolean value that indicates whether no message waits and the handler does not run.
    var isIdle: Bool { isFinished || entries.isEmpty && !waiters.isEmpty }

    /// Queues a message.
    ///
    /// - Parameters:
    ///   - entry: The message.
    ///   - mayWait: `true` if its publisher waits for room, under the policy to suspend.
    /// - Returns: `false` if the inbox has finished.
    mutating func put(_ entry: InboxEntry, mayWait: Bool) -> Bool {
        receivedCount += 1
        if isFinished {
            effects.append(.discard(entry))
            return false
        }
        if hasRoom(for: entry) {
            append(entry)
            return true
        }
        switch overflow {
        case .suspend where mayWait: block(entry)
        case .suspend, .newest: drop(entry)
        case .oldest, .latest:
            if let oldest = popFirst() { drop(oldest) }
            append(entry)
        }
        return true
    }

    /// Drops a message that waits for room.
    mutating func cancel(_ message: Envelope) {
        guard let position = blockedPositions.removeValue(forKey: ObjectIdentifier(message)) else { return }
        if let entry = blocked.remove(at: position) { drop(entry) }
    }

    /// Drops all messages, and accepts none any more.
    mutating func finish() {
        isFinished = true
        while let entry = popFirst() { effects.append(.discard(entry)) }
        while let entry = popFirstBlocked() { effects.append(.discard(entry)) }
    }

    /// Gives the room to the publishers that have waited longest, and messages to waiters.
    mutating func advance() {
        while true {
            if let next = blocked.first, hasRoom(for: next) {
                _ = popFirstBlocked()
                append(next)
            } else if !waiters.isEmpty, isFinished || !entries.isEmpty {
                effects.append(.resume(waiters.removeFirst(), popFirst()))
            } else {
                return
            }
        }
    }

    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    /// Returns whether there is room for a message, or a waiting one with the same key.
    private func hasRoom(for entry: InboxEntry) -> Bool {
        entries.count < limit || entry.key.flatMap { positions[$0] } != nil
    }

    /// Queues a message for which there is room.
    ///
    /// The message replaces the one with the same key, if there is one, in its position.
    private mutating func append(_ new: InboxEntry) {
        var entry = new
        if entry.delayedPosts == nil {
            effects += entry.publishers.map { .accept($0) }
            entry.publishers = []
            entry.isAwaited = false
        }
        if let position = entry.key.flatMap({ positions[$0] }), let replaced = entries[position] {
            replace(replaced, with: entry, at: position)
        } else {
            if let key = entry.key { positions[key] = entries.endPosition }
            entries.append(entry)
        }
    }

    private mutating func replace(_ old: InboxEntry, with new: InboxEntry, at position: Int) {
        var new = new
        var old = old
        new.publishers += old.publishers
        old.publishers = []
        entries[position] = new
        effects.append(.discard(old))
    }

    private mutating func popFirst() -> InboxEntry? {
        let entry = entries.popFirst()
        if let key = entry?.key { positions[key] = nil }
        return entry
    }

    private mutating func block(_ entry: InboxEntry) {
        blockedPositions[ObjectIdentifier(entry.message)] = blocked.endPosition
        blocked.append(entry)
    }

    private mutating func popFirstBlocked() -> InboxEntry? {
        let entry = blocked.popFirst()
        if let entry { blockedPositions[ObjectIdentifier(entry.message)] = nil }
        return entry
    }

    private mutating func drop(_ entry: InboxEntry) {
        let isReported = overflow != .latest && !entry.isAwaited
        let loss = isReported ? Loss(of: entry.message, counting: &lostCount) : .unreported
        effects.append(.drop(entry, loss))
    }
}

extension InboxState.Effect {
    /// Makes the effect happen, under no lock.
    func happen() {
        switch self {
        case .resume(let waiter, let entry): waiter.resume(returning: entry)
        case .accept(let publisher): publisher.resume(returning: DeliveryReport(delivered: 1))
        case .discard(let entry): entry.end()
        case .drop(let entry, let loss):
            entry.subscription.hub.reportDrop(loss, of: entry.message, for: [entry.subscription])
            entry.end(DeliveryReport(dropped: 1))
        }
    }
}

/// A message that waits in an inbox.
struct InboxEntry: Sendable {
    typealias Publisher = CheckedContinuation<DeliveryReport, Never>

    let message: Envelope
    let subscription: Subscription

    /// The key of the message: it replaces the waiting message with the same key.
    let key: String?

    /// A Boolean value that indicates whether an asynchronous handler takes it.
    ///
    /// Then its delivery ends when it has been handled.
    let isServed: Bool

    /// The publishers that wait for it, and for those that it replaced.
    var publishers: [Publisher] = []

    /// A Boolean value that indicates whether its own publisher is among them, which learns of its loss.
    var isAwaited = false

    /// The delayed posts of the publication, if the publisher waits until the message has been handled.
    ///
    /// Otherwise it waits until the message is in the queue.
    var delayedPosts: DelayedPosts?

    /// Notes the result for a message that was taken, or never will be.
    func end(_ report: DeliveryReport = DeliveryReport()) {
        if isServed { message.endDelivery(isReceived: false) }
        for publisher in publishers { publisher.resume(returning: report) }
    }
}
