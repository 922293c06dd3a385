import Dispatchers
import Foundation
import Testing

@Suite("Bounds of calls") struct CallBoundTests {
    private actor Desk: LoginObserver {
        nonisolated let (received, gate) = (Probe<String>(), Gate())
        private nonisolated let executor = ThreadExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        nonisolated func didLogin(_ user: String) {
            received.report(user)
            if user == "first" { gate.pass() }
        }

        func register(_ center: ProtocolDispatcherCenter) -> Registration {
            center.register((any LoginObserver).self) {
                self.assertIsolated()
                return self
            }
        }
    }

    @Test(
        "C9: Calls that wait for a busy actor are bounded; dropped ones are reported, the others arrive in order"
    )
    func waitingIsBounded() async {
        let failures = Probe<DeliveryFailure>()
        let center = ProtocolDispatcherCenter { failures.report($0) }
        let desk = Desk()
        let registration = await desk.register(center)
        center.dispatch((any LoginObserver).self) { $0.didLogin("first") }
        _ = await desk.received.values(1)
        for number in 0..<100_000 { center.dispatch((any LoginObserver).self) { $0.didLogin("\(number)") } }
        desk.gate.open()
        // Waits for the last call that fits into the queue.
        _ = await desk.received.values(32_769)
        for _ in 0..<1_000 { await Task.yield() }
        #expect(desk.received.values.count == 32_769)
        #expect(!failures.values.isEmpty && failures.values.count < 20)
        #expect(desk.received.values.dropFirst().enumerated().allSatisfy { "\($0.offset)" == $0.element })
        center.dispatch((any LoginObserver).self) { $0.didLogin("last") }
        _ = await desk.received.values(32_770)
        #expect(desk.received.values.last == "last")
        registration.cancel()
    }

    @globalActor private actor Hall {
        static let shared = Hall()
        private nonisolated let executor = ThreadExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    }

    @Test("C23: A publication settles when a call that it causes is dropped by a full actor queue")
    func droppedHasSettled() async {
        struct Ping: Sendable {}
        let (began, gate, settled, failures) = (Probe<Bool>(), Gate(), Probe<Bool>(), Probe<DeliveryFailure>())
        let calls = ProtocolDispatcherCenter(queueLimit: 1) { failures.report($0) }
        let log = Log("log", Probe<String>())
        calls.register((any LoginObserver).self, by: log) { @Hall in $0 }
        calls.dispatch((any LoginObserver).self) { _ in
            began.report(true)
            gate.pass()
        }
        _ = await began.values(1)
        calls.dispatch((any LoginObserver).self) { $0.didLogin("waits") }
        let messages = MessageCenter()
        let registration = messages.observe(Ping.self) { _ in
            calls.dispatch((any LoginObserver).self) { $0.didLogin("finds no room") }
        }
        Task {
            _ = await messages.publish(Ping(), until: .settled)
            settled.report(true)
        }
        #expect(await eventually { !settled.values.isEmpty })
        #expect(failures.values.map { $0.error is QueueOverflow } == [true])
        gate.open()
        #expect(await log.received.values(1) == ["log waits"])
        registration.cancel()
    }

    @Test("C23: Publishing until settled waits for a call that an asynchronous handler queues on an actor")
    func waitsForQueuedCalls() async {
        struct Ping: Sendable {}
        let (gate, settled, log) = (Gate(), Probe<[String]>(), Log("log", Probe<String>()))
        let (calls, messages) = (ProtocolDispatcherCenter(), MessageCenter())
        calls.register((any LoginObserver).self, by: log) { @Hall in $0 }
        calls.dispatch((any LoginObserver).self) { _ in gate.pass() }
        let registration = messages.observe(Ping.self) { (_: Ping) async in
            calls.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        }
        Task {
            _ = await messages.publish(Ping(), until: .settled)
            settled.report(log.received.values)
        }
        _ = await eventually(1_000) { !settled.values.isEmpty }
        gate.open()
        #expect(await settled.values(1) == [["log ada"]])
        registration.cancel()
    }

    /// A receiver that dispatches the same call again, up to `tooMany` times.
    private final class Echo: LoginObserver, Sendable {
        static let tooMany = 500
        let received = Probe<String>()
        let center: ProtocolDispatcherCenter
        init(_ center: ProtocolDispatcherCenter) { self.center = center }

        func didLogin(_ user: String) {
            received.report(user)
            if received.values.count < Self.tooMany { center.dispatch((any LoginObserver).self) { $0.didLogin(user) } }
        }
    }

    @Test("C22: A receiver that calls itself endlessly is refused at the limit and reported once with the chain")
    func cycles() async {
        for isOnMain in [true, false] {
            let (failures, holder) = (Probe<DeliveryFailure>(), Slot<ProtocolDispatcherCenter>())
            let center = ProtocolDispatcherCenter(cycleLimit: 20) {
                failures.report($0)
                // The call made by the report recurses, too, and is refused without a report.
                if failures.values.count < 5 { holder.value?.dispatch((any LoginObserver).self) { $0.didLogin("ada") } }
            }
            holder.value = center
            let echo = Echo(center)
            let registration =
                isOnMain
                ? center.register((any LoginObserver).self) { @MainActor in echo }
                : center.register((any LoginObserver).self) { echo }
            center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
            #expect(await eventually { echo.received.values.count >= 41 })
            await MainActor.run {}
            #expect(echo.received.values.count == 41, "the call, 20 that it led to, and 20 that the report led to")
            #expect(failures.values.map { ($0.error as? DeliveryCycle)?.chain.count } == [22])
            registration.cancel()
            holder.value = nil
        }
    }

    @Test("Calls on the main actor remove registrations of released owners among 1,000 living owners") @MainActor
    func releasedOwners() {
        let center = ProtocolDispatcherCenter()
        let living = (0..<1_000).map { _ in CallIsolationTests.Screen() }
        for screen in living { screen.register(center) }
        for _ in 0..<900 { CallIsolationTests.Screen().register(center) }
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(center.observations.count == 1_000)
        #expect(living.allSatisfy { $0.users == ["ada"] })
    }
}
