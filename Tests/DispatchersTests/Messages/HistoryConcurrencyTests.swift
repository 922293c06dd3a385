import Dispatchers
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
