import Dispatchers
import Foundation
import Testing

private protocol Greeter { func greet(_ name: String) throws }

private final class Host: Greeter, Sendable {
    func greet(_ name: String) throws { if name.isEmpty { throw Refused(name: "none") } }
}

@Suite("Trace")
struct TraceTests {
    /// A clock that advances by 1.5 µs with each reading.
    private final class Ticks: Sendable {
        private let count = Protected(0)

        func next() -> Duration {
            count.withLock { count in
                count += 1
                return .nanoseconds(count * 1_500)
            }
        }
    }

    private let trace: Trace
    private let states: ObserverCenter
    private let calls: ProtocolDispatcherCenter

    init() {
        let ticks = Ticks()
        trace = Trace(capacity: 64) { ticks.next() }
        states = ObserverCenter(trace: trace)
        calls = ProtocolDispatcherCenter(trace: trace, onError: { _ in })
    }

    @Test("A trace that was not started or was stopped records nothing") func off() {
        states.set(.volume, to: 1)
        trace.start()
        trace.stop()
        states.set(.volume, to: 2)
        calls.dispatch((any Greeter).self) { try $0.greet("ada") }
        #expect(trace.events.isEmpty)
    }

    @Test("The last number is that of the event that began last, also after all were removed") func lastNumber() {
        #expect(trace.lastID == 0)
        trace.start()
        for _ in 0..<3 { trace.span("work") {} }
        #expect(trace.lastID == 3)
        trace.clear()
        #expect(trace.lastID == 3)
    }

    @Test("The events after one are those that began later and were not overwritten") func eventsAfter() {
        let trace = Trace(capacity: 3)
        #expect(trace.events(after: 0).isEmpty)
        trace.start()
        for _ in 0..<4 { trace.span("work") {} }
        #expect(trace.events(after: 0).map(\.id) == [2, 3, 4])
        #expect(trace.events(after: 1).map(\.id) == [2, 3, 4])
        #expect(trace.events(after: 3).map(\.id) == [4])
        #expect(trace.events(after: 4).isEmpty)
        #expect(trace.events(after: .max).isEmpty)
        trace.clear()
        #expect(trace.events(after: 0).isEmpty)
    }

