import Dispatchers
import Foundation
import Observation
import Testing

private enum Visit {
    @TaskLocal static var id: String?
    @TaskLocal static var step = 0
    @TaskLocal static var note: String?
}

@Suite("Carried task-locals") struct HandlerContextTests {
    private struct Ping: Sendable { var number = 0 }
    private struct Pong: Sendable {}
    private struct NameOf: Request { typealias Response = String }
    private protocol Bell: Sendable { func ring() }
    private struct Ringer: Bell {
        let onRing: @Sendable () -> Void
        func ring() { onRing() }
    }

    /// The values of the carried task-locals in a handler.
    private struct Seen: Hashable, Sendable {
        let id: String?
        let step: Int

        static var now: Seen { Seen(id: Visit.id, step: Visit.step) }
    }

    private actor Listener {
        func listen(_ center: MessageCenter, _ seen: Probe<Seen>) {
            center.observe(Ping.self, by: self) { _, _ in seen.report(.now) }
        }

        func listenLater(_ center: MessageCenter, _ seen: Probe<Seen>) {
            center.observe(Ping.self, by: self) { _, _ async in
                await Task.yield()
                seen.report(.now)
            }
        }

        func follow(_ states: ObserverCenter, _ options: StateOptions, _ seen: Probe<Seen>) {
            states.observe(.balance, by: self, options: options) { _, change in
                if change.new > 0 { seen.report(.now) }
            }
        }
    }

    @MainActor @Observable final class Form { var title = "" }

    private let center = MessageCenter()
    private let states = ObserverCenter()
    private let calls = ProtocolDispatcherCenter()
    private let seen = Probe<Seen>()
    private let expected = Seen(id: "a", step: 7)

    init() {
        HandlerContext.carry(Visit.$id)
        HandlerContext.carry(Visit.$step)
        HandlerContext.carry(Visit.$id)
    }

