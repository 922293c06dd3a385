import AllocationCounter
import Dispatchers
import Testing

@Suite("Lifetime of observers") struct MessageLifetimeTests {
    private struct Ping: Sendable { var number = 0 }
    private final class Screen: Sendable {}

    private let center = MessageCenter()
    private let received = Probe<String>()

    @Test("C5: An owner is not kept alive, and its handler is not called after its release") func ownersAreWeak() {
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

    @Test("C5: An asynchronous observer does not keep its owner alive and ends after the owner's release")
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

    @Test("Cancelling releases the captures of an asynchronous handler")
    func cancellingReleasesAsynchronousCaptures() async {
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

    @Test("C5: The handler of an owner released by an earlier handler is not called")
    func ownerReleasedDuringDelivery() {
        final class Holder: @unchecked Sendable { var screen: Screen? = Screen() }
        let holder = Holder()
        let registration = center.observe(Ping.self, priority: 1) { _ in holder.screen = nil }
        if let screen = holder.screen { center.observe(Ping.self, by: screen) { _, _ in received.report("called") } }
        center.post(Ping())
        #expect(received.values.isEmpty)
        registration.cancel()
    }

    @Test("C5: An owner released inside its own handler lives until the handler returns")
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

    @Test("C5: The deinit of an owner released during a delivery may post and observe in the same center")
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

    @Test("C5: The deinit of a captured object released by cancelling may post in the same center")
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

    @Test("Cancelling by an owner ends that owner's observations and no others") func cancelsByOwner() {
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

    @Test("C19: Observations of 100,000 released owners are removed") func releasedOwnersAreRemoved() {
        for _ in 0..<100_000 { center.observe(Ping.self, by: Screen()) { _, _ in } }
        #expect(center.observations.count < 32)
        center.post(Ping())
        #expect(center.observations.isEmpty)
    }

    @Test("C19: Observations of released owners among living owners are removed") func releasedOwnersAmongLivingOnes() {
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

    @Test("Releasing a center releases its handlers and finishes its sequences") func releasingTheCenter() async {
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

@Suite("Purging observations of released owners") struct MessagePurgingTests {
    private struct Ping: Sendable {}
    private final class Screen: Sendable {}

    private let center = MessageCenter()
    private let received = Probe<Int>()

    enum Isolation: String, CaseIterable, Sendable { case poster, mainActor }

    private nonisolated func observe(_ screen: Screen) {
        center.observe(Ping.self, by: screen) { [received] _, _ in received.report(1) }
    }

    /// Returns the bytes that a post allocates for `count` living and `count` released owners.
    @MainActor private func bytes(_ count: Int, _ isolation: Isolation) -> Int {
        let living = (0..<count).map { _ in Screen() }
        var dying = (0..<count).map { _ in Screen() }
        for screens in zip(living, dying) {
            for screen in [screens.0, screens.1] {
                if isolation == .poster {
                    observe(screen)
                } else {
                    center.observe(Ping.self, by: screen) { @MainActor [received] _, _ in received.report(1) }
                }
            }
        }
        dying = []
        let before = allocatedBytesOfThisThread()
        center.post(Ping())
        let bytes = allocatedBytesOfThisThread() - before
        #expect(center.observations.count == count)
        #expect(received.values.count == count)
        center.post(Ping())
        #expect(received.values.count == 2 * count)
        withExtendedLifetime(living) {}
        return bytes
    }

    @Test(
        "C19: A post that purges 10,000 released owners among living ones allocates less than 100 MB",
        arguments: Isolation.allCases)
    @MainActor func releasedAmongLiving(_ isolation: Isolation) {
        let bytes = bytes(10_000, isolation)
        // A copy of the list for each released owner would take some gigabytes.
        #expect(bytes < 100_000_000)
    }
}

@Suite("Messages about objects in deinit") struct MessageSubjectLifetimeTests {
    private struct Closed: Sendable {}
    private struct Close: Sendable {}

    /// An object that posts `Closed` about itself in its deinit.
    private final class Document: Sendable {
        private let center: MessageCenter

        init(_ center: MessageCenter) {
            self.center = center
        }

        deinit { center.post(Closed(), about: self) }
    }

    private let center = MessageCenter()
    private let received = Probe<Int>()

    @Test("An object's deinit inside a handler may post a message about the object", arguments: [false, true])
    func deinitInsideAHandler(isOnAnotherActor: Bool) async {
        let document = Slot<Document>()
        document.value = Document(center)
        var registrations = [center.observe(Close.self) { _ in document.value = nil }]
        if isOnAnotherActor {
            registrations.append(center.observe(Closed.self) { @MainActor [received] _ in received.report(1) })
        } else {
            registrations.append(center.observe(Closed.self) { [received] _ in received.report(1) })
        }
        center.post(Close())
        #expect(await received.values(1) == [1])
        withExtendedLifetime(registrations) {}
    }
}
