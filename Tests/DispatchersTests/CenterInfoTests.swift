import Dispatchers
import DispatchersTesting
import Foundation
import Testing

@Suite("Snapshots of centers") struct CenterInfoTests {
    private struct Ping: Sendable, Equatable { let number: Int }

    @Test("A snapshot has the observations and retained messages of a center and of those inside it") func messages() {
        let app = MessageCenter(name: "app")
        let visits = [MessageCenter(parent: app, name: "visit 2"), MessageCenter(parent: app, name: "visit 1")]
        let observer = visits[0].observe(Ping.self) { _ in }
        app.retain(last: 2, of: Ping.self)
        for number in 1...3 { app.post(Ping(number: number)) }
        let info = app.info
        #expect(info.name == "app")
        #expect(info.retained.map(\.what) == ["Ping"])
        #expect(info.retained.map(\.limit) == [2])
        #expect(info.retained.first?.messages as? [Ping] == [Ping(number: 2), Ping(number: 3)])
        #expect(info.children.map(\.name) == ["visit 1", "visit 2"])
        #expect(info.children.map(\.observations.count) == [0, 1])
        withExtendedLifetime((visits, observer)) {}
    }

    @Test("A type of which no messages are retained any more is not listed") func nothingRetained() {
        let app = MessageCenter()
        app.retain(last: 1, of: Ping.self)
        app.retain(last: 0, of: Ping.self)
        app.post(Ping(number: 1))
        #expect(app.info.retained.isEmpty)
    }

    @Test("A closed center is not listed among those inside another one") func closed() {
        let app = ObserverCenter(name: "app")
        let visit = ObserverCenter(parent: app, name: "visit")
        visit.set(.volume, to: 3)
        #expect(app.info.children.map(\.states).map { $0.map(\.name) } == [["volume"]])
        visit.close()
        #expect(app.info.children.isEmpty)
    }

    @Test("The observers by which states follow those of a parent are not listed") func followers() {
        let app = ObserverCenter()
        let visit = ObserverCenter(parent: app)
        let observer = visit.observe(.volume) { _ in }
        #expect(app.info.observations.isEmpty)
        #expect(app.info.children.map(\.observations.count) == [1])
        withExtendedLifetime((visit, observer)) {}
    }
}

private protocol Witness: Sendable {}
extension Canary: Witness {}

/// The observation lists of all kinds of centers.
@Suite("Observation lists of centers") struct ObservationInfoTests {
    private struct Ping: Sendable {}
    private struct Question: Request { typealias Response = Int }
    private final class Screen: Sendable {}

    private actor Desk {
        func observe(_ center: MessageCenter) { center.observe(Ping.self, by: self) { _, _ in } }
    }

    private let messages = MessageCenter()
    private let states = ObserverCenter()
    private let calls = ProtocolDispatcherCenter()

    @Test("Each form of observation is listed with its subject, owner type, actor, priority and location")
    func forms() async {
        let (screen, desk) = (Screen(), Desk())
        await desk.observe(messages)
        messages.observe(Ping.self, by: screen) { _, _ in }
        let tokens = [
            messages.observe(Ping.self) { (_: Ping) async in },
            messages.respond(to: Question.self) { _ in 1 },
            states.observe(.volume, priority: 2) { @MainActor _ in },
        ]
        let (sequence, values) = (messages.messages(of: Ping.self), states.values(of: .volume))
        let log = Log("log", Probe<String>())
        calls.register((any LoginObserver).self, by: log) { $0 }
        let listed = messages.observations + states.observations + calls.observations
        #expect(
            listed.map(\.form) == [
                .synchronous, .synchronous, .asynchronous, .responder, .sequence, .synchronous, .sequence, .synchronous,
            ])
        #expect(
            listed.map(\.what) == ["Ping", "Ping", "Ping", "Question", "Ping", "volume", "volume", "LoginObserver"])
        #expect(listed.map(\.owner) == ["Desk", "Screen", nil, nil, nil, nil, nil, "Log"])
        #expect(listed.map(\.isolation) == ["Desk", nil, nil, nil, nil, "MainActor", nil, nil])
        #expect(listed.map(\.priority) == [0, 0, 0, 0, 0, 2, 0, 0])
        #expect(listed.allSatisfy { $0.isAlive && $0.location.fileID == #fileID })
        withExtendedLifetime((tokens, sequence, values)) {}
    }

    @Test("Reading the observations of a center removes those of released owners") func releasedOwners() {
        let released = Probe<Int>()
        for number in 0..<3 {
            let canary = Canary { released.report(number) }
            switch number {
            case 0: states.observe(.volume, by: Screen(), options: .skipsCurrent) { [canary] _, _ in _ = canary }
            case 1: messages.observe(Ping.self, by: Screen()) { [canary] _, _ in _ = canary }
            default: calls.register((any Witness).self, by: Screen()) { [canary] _ in canary }
            }
        }
        #expect(released.values.isEmpty)
        #expect((states.observations + messages.observations + calls.observations).isEmpty)
        #expect(released.values.sorted() == [0, 1, 2])
    }

    @Test("An observation counts its waiting and its dropped messages") func counts() {
        let sequence = messages.messages(of: Ping.self, buffer: .dropOldest(beyond: 2))
        for _ in 0..<5 { messages.post(Ping()) }
        #expect(messages.observations.map(\.waiting) == [2])
        #expect(messages.observations.map(\.dropped) == [3])
        withExtendedLifetime(sequence) {}
    }

    @Test("Messages that wait or are dropped before they reach a buffer are counted with those in the buffer")
    func countsOfReplays() async {
        messages.retain(last: 3, of: Ping.self)
        for _ in 1...3 { messages.post(Ping()) }
        let waiting = Probe<Int>()
        let limit = 65_536
        let buffer = MessageBuffer<Ping>.latest.coalescing { [messages] _ in
            guard waiting.values.isEmpty else { return "" }
            // The other retained messages wait, and so do those of other threads.
            let isDone = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                for _ in 0..<limit { messages.post(Ping()) }
                isDone.signal()
            }
            isDone.wait()
            waiting.report(messages.observations.map(\.waiting).reduce(0, +))
            return ""
        }
        let sequence = messages.messages(of: Ping.self, buffer: buffer)
        #expect(waiting.values == [limit])
        await messages.settled()
        #expect(messages.observations.map(\.waiting) == [1])
        #expect(messages.observations.map(\.dropped) == [2])
        withExtendedLifetime(sequence) {}
    }

    @Test("Each kind of center has one shared instance") func shared() {
        #expect(MessageCenter.shared === MessageCenter.shared)
        #expect(ObserverCenter.shared === ObserverCenter.shared)
        #expect(ProtocolDispatcherCenter.shared === ProtocolDispatcherCenter.shared)
    }
}

