/// The messages that wait for one observer: which are kept, which go, and which become one.
///
/// A pure value; `Inbox` guards it.
struct MessageQueue: Sendable {
    /// A message that waits.
    struct Entry: Sendable {
        var message: PendingMessage
        let key: CoalescingKey?
        /// Whether a publisher waits for it, whose report then has what became of it.
        var isAwaited = false
        /// Called with what became of it.
        var whenHandled: [@Sendable (HandlerResult) -> Void] = []
        /// What was being handled where it was published.
        var handling: Handling?

        /// Says what became of it.
        func end(_ result: HandlerResult) {
            for handled in whenHandled { handled(result) }
        }
    }

    /// What became of a message that was put in.
    enum Outcome: Sendable {
        case queued
        /// It took the place of another one, to be released outside of locks.
        case coalesced(PendingMessage)
        /// It is queued, and another was dropped, the one with this number.
        case pushedOut(Entry, number: Int)
        /// It was dropped, as the one with this number.
        case full(number: Int)
        /// Keys came meanwhile that it has to be compared to.
        case stale
        /// The queue accepts nothing any more.
        case finished
    }

    let limit: Int
    let overflow: MessageOverflowPolicy
    private(set) var dropped = 0
    private var entries: [Entry?] = []
    private var head = 0
    /// How many entries were taken from the front: an entry's number is its index and this.
    private var taken = 0
    /// The numbers of the entries whose key has a hash.
    private var numbers: [Int: [Int]] = [:]

    init(limit: Int, overflow: MessageOverflowPolicy) {
        self.limit = limit
        self.overflow = overflow
    }

    var count: Int { entries.count - head }

    /// Whether there is room for one more, beside places that are kept for others.
    func hasRoom(beside reserved: Int) -> Bool { count < limit - reserved }

    /// The entries whose key may be the same.
    func candidates(hash: Int) -> [(number: Int, key: CoalescingKey)] {
        (numbers[hash] ?? []).compactMap { number in
            entries[number - taken]?.key.map { (number, $0) }
        }
    }

    /// Puts a message in, if the entries with its hash are still those that its key was compared to.
    ///
    /// - Parameters:
    ///   - entry: The message.
    ///   - compared: The entries that its key was compared to.
    ///   - same: The one of them whose key is equal.
    ///   - reserved: How many places are kept for others.
    /// - Returns: What became of it.
    mutating func put(
        _ entry: Entry, comparedTo compared: [Int] = [], same: Int? = nil, reserved: Int = 0
    ) -> Outcome {
        if let key = entry.key, numbers[key.hash] ?? [] != compared { return .stale }
        if let same, let replaced = entries[same - taken]?.message {
            entries[same - taken]?.message = entry.message
            entries[same - taken]?.whenHandled += entry.whenHandled
            if entry.isAwaited { entries[same - taken]?.isAwaited = true }
            return .coalesced(replaced)
        }
        guard !hasRoom(beside: reserved) else {
            append(entry)
            return .queued
        }
        dropped += 1
        guard overflow == .oldest || overflow == .latest, let oldest = popFirst() else {
            return .full(number: dropped)
        }
        append(entry)
        return .pushedOut(oldest, number: dropped)
    }

    /// Takes the message that has waited longest.
    mutating func popFirst() -> Entry? {
        guard head < entries.count, let entry = entries[head] else { return nil }
        entries[head] = nil
        if let hash = entry.key?.hash {
            numbers[hash]?.removeFirst()
            if numbers[hash]?.isEmpty == true { numbers[hash] = nil }
        }
        head += 1
        if head * 2 >= entries.count {
            entries.removeFirst(head)
            taken += head
            head = 0
        }
        return entry
    }

    /// Takes everything.
    mutating func removeAll() -> [Entry] {
        defer { self = MessageQueue(limit: limit, overflow: overflow) }
        return entries.compactMap { $0 }
    }

    private mutating func append(_ entry: Entry) {
        if let key = entry.key { numbers[key.hash, default: []].append(taken + entries.count) }
        entries.append(entry)
    }
}

/// The publishers that wait for room in a queue, in the order in which they came.
struct WaitingPublishers: Sendable {
    /// Resumed with whether a place is kept.
    typealias Continuation = CheckedContinuation<Bool, Never>

    private var continuations: [UInt64: Continuation] = [:]
    private var order = Waiting<UInt64>()
    private var lastID: UInt64 = 0

    var isEmpty: Bool { continuations.isEmpty }

    var all: some Collection<Continuation> { continuations.values }

    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    mutating func append(_ continuation: Continuation, _ id: UInt64) {
        continuations[id] = continuation
        order.append(id)
    }

    mutating func remove(_ id: UInt64) -> Continuation? { continuations.removeValue(forKey: id) }

    /// Takes the one that came first; in constant time, amortized.
    mutating func popFirst() -> Continuation? {
        while let id = order.popFirst() {
            if let first = continuations.removeValue(forKey: id) { return first }
        }
        return nil
    }
}

/// What became of a message at one observer.
enum HandlerResult: Sendable {
    case done
    case consumed
    case failed(any Error)
    case dropped
    case skipped
}
