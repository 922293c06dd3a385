import Dispatchers
import Testing

@Suite("Lifetime of observers") struct MessageLifetimeTests {
    private struct Ping: Sendable { var number = 0 }
    private final class Screen: Sendable {}

    private let center = MessageCenter()
    private let received = Probe<String>()

    @Test("C5: an owner is not kept alive, and nothing is called after its end") func ownersAreWeak() {
        weak var gone: Screen?
        do {
            let screen = Screen()
            gone = screen
            center.observe(Ping.self, by: screen) { _, _ in received.report("alive") }
            center.post(Ping())
        }
        #expect(gone == nil)
        center.post(Ping())
        #expect(received.values == ["alive"])
    }

    @Test("C5: the owner of an asynchronous observer is not kept alive, and its end is noticed")
    func asynchronousOwnersAreWeak() async {
        weak var gone: Screen?
        do {
            let screen = Screen()
            gone = screen
            center.observe(Ping.self, by: screen) { _, _ in
                await Task.yield()
                received.report("alive")
            }
            center.post(Ping())
            _ = await received.values(1)
        }
        while gone != nil { await Task.yield() }
        center.post(Ping())
        #expect(center.observations.isEmpty)
        #expect(received.values == ["alive"])
    }

    @Test("what an asynchronous handler captured is released by cancelling") func asynchronousCapturesGo() async {
        weak var captured: Canary?
        let registration: Registration
        do {
            let canary = Canary()
            captured = canary
            registration = center.observe(Ping.self) { _ in
                await Task.yield()
                received.report("\(canary)")
            }
        }
        center.post(Ping())
        _ = await received.values(1)
        registration.cancel()
        while captured != nil { await Task.yield() }
    }

    @Test("C5: an owner released by an earlier handler is not called") func ownerReleasedDuringDelivery() {
        final class Holder: @unchecked Sendable { var screen: Screen? = Screen() }
        let holder = Holder()
        let registration = center.observe(Ping.self, priority: 1) { _ in holder.screen = nil }
        if let screen = holder.screen { center.observe(Ping.self, by: screen) { _, _ in received.report("called") } }
        center.post(Ping())
        #expect(received.values.isEmpty)
        registration.cancel()
    }

    @Test("C5: an owner released inside its own handler lives until the handler returns")
    func ownerIsHeldDuringTheCall() {
        final class Holder: @unchecked Sendable { var canary: Canary? }
        let holder = Holder()
        let canary = Canary { received.report("gone") }
        holder.canary = canary
        center.observe(Ping.self, by: canary) { _, _ in
            holder.canary = nil
            received.report("still here")
        }
        center.post(Ping())
        withExtendedLifetime(canary) {}
        #expect(received.values.first == "still here")
    }

    @Test("C5: an owner whose end posts and observes in the same center is released outside of every lock")
    func deinitMayUseTheCenter() {
        final class Holder: @unchecked Sendable { var canary: Canary? }
        let holder = Holder()
        holder.canary = Canary {
            center.post("gone")
            center.observe(Ping.self) { _ in }.cancel()
        }
        let registrations = [
            center.observe(String.self) { received.report($0) },
            center.observe(Ping.self, priority: 1) { _ in holder.canary = nil },
        ]
        if let canary = holder.canary { center.observe(Ping.self, by: canary) { _, _ in } }
        center.post(Ping())
        #expect(received.values == ["gone"])
        #expect(registrations.count == 2)
    }

    @Test("C5: what a handler captured may use the center when it is released by cancelling")
    func capturesMayUseTheCenter() {
        let registration: Registration
        do {
            let canary = Canary { center.post("gone") }
            registration = center.observe(Ping.self) { _ in _ = canary }
        }
        let listener = center.observe(String.self) { received.report($0) }
        registration.cancel()
        #expect(received.values == ["gone"])
        listener.cancel()
    }

    @Test("naming an owner, one may end early what it observes, and only that") func cancelsByOwner() {
        let (mine, yours) = (Screen(), Screen())
        for (screen, name) in [(mine, "mine"), (yours, "yours")] {
            center.observe(Ping.self, by: screen) { _, _ in received.report(name) }
            center.observe((any Sendable).self, by: screen) { _, _ in received.report(name) }
        }
        center.cancel(by: mine)
        center.cancel(by: mine)
        center.post(Ping())
        #expect(received.values == ["yours", "yours"])
    }

    @Test("C19: 100,000 dead owners leave nothing behind") func deadOwnersAreSwept() {
        for _ in 0..<100_000 { center.observe(Ping.self, by: Screen()) { _, _ in } }
        #expect(center.observations.count < 32)
        center.post(Ping())
        #expect(center.observations.isEmpty)
    }

    @Test("C19: dead owners among living ones are swept") func deadOwnersAmongLivingOnes() {
        var living: [Screen] = []
        for number in 0..<10_000 {
            let screen = Screen()
            if number.isMultiple(of: 100) { living.append(screen) }
            center.observe(Ping.self, by: screen) { _, _ in }
        }
        #expect(center.observations.count <= 2 * living.count + 16)
        center.post(Ping())
        #expect(center.observations.count == living.count)
    }

    @Test("a center that goes releases its handlers, and ends its sequences") func centerGoes() async {
        weak var captured: Canary?
        var center: MessageCenter? = MessageCenter()
        let sequence = center?.messages(of: Ping.self)
        do {
            let canary = Canary()
            captured = canary
            let screen = Screen()
            center?.observe(Ping.self, by: screen) { _, _ in _ = canary }
            center = nil
        }
        #expect(captured == nil)
        if let sequence { for await _ in sequence {} }
    }
}
