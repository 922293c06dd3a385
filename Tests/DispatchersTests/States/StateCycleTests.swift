import Dispatchers
import Testing

/// On a center without a limit these would go on for ever: handlers give up by themselves after a while.
@Suite("Cycles of states") struct StateCycleTests {
    private static let tooMany = 5_000

    private let center = ObserverCenter()
    private let received = Probe<Int>()
    private let refused = Probe<Bool>()

    /// Sets a state from a handler, unless that has gone on for too long.
    private func set(_ key: StateKey<Int>, to value: Int, in center: ObserverCenter) {
        received.report(value)
        if received.values.count < Self.tooMany, !center.set(key, to: value) { refused.report(true) }
    }

    @Test("C22: a handler that sets its own state to another value each time is refused, and the center works on")
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

    @Test("C22: so is one that is told on the main actor, whose set is made there") @MainActor func onTheMainActor() {
        let registration = center.observe(.balance, options: .skipsCurrent) { @MainActor change in
            set(.balance, to: change.new + 1, in: center)
        }
        center.set(.balance, to: 1)
        #expect(received.values.count < Self.tooMany)
        #expect(refused.values.count == 1)
        registration.cancel()
    }

    @Test("C22: so is one that hops to the main actor each time") func hopping() async {
        let registration = center.observe(.balance, options: .skipsCurrent) { @MainActor change in
            setFromNowhere(.balance, to: change.new + 1, in: center)
        }
        center.set(.balance, to: 1)
        #expect(await eventually { !refused.values.isEmpty || received.values.count >= Self.tooMany })
        #expect(refused.values.count == 1)
        registration.cancel()
    }

    @Test("C22: so is one that coalesces, on the main actor or on none", arguments: [false, true])
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

    @Test("C22: two states whose handlers set each other without end are refused, on one center or two")
    func setEachOther() {
        for other in [center, ObserverCenter()] {
            let registrations = [
                center.observe(.balance, options: .skipsCurrent) { set(.volume, to: $0.new + 1, in: other) },
                other.observe(.volume, options: .skipsCurrent) { set(.balance, to: $0.new + 1, in: center) },
            ]
            let (toldBefore, refusedBefore) = (received.values.count, refused.values.count)
            center.set(.balance, to: 0)
            #expect(received.values.count - toldBefore < Self.tooMany / 2)
            #expect(refused.values.count == refusedBefore + 1)
            #expect(registrations.count == 2)
        }
    }

    @Test("C22: a cycle through a message, and one through a call, is refused") func throughOthers() {
        struct Bump: Sendable { let value: Int }
        // Whichever is at the limit refuses: the set, or the post or the call that leads to it.
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

    @Test("C22: an update whose handler updates the same state is refused") func updatesItself() {
        let registration = center.observe(.basket[\.total], options: .skipsCurrent) { change in
            received.report(change.new)
            if received.values.count < Self.tooMany, !center.update(.basket, { $0.total += 1 }) { refused.report(true) }
        }
        center.update(.basket) { $0.total = 1 }
        #expect(received.values.count < Self.tooMany)
        #expect(refused.values.count == 1)
        registration.cancel()
    }

    @Test("C22: an update whose closure sets the same state each time ends soon, and loses nothing")
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

    @Test("C22: so does one whose closure sets the same state by way of another's handler")
    func closureSetsByWayOfAnother() {
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

    @Test("a long row of sets in one handler is no cycle, and neither are sets after one another") func rowsAreNoCycle()
    {
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

    @Test("a chain that settles within the limit is told to its end") func settles() {
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

    @Test("sets of other threads that a cycling thread delivers are not refused") func othersAreNotRefused() async {
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

    nonisolated private func setFromNowhere(_ key: StateKey<Int>, to value: Int, in center: ObserverCenter) {
        set(key, to: value, in: center)
    }
}
