import Dispatchers
import Testing

@Suite("Dispatching calls") struct DispatchTests {
    private let received = Probe<String>()
    private let failures = Probe<DeliveryFailure>()
    private let center: ProtocolDispatcherCenter

    init() {
        let failures = failures
        center = ProtocolDispatcherCenter { failures.report($0) }
    }

    @Test("C2: Receivers are called by priority and then by registration, with and without an owner") func order() {
        let (one, two, three) = (Log("one", received), Log("two", received), Log("three", received))
        center.register((any LoginObserver).self, by: two) { $0 }
        let registration = center.register((any LoginObserver).self) { three }
        let kept = center.register((any LoginObserver).self, priority: 1) { one }
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(received.values == ["one ada", "two ada", "three ada"])
        for registration in [registration, kept] { registration.cancel() }
        center.dispatch((any LoginObserver).self) { $0.didLogin("bob") }
        #expect(received.values.last == "two bob")
    }

    @Test("A registration without an owner keeps its object alive until it is cancelled") func kept() {
        weak var gone: Log?
        do {
            let log = Log("kept", received)
            gone = log
            let registration = center.register((any LoginObserver).self) { log }
            #expect(center.collect((any LoginObserver).self, .all) { $0.didLogin("ada") }.count == 1)
            registration.cancel()
        }
        #expect(gone == nil)
        #expect(received.values == ["kept ada"])
    }

    @Test("A receiver closure runs before each call and may return the owner, another object or a new value")
    func adapters() {
        struct Adapter: LoginObserver {
            let log: Log
            func didLogin(_ user: String) { log.didLogin("adapted \(user)") }
        }
        final class Delegate: LoginObserver {
            let log: Log
            init(_ log: Log) { self.log = log }
            func didLogin(_ user: String) { log.didLogin("delegated \(user)") }
        }
        let (log, made) = (Log("log", received), Probe<String>())
        func note<Made>(_ kind: String, _ make: @escaping @Sendable (Log) -> Made) -> @Sendable (Log) -> Made {
            { log in
                made.report(kind)
                return make(log)
            }
        }
        let type = (any LoginObserver).self
        center.register(type, by: log, note("owner") { $0 })
        let keep = note("kept") { $0 }
        let kept = center.register(type) { keep(log) }
        center.register(type, by: log, note("adapter") { Adapter(log: $0) })
        center.register(type, by: log, note("delegate") { Delegate($0) })
        #expect(made.values.isEmpty)
        for _ in 1...2 { center.dispatch(type) { $0.didLogin("ada") } }
        let round = ["log ada", "log ada", "log adapted ada", "log delegated ada"]
        #expect(received.values == round + round)
        let kinds = ["owner", "kept", "adapter", "delegate"]
        #expect(made.values == kinds + kinds)
        kept.cancel()
    }

    @Test("An owner can be registered as its class, as a protocol and as an error") func existentials() {
        final class Failing: Error, LoginObserver, Sendable {
            let received: Probe<String>
            init(_ received: Probe<String>) { self.received = received }
            func didLogin(_ user: String) { received.report(user) }
        }
        let failing = Failing(received)
        center.register((any Error).self, by: failing) { $0 }
        center.register(Failing.self, by: failing) { $0 }
        center.register((any LoginObserver & Sendable).self, by: failing) { $0 }
        center.dispatch((any Error).self) { ($0 as? Failing)?.didLogin("error") }
        center.dispatch(Failing.self) { $0.didLogin("class") }
        center.dispatch((any LoginObserver & Sendable).self) { $0.didLogin("protocol") }
        #expect(received.values == ["error", "class", "protocol"])
    }

    @Test("A receiver registered twice is called twice, and cancelling by the owner ends both registrations")
    func twice() {
        let log = Log("log", received)
        for _ in 0..<2 { center.register((any LoginObserver).self, by: log) { $0 } }
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(received.values.count == 2)
        center.cancel(by: log)
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(received.values.count == 2)
    }