    @Test("A set and its delivery are recorded with cause, location, receiver, time, duration and outcome")
    func recordsSets() throws {
        let observed = SourceLocation(line: #line + 1)
        let registration = states.observe(.volume, options: .skipsCurrent) { _ in }
        trace.start()
        let set = SourceLocation(line: #line + 1)
        states.set(.volume, to: 7)
        let events = trace.events
        #expect(events.map(\.kind) == [.set, .delivery])
        #expect(events.map(\.cause) == [nil, events.first?.id])
        #expect(events.map(\.location) == [set, set])
        #expect(events.map(\.receiver) == [nil, observed])
        #expect(events.map(\.time) == [.nanoseconds(1_500), .nanoseconds(3_000)])
        #expect(events.map(\.duration) == [.nanoseconds(4_500), .nanoseconds(1_500)])
        #expect(events.map(\.outcome) == [.done, .done])
        #expect(events.map(\.subject) == ["volume", "volume"])
        withExtendedLifetime(registration) {}
    }

    @Test("A delivery to a throwing receiver has the outcome failed, and a call in a closed center refused")
    func recordsFailures() {
        let registration = calls.register((any Greeter).self) { Host() }
        trace.start()
        calls.dispatch((any Greeter).self) { try $0.greet("") }
        #expect(trace.events.map(\.kind) == [.call, .delivery])
        #expect(trace.events.last?.outcome == .failed(#"Refused(name: "none")"#))
        #expect(throws: Refused.self) { try calls.collect((any Greeter).self, .all) { try $0.greet("") } }
        #expect(trace.events.last?.outcome == .failed(#"Refused(name: "none")"#))
        calls.close()
        calls.dispatch((any Greeter).self) { try $0.greet("") }
        #expect(trace.events.last?.outcome == .refused("the center is closed"))
        withExtendedLifetime(registration) {}
    }

    @Test("The events that a receiver causes have its delivery as their cause, across centers") func followsCauses() {
        let center = states
        let volume = center.observe(.volume, options: .skipsCurrent) { _ in }
        let greeter = calls.register((any Greeter).self) { Host() }
        trace.start()
        calls.dispatch((any Greeter).self) { _ in center.set(.volume, to: 3) }
        #expect(trace.events.map(\.kind) == [.call, .delivery, .set, .delivery])
        #expect(trace.events.map(\.cause) == [nil, 1, 2, 3])
        let depths = trace.tree.utf8.split(separator: 10).map { line in line.count - line.drop { $0 == 32 }.count }
        #expect(depths == [0, 2, 4, 6])
        withExtendedLifetime((volume, greeter)) {}
    }

    @Test("A reentrant set keeps its cause although it is delivered later") func followsWaitingSets() {
        let center = states
        let volume = center.observe(.volume, options: .skipsCurrent) { if $0.new == 1 { center.set(.volume, to: 2) } }
        trace.start()
        center.set(.volume, to: 1)
        #expect(trace.events.map(\.kind) == [.set, .delivery, .set, .delivery])
        #expect(trace.events.map(\.cause) == [nil, 1, 2, 3])
        withExtendedLifetime(volume) {}
    }

    @Test("A delivery on another actor keeps its cause") func followsActors() async {
        let probe = Probe<Int>()
        let volume = await Self.observeOnMain(states, probe)
        trace.start()
        states.set(.volume, to: 9)
        #expect(await probe.values(1) == [9])
        withExtendedLifetime(volume) {}
        // The delivery has begun and may not have ended yet.
        #expect(trace.events.map(\.kind) == [.set, .delivery])
        #expect(trace.events.map(\.cause) == [nil, 1])
    }

    @MainActor private static func observeOnMain(_ center: ObserverCenter, _ probe: Probe<Int>) -> Registration {
        center.observe(.volume, options: .skipsCurrent) { probe.report($0.new) }
    }

    @Test("Synchronous and asynchronous collects are recorded") func recordsCollecting() async throws {
        let registration = calls.register((any Greeter).self) { Host() }
        trace.start()
        calls.collect((any Greeter).self, .all) { _ in 1 }
        try await calls.collect((any Greeter).self, .all, running: .oneByOne) { _ in 1 }
        #expect(trace.events.map(\.kind) == [.call, .delivery, .call, .delivery])
        #expect(trace.events.map(\.cause) == [nil, 1, nil, 3])
        withExtendedLifetime(registration) {}
    }

    @Test("The ring buffer keeps the newest events, and event numbers keep increasing after clearing") func ring() {
        trace.start()
        for number in 1...100 { states.set(.volume, to: number) }
        #expect(trace.events.map(\.id) == Array(37...100))
        trace.clear()
        #expect(trace.events.isEmpty)
        states.set(.volume, to: 0)
        #expect(trace.events.count == 1)
        #expect(trace.events.allSatisfy { $0.id > 100 && $0.outcome == .done })
    }

    @Test("The end of an overwritten event does not change another event") func ringOverrun() {
        let center = states
        let volume = center.observe(.volume, options: .skipsCurrent) { _ in
            for number in 1...64 { center.set(.balance, to: number) }
        }
        trace.start()
        center.set(.volume, to: 1)
        #expect(trace.events.count == 64)
        #expect(trace.events.allSatisfy { $0.kind == .set && $0.outcome == .done })
        withExtendedLifetime(volume) {}
    }

    @Test("Each log receives every event until it is cancelled, and events caused by a log are not recorded")
    func logs() {
        let first = Protected<[String]>([])
        let second = Protected<[String]>([])
        let center = states
        let logs = [
            trace.log { event in
                first.withLock { $0.append("\(event)") }
                center.set(.balance, to: 1)
            },
            trace.log { event in second.withLock { $0.append("\(event)") } },
        ]
        trace.start()
        let location = SourceLocation(line: #line + 1)
        center.set(.volume, to: 1)
        logs[1].cancel()
        center.set(.volume, to: 2)
        #expect(first.withLock { $0.count } == 2)
        #expect(second.withLock { $0 } == ["set volume at \(location), 1.5 µs"])
        #expect(trace.events.count == 2)
        logs[0].cancel()
    }

    @Test("A task started by a handler has the handler's delivery as its cause") func followsTasks() async {
        let (center, probe) = (states, Probe<Int>())
        let volume = center.observe(.volume, options: .skipsCurrent) { _ in
            Task {
                center.set(.balance, to: 1)
                probe.report(1)
            }
        }
        trace.start()
        center.set(.volume, to: 1)
        #expect(await probe.values(1) == [1])
        #expect(trace.events.map(\.kind) == [.set, .delivery, .set])
        #expect(trace.events.map(\.cause) == [nil, 1, 2])
        withExtendedLifetime(volume) {}
    }

    @Test("An outcome marked before the end of an event is not replaced by done") func markedOutcomes() throws {
        trace.start()
        let subject = TraceEvent(.post, of: "message", at: SourceLocation())
        let event = try #require(trace.begin(subject))
        trace.mark(event, .unreceived)
        trace.end(event)
        #expect(trace.events.map(\.outcome) == [.unreceived])
    }

    @Test("The exported JSON has the format of Chrome trace events") func chromeJSON() throws {
        let registration = calls.register((any Greeter).self) { Host() }
        trace.start()
        calls.dispatch((any Greeter).self) { try $0.greet("") }
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(trace.chromeJSON.utf8)) as? [String: Any])
        let all = try #require(json["traceEvents"] as? [[String: Any]])
        let entries = all.filter { $0["ph"] as? String == "X" }
        #expect(all.map { $0["ph"] as? String } == ["M", "X", "X", "s", "f"])
        #expect(entries.map { $0["name"] as? String } == ["call Greeter", "delivery Greeter"])
        #expect(entries.map { $0["ts"] as? Double } == [1.5, 3])
        let details = try #require(entries.last?["args"] as? [String: Any])
        #expect(details["outcome"] as? String == ##"failed("Refused(name: \"none\")")"##)
        withExtendedLifetime(registration) {}
    }
}
