/// The publishers that wait for room in a queue, in the order in which they came.
struct WaitingPublishers: Sendable {
    /// Resumed with whether a place is kept.
    typealias Continuation = CheckedContinuation<Bool, Never>

    private var continuations: [UInt64: Continuation] = [:]
    private var next: UInt64 = 1
    private var lastID: UInt64 = 0

    var isEmpty: Bool { continuations.isEmpty }

    var all: some Collection<Continuation> { continuations.values }

    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    mutating func insert(_ continuation: Continuation, _ id: UInt64) {
        continuations[id] = continuation
        // One with a higher number may have come in before.
        next = min(next, id)
    }

    mutating func remove(_ id: UInt64) -> Continuation? { continuations.removeValue(forKey: id) }

    /// Takes the one that came first; in constant time, amortized.
    mutating func popFirst() -> Continuation? {
        if continuations.isEmpty { return nil }
        while next <= lastID {
            defer { next += 1 }
            if let first = continuations.removeValue(forKey: next) { return first }
        }
        return nil
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
