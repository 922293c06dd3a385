import Synchronization

/// What an asynchronous handler is called for, known to all that it calls.
final class Handling: Sendable {
    @TaskLocal static var current: Handling?

    /// The queues that handlers wait for, each for a message that it published to be handled.
    ///
    /// One lock for all centers, since handlers of several may wait for one another; only a handler that publishes takes it.
    private static let waiting = Protected([ObjectIdentifier: [Inbox]]())

    private let inbox: Inbox
    private let outer: Handling?
    private let state = Atomic(State.running)

    /// The thread on which the handler began, and how many scopes had begun there.
    private let thread = Atomic(0)
    private let scopeCount = Atomic(0)

    private enum State: UInt8, AtomicRepresentable { case running, consumed, over }

    /// - Parameters:
    ///   - inbox: From where the handler gets its messages.
    ///   - outer: What waits for it: a message that was published by another handler.
    init(from inbox: Inbox, inside outer: Handling?) {
        self.inbox = inbox
        self.outer = outer
    }

    /// Notes that the handler begins, on the current thread.
    func begin() {
        let current = CurrentThread.current
        thread.store(current.number, ordering: .relaxed)
        scopeCount.store(current.scopeCount, ordering: .relaxed)
    }

    /// The asynchronous handler that runs, unless it posted what is being delivered in a scope, or was resumed on another thread.
    ///
    /// A synchronous handler that runs a loop of its own may have one called in it, which then is newer than its scope.
    static func current(inScope number: Int?, on thread: CurrentThread) -> Handling? {
        guard let current, let number else { return current }
        let isNewer =
            current.thread.load(ordering: .relaxed) == thread.number
            && current.scopeCount.load(ordering: .relaxed) > number
        return isNewer ? current : nil
    }

    /// Whether the message is kept from all after it.
    var isConsumed: Bool { state.load(ordering: .acquiring) == .consumed }

    /// Consumes the message, unless the handler has returned.
    func consume() {
        _ = state.compareExchange(expected: .running, desired: .consumed, ordering: .acquiringAndReleasing)
    }

    /// Notes that the handler has returned: what runs from now on is a log, or a task that it left behind.
    func end() {
        _ = state.compareExchange(expected: .running, desired: .over, ordering: .acquiringAndReleasing)
    }

    /// Notes that the handler waits for another one to handle a message, which is in its queue.
    ///
    /// - Returns: `false`, and notes nothing, when the other one waits for this one, directly or through others: the wait
    ///   would never end.
    func beginWaiting(for inbox: Inbox) -> Bool {
        Self.waiting.withLock { waiting in
            var seen: Set<ObjectIdentifier> = []
            var next = [inbox]
            while let inbox = next.popLast() {
                guard seen.insert(ObjectIdentifier(inbox)).inserted else { continue }
                if isServed(by: inbox) { return false }
                if let handling = inbox.handling { next += waiting[ObjectIdentifier(handling)] ?? [] }
            }
            waiting[ObjectIdentifier(self), default: []].append(inbox)
            return true
        }
    }

    /// Notes that it waits no more.
    func endWaiting(for inbox: Inbox) {
        Self.waiting.withLock { waiting in
            var rest = waiting.removeValue(forKey: ObjectIdentifier(self)) ?? []
            if let index = rest.firstIndex(where: { $0 === inbox }) { rest.remove(at: index) }
            if !rest.isEmpty { waiting[ObjectIdentifier(self)] = rest }
        }
    }

    /// Whether it, or a handler that waits for it, takes its messages from a queue.
    private func isServed(by inbox: Inbox) -> Bool {
        self.inbox === inbox || outer?.isServed(by: inbox) ?? false
    }
}
