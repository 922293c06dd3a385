import AllocationCounter
import Dispatchers
import Testing

@Suite("Allocations of posting", .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
struct MessageAllocationTests {
    private struct Ping: Sendable { var words = (1, 2, 3, 4, 5, 6, 7, 8) }
    private struct Pong: Sendable {}
    private final class Screen: Sendable {}
    private class Event: @unchecked Sendable {}
    private final class Tap: Event, @unchecked Sendable {}

    private let center = MessageCenter()

    private func allocations(of work: () -> Void) -> Int {
        work()
        let before = allocationsOfThisThread()
        for _ in 0..<100 { work() }
        return allocationsOfThisThread() - before
    }

    @Test("The allocation counter counts allocations") func countsAllocations() {
        // The optimizer removes an allocation that nothing uses.
        let screens = Slot([Screen]())
        #expect(allocations { screens.value = [Screen()] } >= 100)
    }

    @Test("C20: A post without subscribers allocates nothing") func withoutSubscribers() {
        #expect(allocations { center.post(Ping()) } == 0)
    }

    @Test("C20: Posting to inline observers of the exact type allocates nothing after the first post")
    func toInlineObservers() {
        let screen = Screen()
        let registrations = (0..<10).map { _ in center.observe(Ping.self) { _ in } }
        center.observe(Ping.self, by: screen) { _, _ in }
        #expect(allocations { center.post(Ping()) } == 0)
        #expect(registrations.count == 10)
    }

    @Test("C20: Posting on the main actor to observers of the main actor allocates nothing") @MainActor
    func onTheMainActor() {
        let registration = center.observe(Ping.self) { @MainActor _ in }
        #expect(allocations { @MainActor in center.post(Ping()) } == 0)
        registration.cancel()
    }

    @Test("C20: Posting an object as its own class allocates nothing after the first post") func objects() {
        let (tap, screen) = (Tap(), Screen())
        #expect(allocations { center.post(tap) } == 0, "without subscribers")
        let registrations = (0..<10).map { _ in center.observe(Tap.self) { _ in } }
        center.observe(Tap.self, by: screen) { _, _ in }
        #expect(allocations { center.post(tap) } == 0)
        #expect(registrations.count == 10)
    }

    @Test("An object posted as its superclass reaches observers of its own class, also after posts of the superclass")
    func objectsPostedAsSuperclass() {
        let received = Probe<String>()
        let center = MessageCenter()
        let unobserved = MessageCenter(onDeadLetter: { _ in received.report("dead") })
        for _ in 0..<3 { center.post(Event()) }
        let registration = center.observe(Tap.self) { _ in received.report("tap") }
        for _ in 0..<3 { center.post(Event()) }
        #expect(received.values.isEmpty)
        center.post(Tap() as Event)
        center.post(Tap())
        center.post(Tap() as any Sendable)
        #expect(received.values == ["tap", "tap", "tap"])
        registration.cancel()
        unobserved.post(Tap())
        unobserved.post(Tap() as Event)
        unobserved.post(Event())
        #expect(received.values.count == 6)
    }
}

private protocol Receiver: Sendable { func take(_ number: Int) }

private final class Sink: Receiver {
    func take(_ number: Int) {}
}

@Suite("Allocations of sets and calls", .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
struct StateAllocationTests {
    private let center = ObserverCenter()
    private let calls = ProtocolDispatcherCenter()

    private func allocations(of work: () -> Void) -> Int {
        work()
        let before = allocationsOfThisThread()
        for _ in 0..<100 { work() }
        return allocationsOfThisThread() - before
    }

    @Test("C20: A set without observers allocates nothing after the first set") func withoutObservers() {
        #expect(allocations { center.set(.volume, to: 3) } == 0)
    }

    @Test("C20: A set with inline observers allocates nothing after the first set") func toObservers() {
        let sink = Sink()
        let registrations = (0..<10).map { _ in center.observe(.volume) { _ in } }
        center.observe(.volume, by: sink) { _, _ in }
        #expect(allocations { center.set(.volume, to: 3) } == 0)
        #expect(registrations.count == 10)
    }

    @Test("C20: Reading a state allocates nothing") func reading() {
        center.set(.volume, to: 3)
        #expect(allocations { _ = center[.volume] } == 0)
    }

    @Test("C20: A call to inline receivers allocates nothing but the caller's closure") func calling() {
        let sinks = (0..<10).map { _ in Sink() }
        let registrations = sinks.map { sink in calls.register((any Receiver).self) { sink } }
        let kept = sinks.map { sink in calls.register((any Receiver).self) { sink } }
        for sink in sinks { calls.register((any Receiver).self, by: sink) { $0 } }
        let call: @Sendable (any Receiver) -> Void = { $0.take(1) }
        #expect(allocations { calls.dispatch((any Receiver).self, call) } <= 100)
        #expect(kept.count == registrations.count)
    }
}
