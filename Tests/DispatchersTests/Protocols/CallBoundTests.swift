import Dispatchers
import Foundation
import Testing

@Suite("Bounds of calls") struct CallBoundTests {
    private actor Desk: LoginObserver {
        nonisolated let (told, gate) = (Probe<String>(), Gate())
        private nonisolated let executor = ThreadExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        nonisolated func didLogin(_ user: String) {
            told.report(user)
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
        "C9: calls that wait for a busy actor are bounded; those that find no room are reported, the others come in order"
    )
    func waitingIsBounded() async {
        let failures = Probe<CallFailure>()
        let center = ProtocolDispatcherCenter { failures.report($0) }
        let desk = Desk()
        let registration = await desk.register(center)
        center.dispatch((any LoginObserver).self) { $0.didLogin("first") }
        _ = await desk.told.values(1)
        for number in 0..<100_000 { center.dispatch((any LoginObserver).self) { $0.didLogin("\(number)") } }
        desk.gate.open()
        // The last call that found room.
        _ = await desk.told.values(32_769)
        for _ in 0..<1_000 { await Task.yield() }
        #expect(desk.told.values.count == 32_769)
        #expect(!failures.values.isEmpty && failures.values.count < 20)
        #expect(desk.told.values.dropFirst().enumerated().allSatisfy { "\($0.offset)" == $0.element })
        center.dispatch((any LoginObserver).self) { $0.didLogin("last") }
        _ = await desk.told.values(32_770)
        #expect(desk.told.values.last == "last")
        registration.cancel()
    }

    @Test("dead owners of calls are forgotten when they are met on their actor, however many live") @MainActor
    func deadOwners() {
        let center = ProtocolDispatcherCenter()
        let living = (0..<1_000).map { _ in CallIsolationTests.Screen() }
        for screen in living { screen.register(center) }
        for _ in 0..<900 { CallIsolationTests.Screen().register(center) }
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(center.registrations.count == 1_000)
        #expect(living.allSatisfy { $0.users == ["ada"] })
    }
}
