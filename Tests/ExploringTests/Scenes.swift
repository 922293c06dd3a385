import Synchronization

/// Counts by reading, waiting and writing: an update between the two is lost.
actor ForgetfulCounter {
    private(set) var value = 0

    func addOne() async {
        let old = value
        await Task.yield()
        value = old + 1
    }
}

/// Counts by reading, saving and writing: another actor is awaited, which hardly suspends.
actor SavingCounter {
    private(set) var value = 0
    private let saved = Counter()

    func addOne() async {
        let old = value
        await saved.addOne()
        value = old + 1
    }
}

/// Takes a while, without a clock: as long as twenty hops to the main actor and back.
func takeAWhile() async {
    for _ in 0..<20 { await MainActor.run {} }
}

/// Counts without a suspension.
actor Counter {
    private(set) var value = 0

    func addOne() { value += 1 }
}

/// Notes what happens, in order.
final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A feed that sends its last value to a new reader by a task of its own, so that a newer value may come first.
actor HastyFeed {
    private var last = 0
    private var read: (@Sendable (Int) async -> Void)?

    func post(_ value: Int) async {
        last = value
        await read?(value)
    }

    func subscribe(_ read: @escaping @Sendable (Int) async -> Void) -> Task<Void, Never> {
        self.read = read
        let retained = last
        return Task { await read(retained) }
    }
}

/// A signal that a waiter misses if it registers after it.
actor ForgetfulSignal {
    private var waiter: CheckedContinuation<Void, Never>?
    private(set) var wasHeard = false

    func wait() async {
        await withCheckedContinuation { waiter = $0 }
    }

    func signal() {
        if waiter != nil { wasHeard = true }
        waiter?.resume()
        waiter = nil
    }
}

/// A screen that shows an answer, also after it was closed.
@MainActor final class Screen {
    private(set) var isOpen = true
    private(set) var shownWhileClosed = 0

    nonisolated init() {}

    func load() async {
        await Task.yield()
        if !isOpen { shownWhileClosed += 1 }
    }

    func close() { isOpen = false }
}