    @Test("C3, C4: A receiver registered during a call and one cancelled before its call are not called")
    func snapshotAndLiveness() {
        let (center, received) = (center, received)
        let later = Probe<Registration>()
        let first = center.register((any LoginObserver).self, priority: 2) {
            Log("first", received)
        }
        let middle = center.register((any LoginObserver).self, priority: 1) { () -> any LoginObserver in
            for registration in later.values { registration.cancel() }
            later.report(center.register((any LoginObserver).self) { Log("new", received) })
            return Log("middle", received)
        }
        later.report(center.register((any LoginObserver).self) { Log("last", received) })
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(received.values == ["first ada", "middle ada"])
        withExtendedLifetime((first, middle)) {}
    }

    @Test("C5: An owner is not kept alive, and one released by an earlier receiver is not called") func owners() {
        let holder = Slot<Log>()
        holder.value = Log("gone", received)
        let registration = center.register((any LoginObserver).self, priority: 1) {
            [received] () -> any LoginObserver in
            holder.value = nil
            return Log("first", received)
        }
        if let log = holder.value { center.register((any LoginObserver).self, by: log) { $0 } }
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(received.values == ["first ada"])
        registration.cancel()
        #expect(center.observations.isEmpty)
    }

    @Test("C5: An owner with an adapter is not kept alive, and its registration is removed after its release")
    func adaptedOwners() {
        struct Adapter: LoginObserver {
            let log: Log
            func didLogin(_ user: String) { log.didLogin(user) }
        }
        center.register((any LoginObserver).self, by: Log("gone", received)) { Adapter(log: $0) }
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(received.values.isEmpty)
        #expect(center.observations.isEmpty)
    }

    @Test("C19: Registrations of 100,000 released owners are removed") func releasedOwnersAreRemoved() {
        for _ in 0..<100_000 { center.register((any LoginObserver).self, by: Log("", received)) { $0 } }
        #expect(center.observations.count < 32)
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(center.observations.isEmpty)
    }

    @Test("C12: A throwing receiver does not affect other receivers and is reported with both source locations")
    func reports() {
        let (bad, good) = (Log("bad", received, isRefusing: true), Log("good", received))
        for log in [bad, good] { center.register((any LoginObserver).self, by: log) { $0 } }
        center.dispatch((any LoginObserver).self) { _ = try $0.check("ada") }
        #expect(received.values == ["bad ada", "good ada"])
        #expect(failures.values.map { $0.error as? Refused } == [Refused(name: "bad")])
        #expect(failures.values.first?.observedAt?.line == #line - 4)
        #expect(failures.values.first?.postedAt.line == #line - 4)
    }

    @Test("C12: A receiver that cancels its registration and then throws is reported")
    func reportsCancelledReceivers() {
        let registrations = Probe<Registration>()
        registrations.report(center.register((any LoginObserver).self) { [log = Log("bad", received)] in log })
        center.dispatch((any LoginObserver).self) { _ in
            for registration in registrations.values { registration.cancel() }
            throw Refused(name: "bad")
        }
        #expect(failures.values.map { $0.error as? Refused } == [Refused(name: "bad")])
    }

    @Test("A call made inside a receiver closure is delivered inside the current call") func nested() {
        let (center, received) = (center, received)
        let inner = center.register((any Equatable).self) { 1 }
        let registration = center.register((any LoginObserver).self) { () -> any LoginObserver in
            center.dispatch((any Equatable).self) { received.report("\($0)") }
            return Log("outer", received)
        }
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(received.values == ["1", "outer ada"])
        withExtendedLifetime((inner, registration)) {}
    }

    @Test("C21: A closed center calls no receiver and accepts no registration") func closes() {
        let log = Log("log", received)
        center.register((any LoginObserver).self, by: log) { $0 }
        center.close()
        center.register((any LoginObserver).self, by: log) { $0 }
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(received.values.isEmpty)
        #expect(center.observations.isEmpty)
    }
}