    /// Calls a body with the values that handlers are expected to have.
    private func inVisit<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await Visit.$id.withValue("a") { try await Visit.$step.withValue(7) { try await body() } }
    }

    enum Place: CaseIterable {
        case here
        case onActor
        case onMainActor
        case asynchronously
        case asynchronouslyOnActor
        case afterHandler
    }

    private func observe(_ place: Place) async -> [Registration] {
        let (center, seen, listener) = (center, seen, Listener())
        switch place {
        case .here: return [center.observe(Ping.self) { _ in seen.report(.now) }]
        case .onActor:
            await listener.listen(center, seen)
            return [center.observe(Pong.self) { _ in withExtendedLifetime(listener) {} }]
        case .onMainActor: return [center.observe(Ping.self) { @MainActor _ in seen.report(.now) }]
        case .asynchronously:
            let registration = center.observe(Ping.self) { (_: Ping) async in
                await Task.yield()
                seen.report(.now)
            }
            return [registration]
        case .asynchronouslyOnActor:
            await listener.listenLater(center, seen)
            return [center.observe(Pong.self) { _ in withExtendedLifetime(listener) {} }]
        case .afterHandler:
            return [
                center.observe(Ping.self) { ping in
                    if ping.number == 0 { center.post(Ping(number: 1)) } else { seen.report(.now) }
                }
            ]
        }
    }

    @Test("A handler has the values of the code that posts", arguments: Place.allCases) func posts(_ place: Place) async
    {
        let registrations = await observe(place)
        await inVisit { _ = center.post(Ping()) }
        #expect(await seen.values(1) == [expected])
        withExtendedLifetime(registrations) {}
    }

    @Test("A handler has the values of the code that publishes", arguments: Place.allCases, [false, true])
    func publications(_ place: Place, isQueued: Bool) async {
        let registrations = await observe(place)
        await inVisit { _ = await center.publish(Ping(), until: isQueued ? .queued : .handled) }
        #expect(await seen.values(1) == [expected])
        withExtendedLifetime(registrations) {}
    }

    @Test("A handler that receives a retained message has the values of the post", arguments: Place.allCases)
    func retainedMessages(_ place: Place) async {
        center.retain(last: 1, of: Ping.self)
        await inVisit { _ = center.post(Ping()) }
        let registrations = await observe(place)
        #expect(await seen.values(1) == [expected])
        withExtendedLifetime(registrations) {}
    }

    @Test("A message that a handler posts has the values where it is posted") func valuesOfHandlers() async {
        let registrations = [
            center.observe(Pong.self) { _ in Visit.$id.withValue("a") { _ = center.post(Ping()) } },
            center.observe(Ping.self) { _ in seen.report(.now) },
        ]
        Visit.$id.withValue("b") { Visit.$step.withValue(7) { _ = center.post(Pong()) } }
        #expect(seen.values == [expected])
        withExtendedLifetime(registrations) {}
    }

    @Test("Code on an actor that calls waiting handlers first does not lend them its values") @MainActor
    func drainedMessages() {
        let registration = center.observe(Ping.self) { @MainActor _ in seen.report(.now) }
        let isPosted = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [center] in
            Visit.$id.withValue("a") { Visit.$step.withValue(7) { _ = center.post(Ping()) } }
            center.post(Ping())
            isPosted.signal()
        }
        isPosted.wait()
        Visit.$id.withValue("c") { _ = center.post(Ping()) }
        #expect(seen.values == [expected, Seen(id: nil, step: 0), Seen(id: "c", step: 0)])
        registration.cancel()
    }

    @Test("An observer of a state has the values of the set", arguments: [[], StateOptions.coalesces])
    func sets(options: StateOptions) async {
        let listener = Listener()
        await listener.follow(states, options, seen)
        await inVisit { _ = states.set(.balance, to: 1) }
        #expect(await seen.values(1) == [expected])
    }

    @Test("An observer of an inherited state has the values of the set in the parent") func inheritedSets() async {
        let (listener, child) = (Listener(), ObserverCenter(parent: states))
        await listener.follow(child, [], seen)
        await inVisit { _ = states.update(.balance) { $0 += 1 } }
        #expect(await seen.values(1) == [expected])
    }

    @Test("A change that waits for another thread's delivery is delivered with the values of its set")
    func waitingSets() async {
        let (began, gate, last) = (Probe<Bool>(), Gate(), Probe<Seen>())
        let registration = states.observe(.balance, options: .skipsCurrent) { change in
            if change.new == 1 {
                began.report(true)
                gate.pass()
            } else {
                last.report(.now)
            }
        }
        Thread.detachNewThread { [states] in Visit.$id.withValue("b") { _ = states.set(.balance, to: 1) } }
        _ = await began.values(1)
        await inVisit { _ = states.set(.balance, to: 2) }
        gate.open()
        #expect(await last.values(1) == [expected])
        registration.cancel()
    }

    @Test("An observer of a property has the values of the code that changes it") @MainActor func properties() async {
        let form = Form()
        let registration = states.observe(\.title, of: form) { [seen] _ in seen.report(.now) }
        Visit.$id.withValue("a") { Visit.$step.withValue(7) { form.title = "A" } }
        #expect(await seen.values(1) == [expected])
        registration.cancel()
    }

    @Test("A receiver on another actor and a responder have the values of the caller")
    func callsAndRequests() async throws {
        let registrations = [
            calls.register((any Bell).self) { @MainActor [seen] in Ringer { seen.report(.now) } },
            center.respond(to: NameOf.self) { _ in Visit.id ?? "" },
        ]
        await inVisit { calls.dispatch((any Bell).self) { $0.ring() } }
        #expect(await seen.values(1) == [expected])
        #expect(try await inVisit { try await center.request(NameOf()) } == "a")
        withExtendedLifetime(registrations) {}
    }

    @Test("The report of an error has the values of the post") func reports() async {
        let center = MessageCenter(onError: { [seen] _ in seen.report(.now) })
        let registration = center.observe(Ping.self) { @MainActor _ in throw CancellationError() }
        await inVisit { _ = center.post(Ping()) }
        #expect(await seen.values(1) == [expected])
        registration.cancel()
    }

    @Test("A task-local that is not carried has its value in handlers that the post calls, and in no others")
    func othersAreNotCarried() async {
        let notes = Probe<String?>()
        let here = center.observe(Ping.self) { _ in notes.report(Visit.note) }
        Visit.$note.withValue("n") { _ = center.post(Ping()) }
        here.cancel()
        let elsewhere = center.observe(Ping.self) { @MainActor _ in notes.report(Visit.note) }
        Visit.$note.withValue("n") { _ = center.post(Ping()) }
        #expect(await notes.values(2) == ["n", nil])
        elsewhere.cancel()
    }
}
