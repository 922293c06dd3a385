/// The messages that wait for one observer: which are kept, which go, and which become one.
///
/// A pure value; `Inbox` guards it.
struct MessageQueue: Sendable {
    /// A message that waits.
    struct Entry: Sendable {
        var parcel: Parcel
        let key: CoalescingKey?
        /// To be told what became of it.
        var whenHandled: [@Sendable (Handled) -> Void] = []
        /// What was being handled where it was published.
        var handling: Handling?

        /// Says what became of it.
        func end(_ result: Handled) { for handled in whenHandled { handled(result) } }
    }

    /// What became of a message that was put in.
    enum Outcome: Sendable {
        case queued
        case coalesced
        /// It is queued, and another has gone.
        case pushedOut(Entry)
        case full
        /// Keys came meanwhile that it has to be compared to.
        case stale
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

    var isFull: Bool { count >= limit }

    /// The entries whose key may be the same.
    func candidates(hash: Int) -> [(number: Int, key: CoalescingKey)] {
        (numbers[hash] ?? []).compactMap { number in
            entries[number - taken]?.key.map { (number, $0) }
        }
    }

    /// Puts a message in, if the entries with its hash are still those that its key was compared to.
    mutating func put(_ entry: Entry, comparedTo compared: [Int] = [], same: Int? = nil) -> Outcome {
        if let key = entry.key, numbers[key.hash] ?? [] != compared { return .stale }
        if let same {
            entries[same - taken]?.parcel = entry.parcel
            entries[same - taken]?.whenHandled += entry.whenHandled
            return .coalesced
        }
        guard isFull else {
            append(entry)
            return .queued
        }
        dropped += 1
        guard overflow == .oldest || overflow == .latest, let oldest = popFirst() else { return .full }
        append(entry)
        return .pushedOut(oldest)
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
