import Dispatchers
import Foundation
import Testing

private protocol Greeter { func greet(_ name: String) throws }

private final class Host: Greeter, Sendable {
    func greet(_ name: String) throws { if name.isEmpty { throw Refused(name: "none") } }
}

@Suite("Trace")
struct TraceTests {
    /// A clock that goes on by a microsecond and a half with each look at it.
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

    @Test("a trace that was not started, or was stopped, records nothing") func off() {
        states.set(.volume, to: 1)
        trace.start()
        trace.stop()
        states.set(.volume, to: 2)
        calls.dispatch((any Greeter).self) { try $0.greet("ada") }
        #expect(trace.events.isEmpty)
    }

    @Test("a set and its deliveries are events with cause, place, receiver, time, duration and outcome")
    func recordsSets() throws {
        let told = SourceLocation(line: #line + 1)
        let registration = states.observe(.volume, options: .skipsCurrent) { _ in }
        trace.start()
        let set = SourceLocation(line: #line + 1)
        states.set(.volume, to: 7)
        let events = trace.events
        #expect(events.map(\.kind) == [.set, .delivery])
        #expect(events.map(\.cause) == [nil, events.first?.id])
        #expect(events.map(\.location) == [set, set])
        #expect(events.map(\.receiver) == [nil, told])
        #expect(events.map(\.time) == [.nanoseconds(1_500), .nanoseconds(3_000)])
        #expect(events.map(\.duration) == [.nanoseconds(4_500), .nanoseconds(1_500)])
        #expect(events.map(\.outcome) == [.done, .done])
        #expect(events.map(\.subject) == ["volume", "volume"])
        withExtendedLifetime(registration) {}
    }

    @Test("a receiver that throws is a delivery that failed") func recordsFailures() {
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

    @Test("what a receiver does has its delivery as the cause, across centers") func followsCauses() {
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

    @Test("a set made by a handler keeps its cause, though it is delivered after it") func followsWaitingSets() {
        let center = states
        let volume = center.observe(.volume, options: .skipsCurrent) { if $0.new == 1 { center.set(.volume, to: 2) } }
        trace.start()
        center.set(.volume, to: 1)
        #expect(trace.events.map(\.kind) == [.set, .delivery, .set, .delivery])
        #expect(trace.events.map(\.cause) == [nil, 1, 2, 3])
        withExtendedLifetime(volume) {}
    }

    @Test("what waits for another actor keeps its cause") func followsActors() async {
        let probe = Probe<Int>()
        let volume = await Self.observeOnMain(states, probe)
        trace.start()
        states.set(.volume, to: 9)
        #expect(await probe.values(1) == [9])
        withExtendedLifetime(volume) {}
        // The delivery has begun, and may not have ended.
        #expect(trace.events.map(\.kind) == [.set, .delivery])
        #expect(trace.events.map(\.cause) == [nil, 1])
    }

    @MainActor private static func observeOnMain(_ center: ObserverCenter, _ probe: Probe<Int>) -> Registration {
        center.observe(.volume, options: .skipsCurrent) { probe.report($0.new) }
    }

    @Test("what is collected is traced, waited for or not") func recordsCollecting() async throws {
        let registration = calls.register((any Greeter).self) { Host() }
        trace.start()
        calls.collect((any Greeter).self, .all) { _ in 1 }
        try await calls.collect((any Greeter).self, .all, running: .oneByOne) { _ in 1 }
        #expect(trace.events.map(\.kind) == [.call, .delivery, .call, .delivery])
        #expect(trace.events.map(\.cause) == [nil, 1, nil, 3])
        withExtendedLifetime(registration) {}
    }

    @Test("the ring keeps the last events; numbers go on, also after it was cleared") func ring() {
        trace.start()
        for number in 1...100 { states.set(.volume, to: number) }
        #expect(trace.events.map(\.id) == Array(37...100))
        trace.clear()
        #expect(trace.events.isEmpty)
        states.set(.volume, to: 0)
        #expect(trace.events.count == 1)
        #expect(trace.events.allSatisfy { $0.id > 100 && $0.outcome == .done })
    }

    @Test("an event that was pushed out while it ran is not another's end") func ringOverrun() {
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

    @Test("every log is called with each event as it ends, ends no other, and what it does is not recorded") func logs()
    {
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

    @Test("a task that a handler starts has the delivery as its cause") func followsTasks() async {
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

    @Test("a truer outcome is not hidden by what ends as done later") func truerOutcomes() throws {
        trace.start()
        let subject = TraceEvent(.post, of: "message", at: SourceLocation())
        let event = try #require(trace.begin(subject))
        trace.mark(event, .unreceived)
        trace.end(event)
        #expect(trace.events.map(\.outcome) == [.unreceived])
    }

    @Test("the JSON is that of Chrome's trace events") func chromeJSON() throws {
        let registration = calls.register((any Greeter).self) { Host() }
        trace.start()
        calls.dispatch((any Greeter).self) { try $0.greet("") }
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(trace.chromeJSON.utf8)) as? [String: [[String: Any]]])
        let entries = try #require(json["traceEvents"])
        #expect(entries.map { $0["ph"] as? String } == ["X", "X"])
        #expect(entries.map { $0["name"] as? String } == ["call Greeter", "delivery Greeter"])
        #expect(entries.map { $0["ts"] as? Double } == [1.5, 3])
        let details = try #require(entries.last?["args"] as? [String: Any])
        #expect(details["outcome"] as? String == ##"failed("Refused(name: \"none\")")"##)
        withExtendedLifetime(registration) {}
    }
}
