import AllocationCounter
import Dispatchers
import Foundation
import Testing

/// Limits of nested deliveries, which use stack space.
@Suite("Nested deliveries") struct NestingLimitTests {
    private static let largeFrames: Comment =
        "The limit assumes stack frames without a sanitizer, which are smaller."

    private protocol Walker: Sendable { func walk(_ depth: Int) }

    private final class Caller: Walker {
        let (center, deepest) = (ProtocolDispatcherCenter(cycleLimit: 1_000, onError: { _ in }), Probe<Int>())

        func walk(_ depth: Int) {
            deepest.report(depth)
            center.dispatch((any Walker).self) { $0.walk(depth + 1) }
        }
    }

    /// Calls a body on a thread with a small stack, such as secondary threads have on Apple platforms.
    private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            body()
            isDone.signal()
        }
        thread.stackSize = 512 * 1_024
        thread.start()
        isDone.wait()
    }

    @Test(
        "C22: Nested calls are refused before a small stack overflows",
        .disabled(if: isSanitized(), Self.largeFrames))
    func nestedCalls() {
        let caller = Caller()
        let registration = caller.center.register((any Walker).self) { [unowned caller] in caller }
        onSmallStack { caller.walk(0) }
        #expect(caller.deepest.values.count >= 16)
        registration.cancel()
    }

    @Test(
        "C22: Nested updates are refused before a small stack overflows",
        .disabled(if: isSanitized(), Self.largeFrames))
    func nestedUpdates() {
        let center = ObserverCenter(cycleLimit: 1_000, onError: { _ in })
        let keys = (0..<1_000).map { StateKey("state \($0)", default: 0) }
        let reached = Probe<Int>()
        @Sendable func update(_ index: Int) {
            reached.report(index)
            if index < keys.count { center.update(keys[index]) { _ in update(index + 1) } }
        }
        onSmallStack { update(0) }
        #expect(reached.values.count >= 16)
        #expect(reached.values.count < 1_000)
    }

    @Test(
        "A delivery refused at the nesting limit is reported once with its chain",
        .disabled(if: isSanitized(), Self.largeFrames))
    func reportsChain() {
        let failures = Probe<DeliveryFailure>()
        let center = ObserverCenter(cycleLimit: 1_000, onError: { failures.report($0) })
        let keys = (0..<100).map { StateKey("state \($0)", default: 0) }
        let registrations = keys.indices.dropLast().map { index in
            center.observe(keys[index], options: .skipsCurrent) { _ in center.set(keys[index + 1], to: 1) }
        }
        onSmallStack { center.set(keys[0], to: 1) }
        let cycle = failures.values.first?.error as? DeliveryCycle
        #expect(failures.values.count == 1)
        #expect((cycle?.chain.count ?? 0) >= 16)
        #expect(cycle?.chain.first?.what == "state 0")
        #expect(cycle?.description.contains("the stack of the thread has no room for more than") == true)
        withExtendedLifetime(registrations) {}
    }

    @Test(
        "The outcome of a set refused at the nesting limit has the true reason",
        .disabled(if: isSanitized(), Self.largeFrames))
    func tracesRefusal() {
        let (trace, refusals) = (Trace(), Probe<Int>())
        trace.start()
        let center = ObserverCenter(cycleLimit: 1_000, trace: trace, onError: { _ in })
        let keys = (0..<100).map { StateKey("state \($0)", default: 0) }
        let registrations = keys.indices.dropLast().map { index in
            center.observe(keys[index], options: .skipsCurrent) { _ in
                if !center.set(keys[index + 1], to: 1) { refusals.report(index) }
            }
        }
        onSmallStack { center.set(keys[0], to: 1) }
        #expect(refusals.values.count == 1)
        let refused = trace.events.filter { $0.outcome == .refused("too many deliveries inside one another") }
        #expect(refused.count == 1)
        withExtendedLifetime(registrations) {}
    }

    @Test("Centers nest 999 levels deep and are released without recursion") func nestedCenters() {
        var messages = MessageCenter()
        let received = Probe<Int>()
        let registration = messages.observe(Int.self) { received.report($0) }
        for _ in 1..<1_000 { messages = MessageCenter(parent: messages) }
        messages.post(7)
        #expect(received.values == [7])
        messages.close()
        withExtendedLifetime(registration) {}
    }
}