@Suite("Listed states") struct StateInfoTests {
    private let trace = Trace()
    private let center: ObserverCenter

    init() { center = ObserverCenter(name: "app", trace: trace) }

    @Test("States are listed by name, with type, value and the number of observers of the state and its parts")
    func lists() throws {
        let observers = [
            center.observe(.basket[\.total]) { _ in }, center.observe(.basket) { _ in },
            center.observe(.volume) { _ in },
        ]
        center.set(.volume, to: 7)
        let states = center.states
        #expect(states.map(\.name) == ["basket", "volume"])
        #expect(states.map(\.type) == ["Basket", "Int"])
        #expect(states.last?.value as? Int == 7)
        #expect(states.map(\.observerCount) == [2, 1])
        #expect(states.allSatisfy { !$0.isInherited })
        #expect(states.last?.description == "volume: 7")
        withExtendedLifetime(observers) {}
    }

    @Test("The place of the last set is listed if the trace was on", arguments: [false, true])
    func lastSet(isUpdate: Bool) throws {
        center.set(.volume, to: 1)
        #expect(center.states.map(\.lastSet) == [nil])
        trace.start()
        let place = SourceLocation(line: #line + 1)
        if isUpdate { center.update(.volume) { $0 += 1 } } else { center.set(.volume, to: 2) }
        #expect(center.states.map(\.lastSet) == [place])
        trace.stop()
        center.set(.volume, to: 3)
        #expect(center.states.map(\.lastSet) == [place])
    }

    @Test("The last set of an inherited state is that of the parent, as long as it is inherited")
    func inheritedLastSet() {
        let visit = ObserverCenter(parent: center, name: "visit")
        trace.start()
        center.set(.volume, to: 1)
        let observer = visit.observe(.volume) { _ in }
        #expect(visit.states.map(\.lastSet) == [SourceLocation(line: #line - 2)])
        center.set(.volume, to: 2)
        #expect(visit.states.map(\.lastSet) == [SourceLocation(line: #line - 1)])
        visit.set(.volume, to: 3)
        #expect(visit.states.map(\.lastSet) == [SourceLocation(line: #line - 1)])
        center.set(.volume, to: 4)
        #expect(visit.states.map(\.lastSet) == [SourceLocation(line: #line - 3)])
        withExtendedLifetime(observer) {}
    }

    @Test("A state that was set before the trace began has no last set in a child center, either")
    func inheritedWithoutLastSet() {
        let visit = ObserverCenter(parent: center, name: "visit")
        center.set(.volume, to: 1)
        trace.start()
        let observer = visit.observe(.volume) { _ in }
        #expect(visit.states.map(\.lastSet) == [nil])
        withExtendedLifetime(observer) {}
    }

    @Test("A state that was not set in a center has the value of the parent there") func inherited() throws {
        let visit = ObserverCenter(parent: center, name: "visit")
        let observer = visit.observe(.volume) { _ in }
        center.set(.volume, to: 8)
        #expect(visit.states.map(\.isInherited) == [true])
        #expect(visit.states.first?.value as? Int == 8)
        #expect(center.states.map(\.observerCount) == [0])
        visit.set(.volume, to: 9)
        #expect(visit.states.map(\.isInherited) == [false])
        #expect(visit.states.first?.value as? Int == 9)
        withExtendedLifetime(observer) {}
    }

    @Test("A state that is being updated is listed without its value") func updating() {
        center.update(.volume) { volume in
            volume = 6
            #expect(center.states.map { $0.value == nil } == [true])
        }
        #expect(center.states.first?.value as? Int == 6)
    }

    @Test("Observations of parts are listed with the names of the parts") func parts() {
        let observer = center.observe(.basket[\.total]) { _ in }
        #expect(center.observations.map(\.what) == ["basket.total"])
        withExtendedLifetime(observer) {}
    }
}
