/// A change that waits to be delivered.
struct WaitingChange: Sendable {
    let message: PendingMessage

    /// The observer that receives it as its first value; `nil` if it is for all observers.
    var newcomer: Subscription?
}

/// The changes of one state that wait, the oldest first.
struct ChangeQueue: Sendable {
    private var waiting = Queue<WaitingChange>()

    /// The number of changes that were merged with the one before.
    private(set) var mergedCount = 0

    var count: Int { waiting.count }

    /// Two changes that became one, to be ended and released outside the lock.
    struct Merged: Sendable {
        let old: PendingMessage
        let new: PendingMessage

        /// Ends the deliveries of both.
        func end() {
            old.endDelivery(isReceived: true)
            new.endDelivery(isReceived: true)
        }
    }

    /// Lets a change wait.
    ///
    /// Beyond the limit the newest become one, if they are for the same observers.
    ///
    /// - Returns: The changes that became one; `nil` if the change waits.
    mutating func append(_ new: WaitingChange, limit: Int) -> Merged? {
        guard count >= limit, let last = waiting.last, last.newcomer == nil,
            let merged = (new.message.topic as? StateNode)?.merge(new.message, into: last.message)
        else {
            waiting.append(new)
            return nil
        }
        mergedCount += 1
        _ = waiting.replaceLast(with: WaitingChange(message: merged))
        return Merged(old: last.message, new: new.message)
    }

    mutating func popFirst() -> WaitingChange? { waiting.popFirst() }

    mutating func takeAll() -> [WaitingChange] {
        defer { waiting = Queue() }
        return waiting.all
    }
}
