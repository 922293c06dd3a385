import Dispatchers
import Testing

/// Handlers that stop after `tooMany` sets, because they would not end in a center without a limit.
@Suite("Cycles of states") struct StateCycleTests {
    private static let tooMany = 5_000

    private let center = ObserverCenter()
    private let received = Probe<Int>()
    private let refused = Probe<Bool>()

    /// Sets a state from a handler, up to `tooMany` times.
    private func set(_ key: StateKey<Int>, to value: Int, in center: ObserverCenter) {
        received.report(value)
        if received.values.count < Self.tooMany, !center.set(key, to: value) { refused.report(true) }
    }

    @Test("C22: A handler that endlessly sets its own state is refused at the limit, and the center keeps working")
    func setsItself() {
        let registration = center.observe(.balance, options: .skipsCurrent) {
            set(.balance, to: $0.new + 1, in: center)
        }
        center.set(.balance, to: 1)
        #expect(received.values.count < Self.tooMany)
        #expect(refused.values.count == 1)
        #expect(center[.balance] == received.values.count)
        registration.cancel()
        #expect(center.set(.balance, to: -1))
        #expect(center[.balance] == -1)
    }

    @Test("C22: A main-actor handler that endlessly sets its own state is refused at the limit") @MainActor
    func onTheMainActor() {
        let registration = center.observe(.balance, options: .skipsCurrent) { @MainActor change in
            set(.balance, to: change.new + 1, in: center)
        }
        center.set(.balance, to: 1)
        #expect(received.values.count < Self.tooMany)
        #expect(refused.values.count == 1)
        registration.cancel()
    }

    @Test("C22: A main-actor handler that endlessly sets its own state off the actor is refused at the limit")
    func hopping() async {
        let registration = center.observe(.balance, options: .skipsCurrent) { @MainActor change in
            setOffActor(.balance, to: change.new + 1, in: center)
        }
        center.set(.balance, to: 1)
        #expect(await eventually { !refused.values.isEmpty || received.values.count >= Self.tooMany })
        #expect(refused.values.count == 1)
        registration.cancel()
    }

    @Test(
        "C22: A coalescing handler that endlessly sets its own state is refused at the limit",
        arguments: [false, true])
    func coalescing(isOnMain: Bool) async {
        let registration =
            isOnMain
            ? center.observe(.balance, options: [.skipsCurrent, .coalesces]) { @MainActor change in
                set(.balance, to: change.new + 1, in: center)
            }
            : center.observe(.balance, options: [.skipsCurrent, .coalesces]) {
                set(.balance, to: $0.new + 1, in: center)
            }
        center.set(.balance, to: 1)
        #expect(await eventually { !refused.values.isEmpty || received.values.count >= Self.tooMany })
        #expect(refused.values.count == 1)
        registration.cancel()
    }

    @Test("C22: Two states whose handlers endlessly set each other are refused, in one center or two")
    func setEachOther() {
        for other in [center, ObserverCenter()] {
            let registrations = [
                center.observe(.balance, options: .skipsCurrent) { set(.volume, to: $0.new + 1, in: other) },
                other.observe(.volume, options: .skipsCurrent) { set(.balance, to: $0.new + 1, in: center) },
            ]
            let (receivedBefore, refusedBefore) = (received.values.count, refused.values.count)
            center.set(.balance, to: 0)
            #expect(received.values.count - receivedBefore < Self.tooMany / 2)
            #expect(refused.values.count == refusedBefore + 1)
            #expect(registrations.count == 2)
        }
    }

    @Test("C22: A cycle of sets through a message or a call is refused") func throughOthers() {
        struct Bump: Sendable { let value: Int }
        // The event at the limit is refused: the set, or the post or the call that causes it.
        let messages = MessageCenter(onError: { [refused] in if $0.error is DeliveryCycle { refused.report(true) } })
        let calls = ProtocolDispatcherCenter(onError: { [refused] in
            if $0.error is DeliveryCycle { refused.report(true) }
        }
        )
        let sink = LoginSink { [self] user in set(.balance, to: user, in: center) }
        let registrations = [
            messages.observe(Bump.self) { set(.balance, to: $0.value + 1, in: center) },
            center.observe(.balance, options: .skipsCurrent) { messages.post(Bump(value: $0.new)) },
        ]
        center.set(.balance, to: 0)
        #expect(refused.values.count == 1)
        for registration in registrations { registration.cancel() }
        let others = [
            calls.register((any LoginObserver).self) { sink },
            center.observe(.balance, options: .skipsCurrent) { change in
                calls.dispatch((any LoginObserver).self) { $0.didLogin("\(change.new + 1)") }
            },
        ]
        center.set(.balance, to: 0)
        #expect(received.values.count < Self.tooMany)
        #expect(refused.values.count == 2)
        #expect(others.count == 2)
    }

