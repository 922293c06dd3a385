import Dispatchers
import Synchronization
import Testing

@Suite("Concurrency of recorded histories") struct HistoryConcurrencyTests {
    private struct Ping: Sendable {
        let thread: Int
        let number: Int
    }

    private static let threads = 3

    @Test("Histories of threads that observe, cancel, post and close are linearizable")
    func historiesAreLinearizable() async {
        let seed = UInt64.random(in: 0..<1_000_000)
        print("histories of seed \(seed)")
        for round in 0..<Effort.scaled(2_000, long: 10_000) {
            let history = History()
            let center = MessageCenter()
            await withTaskGroup { group in
                for thread in 0..<Self.threads {
                    let random = Xorshift(seed: (seed &* 1_000_003 &+ UInt64(round)) &* 31 &+ UInt64(thread))
                    group.addTask { Self.act(thread, in: center, history, random) }
                }
            }
            let violations = history.record.withLock { $0 }.violations
            #expect(violations.isEmpty, "seed \(seed), round \(round)")
            if !violations.isEmpty { return }
        }
    }

    @Test("The history model reports missed messages, calls after cancelling and posts accepted after closing")
    func modelReportsViolations() {
        let span = History.Span(start: 5, end: 6)
        let before = History.Span(start: 1, end: 2)
        var record = History.Record()
        record.observers = [History.Observer(id: 1, priority: 0, added: before)]
        record.posts = [History.Post(thread: 0, number: 1, span: span, isAccepted: true)]
        #expect(record.violations.count == 1, "missed")
        record.calls = [History.Call(observer: 1, thread: 0, number: 1)]
        #expect(record.violations.isEmpty)
        record.observers[0].cancelled = History.Span(start: 3, end: 4)
        #expect(record.violations.count == 1, "called after it was cancelled")
        record.closed = History.Span(start: 3, end: 4)
        #expect(record.violations.count == 2, "accepted after closing")
    }

    private static func act(_ thread: Int, in center: MessageCenter, _ history: History, _ random: Xorshift) {
        var random = random
        var own: [(index: Int, registration: Registration)] = []
        for number in 0..<8 {
            switch Int.random(in: 0..<40, using: &random) {
            case 0:
                let (_, span) = history.measure { center.close() }
                history.record.withLock { record in
                    record.closed = History.Span(
                        start: min(record.closed.start, span.start), end: min(record.closed.end, span.end))
                }
            case 1..<14: own.append(add(thread * 100 + number, in: center, history, &random))
            case 14..<22:
                guard let (index, registration) = own.popLast() else { continue }
                let (_, span) = history.measure { registration.cancel() }
                history.record.withLock { $0.observers[index].cancelled = span }
            default:
                let (isAccepted, span) = history.measure { center.post(Ping(thread: thread, number: number)) }
                let post = History.Post(thread: thread, number: number, span: span, isAccepted: isAccepted)
                history.record.withLock { $0.posts.append(post) }
            }
        }
        for (index, registration) in own {
            let (_, span) = history.measure { registration.cancel() }
            history.record.withLock { $0.observers[index].cancelled = span }
        }
    }

    private static func add(
        _ id: Int, in center: MessageCenter, _ history: History, _ random: inout Xorshift
    ) -> (Int, Registration) {
        let priority = Int.random(in: -1...1, using: &random)
        let receive: @Sendable (Ping) -> Void = { ping in
            let call = History.Call(observer: id, thread: ping.thread, number: ping.number)
            history.record.withLock { $0.calls.append(call) }
        }
        let isWide = Bool.random(using: &random)
        let (registration, span) = history.measure {
            isWide
                ? center.observe((any Sendable).self, priority: priority) {
                    if let ping = $0 as? Ping { receive(ping) }
                }
                : center.observe(Ping.self, priority: priority) { receive($0) }
        }
        let index = history.record.withLock { record in
            record.observers.append(History.Observer(id: id, priority: priority, added: span))
            return record.observers.count - 1
        }
        return (index, registration)
    }
}

/// The actions of several threads on a center and the calls of handlers, with start and end times.
///
/// The time is a counter shared by all threads. An action that ends before another begins has smaller numbers.
final class History: Sendable {
    /// The start and the end time of an action.
    struct Span: Sendable {
        let start: Int
        let end: Int
        static let never = Span(start: .max, end: .max)
    }

    /// One observer, with the times at which it was added and cancelled.
    struct Observer: Sendable {
        let id: Int
        let priority: Int
        let added: Span
        var cancelled = Span.never
    }

    /// One post and its result.
    struct Post: Sendable {
        let thread: Int
        let number: Int
        let span: Span
        let isAccepted: Bool
    }

    /// One call of a handler.
    struct Call: Sendable, Hashable {
        let observer: Int
        let thread: Int
        let number: Int
    }

    struct Record: Sendable {
        var observers: [Observer] = []
        var posts: [Post] = []
        var calls: [Call] = []
        var closed = Span.never
    }

    let record = Protected(Record())
    private let time = Atomic(0)

    private var now: Int { time.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }

    /// Performs an action and returns its result and its time span.
    func measure<Result>(_ work: () -> Result) -> (Result, Span) {
        let start = now
        let result = work()
        return (result, Span(start: start, end: now))
    }
}

extension History.Record {
    /// The differences from a center that performs each action atomically at a time between its start and its end.
    var violations: [String] { posts.flatMap(violations) + observers.flatMap(disorder) }

    private func violations(of post: History.Post) -> [String] {
        let called = calls.filter { $0.thread == post.thread && $0.number == post.number }.map(\.observer)
        var found: [String] = []
        if called.count != Set(called).count { found.append("\(post) reached an observer twice: \(called)") }
        if closed.end < post.span.start, post.isAccepted { found.append("C21: \(post) was accepted after closing") }
        if closed.start > post.span.end, !post.isAccepted { found.append("C21: \(post) was refused before closing") }
        for observer in observers {
            let isCalled = called.contains(observer.id)
            let mustBe = observer.added.end < post.span.start && observer.cancelled.start > post.span.end
            let cannotBe = observer.added.start > post.span.end || observer.cancelled.end < post.span.start
            if mustBe, closed.start > post.span.end, !isCalled { found.append("\(post) missed \(observer)") }
            if cannotBe || closed.end < post.span.start, isCalled { found.append("C4: \(post) reached \(observer)") }
        }
        let reached = called.compactMap { id in observers.first { $0.id == id } }
        for (first, second) in zip(reached, reached.dropFirst()) {
            let isLater = first.priority == second.priority && first.added.start > second.added.end
            if first.priority < second.priority || isLater { found.append("C2: \(post) had \(first) before \(second)") }
        }
        return found
    }

    /// The violations of C6: posts of one thread that the observer received out of order.
    private func disorder(at observer: History.Observer) -> [String] {
        let own = Dictionary(grouping: calls.filter { $0.observer == observer.id }, by: \.thread)
        return own.values.compactMap { calls in
            let numbers = calls.map(\.number)
            return numbers == numbers.sorted() ? nil : "C6: \(observer) received \(numbers)"
        }
    }
}
