import AllocationCounter
import Dispatchers
import Testing

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