    private final class LoginSink: LoginObserver, Sendable {
        let set: @Sendable (Int) -> Void
        init(_ set: @escaping @Sendable (Int) -> Void) { self.set = set }
        func didLogin(_ user: String) { set(Int(user) ?? 0) }
    }

    @Test("C22: A handler that endlessly updates its own state is refused at the limit") func updatesItself() {
        let registration = center.observe(.basket[\.total], options: .skipsCurrent) { change in
            received.report(change.new)
            if received.values.count < Self.tooMany, !center.update(.basket, { $0.total += 1 }) { refused.report(true) }
        }
        center.update(.basket) { $0.total = 1 }
        #expect(received.values.count < Self.tooMany)
        #expect(refused.values.count == 1)
        registration.cancel()
    }

    @Test("C22: A set of a state inside its own update is refused, and the update is applied")
    func closureSetsItself() {
        var runs = 0
        center.update(.balance) { balance in
            runs += 1
            guard runs < Self.tooMany else { return }
            if !center.set(.balance, to: balance + 10) { refused.report(true) }
            balance += 1
        }
        #expect(runs < 200)
        #expect(refused.values.count == 1)
        #expect(center[.balance] == (runs - 1) * 10 + 1)
        #expect(center.update(.balance) { $0 = 3 })
        #expect(center[.balance] == 3)
    }

    @Test("C22: An update that sets its own state through the handler of another state ends")
    func closureSetsThroughAHandler() {
        var runs = 0
        let registration = center.observe(.volume, options: .skipsCurrent) { center.set(.balance, to: $0.new) }
        center.update(.balance) { balance in
            runs += 1
            guard runs < Self.tooMany else { return }
            center.set(.volume, to: balance + 1)
            balance += 1
        }
        #expect(runs < 200)
        registration.cancel()
    }

    @Test("A long series of sets in one handler is not a cycle") func seriesAreNoCycle() {
        let registrations = [
            center.observe(.volume, options: .skipsCurrent) { _ in
                for number in 0..<1_000 where !center.set(.balance, to: number) { refused.report(true) }
            },
            center.observe(.balance, options: .skipsCurrent) { received.report($0.new) },
        ]
        for volume in 0..<3 { center.set(.volume, to: volume) }
        #expect(refused.values.isEmpty)
        #expect(received.values == (0..<3).flatMap { _ in Array(0..<1_000) })
        #expect(registrations.count == 2)
    }

    @Test("A chain of sets within the limit is delivered completely") func settles() {
        let registrations = [
            center.observe(.balance, options: .skipsCurrent) {
                if $0.new < 99 { center.set(.balance, to: $0.new + 1) }
            },
            center.observe(.balance, options: .skipsCurrent) { received.report($0.new) },
        ]
        center.set(.balance, to: 0)
        #expect(received.values == Array(0...99))
        #expect(registrations.count == 2)
    }

    @Test("Sets of other threads that a cycling thread delivers are not refused") func othersAreNotRefused() async {
        let registration = center.observe(.balance, options: .skipsCurrent) { change in
            received.report(change.new)
            if change.new < 0 { center.set(.balance, to: change.new - 1) }
        }
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for number in 0..<200 {
                        if !center.set(.balance, to: number) { refused.report(true) }
                        center.set(.balance, to: -1)
                    }
                }
            }
        }
        #expect(refused.values.isEmpty)
        registration.cancel()
    }

    nonisolated private func setOffActor(_ key: StateKey<Int>, to value: Int, in center: ObserverCenter) {
        set(key, to: value, in: center)
    }
}
