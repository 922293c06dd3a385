import Dispatchers
import Testing

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

    @Test("Each kind of center has one shared instance") func shared() {
        #expect(MessageCenter.shared === MessageCenter.shared)
        #expect(ObserverCenter.shared === ObserverCenter.shared)
        #expect(ProtocolDispatcherCenter.shared === ProtocolDispatcherCenter.shared)
    }
}
