import Dispatchers
import Testing

// Code that must not compile. It was tested with Swift 6.3.1 and must be tested again with each compiler:
//
//     final class Plain: LoginObserver { … }                       // not Sendable
//     center.register((any LoginObserver).self, by: Plain()) { $0 }
//         error: type 'Plain' does not conform to the 'Sendable' protocol
//
//     nonisolated func register(_ screen: Screen) {                 // off the main actor
//         center.register((any LoginObserver).self, by: screen) { $0 }
//         error: main actor-isolated conformance of 'Screen' to 'LoginObserver' cannot be used in nonisolated context
//     }

@Suite("Isolation of calls") struct CallIsolationTests {
    @MainActor final class Screen: @MainActor LoginObserver {
        var users: [String] = []
        let received = Probe<String>()

        nonisolated init() {}

        func register(_ center: ProtocolDispatcherCenter) {
            center.register((any LoginObserver).self, by: self) { $0 }
        }

        func registerWithToken(_ center: ProtocolDispatcherCenter) -> Registration {
            center.register((any LoginObserver).self) { self }
        }

        func didLogin(_ user: String) {
            MainActor.assertIsolated()
            users.append(user)
            received.report(user)
        }

        func check(_ user: String) -> Int? {
            MainActor.assertIsolated()
            return users.count
        }
    }

    actor Stock: LoginObserver {
        let received = Probe<String>()
        nonisolated func didLogin(_ user: String) { received.report(user) }

        func register(_ center: ProtocolDispatcherCenter) {
            center.register((any LoginObserver).self, by: self) { $0 }
        }
    }

    @globalActor actor Database { static let shared = Database() }

    private let failures = Probe<DeliveryFailure>()
    private let center: ProtocolDispatcherCenter

    init() {
        let failures = failures
        center = ProtocolDispatcherCenter { failures.report($0) }
    }

    @Test("C8: A call made on the main actor reaches main-actor receivers before dispatch and collect return")
    @MainActor func mainActorInline() {
        let screen = Screen()
        screen.register(center)
        let kept = screen.registerWithToken(center)
        let registration = screen.registerWithToken(center)
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(screen.users == ["ada", "ada", "ada"])
        #expect(center.collect((any LoginObserver).self, .all) { $0.didLogin("bob") }.count == 3)
        for registration in [registration, kept] { registration.cancel() }
    }

    @Test("C6, C8: Calls made off the main actor reach a main-actor receiver on the main actor, in order")
    func mainActorHop() async {
        let screen = Screen()
        await screen.register(center)
        for number in 0..<500 { center.dispatch((any LoginObserver).self) { $0.didLogin("\(number)") } }
        #expect(await screen.received.values(500) == (0..<500).map(String.init))
        #expect(failures.values.isEmpty)
    }

    @Test(
        "C8: The receiver closure of a main-actor registration runs on the main actor, once for each call"
    )
    func mainActorLater() async {
        let (screen, made) = (Screen(), Probe<Int>())
        center.register((any LoginObserver).self, by: screen) { @MainActor screen in
            made.report(1)
            return screen
        }
        #expect(made.values.isEmpty)
        await MainActor.run { center.dispatch((any LoginObserver).self) { $0.didLogin("ada") } }
        #expect(made.values.count == 1)
        #expect(await screen.users == ["ada"])
    }

    @Test("C6: Calls waiting for the main actor are delivered before calls made on the main actor") @MainActor
    func drainsFirst() {
        let screen = Screen()
        screen.register(center)
        callOffActor("first")
        center.dispatch((any LoginObserver).self) { $0.didLogin("second") }
        callOffActor("third")
        center.collect((any LoginObserver).self, .all) { $0.didLogin("fourth") }
        #expect(screen.users == ["first", "second", "third", "fourth"])
    }

    @Test("A main-actor conformance is never called off the main actor; a synchronous collect reports it")
    func isolatedConformances() async {
        let screen = Screen()
        await screen.register(center)
        // With Swift 6.3.1, `screen as AnyObject as? any LoginObserver` succeeds here, and calls run on the wrong thread.
        let answers = try? center.collect((any LoginObserver).self, .all) { try $0.check("ada") }
        #expect(answers?.isEmpty == true)
        #expect(failures.values.first?.error is CallIsolationError)
        let reached = try? await center.collect((any LoginObserver).self, .all, running: .oneByOne) {
            try $0.check("ada")
        }
        #expect(reached == [0])
        let beside = try? await center.collect((any LoginObserver).self, .all, running: .sideBySide) {
            try $0.check("ada")
        }
        #expect(beside == [0])
    }

    @Test("A call isolated to one actor does not reach a receiver of another actor and is reported")
    @Database func otherActors() async {
        let screen = Screen()
        await screen.register(center)
        center.dispatch((any LoginObserver).self) { @Database in $0.didLogin("ada") }
        #expect(failures.values.first?.error is CallIsolationError)
        #expect(await screen.users.isEmpty)
    }

    @Test("A call isolated to the main actor is delivered only if it is made there, and is reported otherwise")
    func callsOwnActor() async {
        let log = Log("log", Probe<String>())
        center.register((any LoginObserver).self, by: log) { $0 }
        center.dispatch((any LoginObserver).self) { @MainActor receiver in receiver.didLogin("ada") }
        #expect(log.received.values.isEmpty)
        #expect(failures.values.map { $0.error is CallIsolationError } == [true])
        await MainActor.run { center.dispatch((any LoginObserver).self) { @MainActor in $0.didLogin("bob") } }
        #expect(log.received.values == ["log bob"])
    }

    @Test("A call made by the report of an isolation error is not reported again") func reportsOnce() async {
        let (reported, box) = (Probe<Int>(), CenterBox())
        let center = ProtocolDispatcherCenter(onError: { _ in
            reported.report(1)
            box.call()
        })
        box.center.withLock { $0 = center }
        let screen = Screen()
        await screen.register(center)
        box.call()
        #expect(reported.values.count == 2)
    }

    /// A sender of a main-actor call and of a collect, off the main actor.
    private final class CenterBox: Sendable {
        let center = Protected<ProtocolDispatcherCenter?>(nil)

        func call() {
            guard let center = center.withLock({ $0 }) else { return }
            center.dispatch((any LoginObserver).self) { @MainActor in $0.didLogin("ada") }
            center.collect((any LoginObserver).self, .all) { $0.didLogin("bob") }
        }
    }

    @Test("The nonisolated conformance of an actor is called before dispatch returns") func actors() async {
        let stock = Stock()
        await stock.register(center)
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(stock.received.values == ["ada"])
    }

    @Test("C4: A call queued for an actor is not delivered to a receiver cancelled meanwhile") @MainActor
    func cancelsQueuedCalls() async {
        let (screen, other) = (Screen(), Screen())
        screen.register(center)
        other.register(center)
        callOffActor("ada")
        center.cancel(by: screen)
        _ = await other.received.values(1)
        #expect(screen.users.isEmpty)
    }

    @Test("C6: Calls waiting for the main actor are delivered before an asynchronous collect there") @MainActor
    func drainsBeforeAwaiting() async throws {
        let screen = Screen()
        screen.register(center)
        callOffActor("first")
        try await center.collect((any LoginObserver).self, .all, running: .oneByOne) { $0.didLogin("second") }
        #expect(screen.users == ["first", "second"])
    }

    @Test("C4: A receiver cancelled by a queued call is not called by the collect that drains the queue") @MainActor
    func cancelledWhileDraining() {
        let (screen, center) = (Screen(), center)
        screen.register(center)
        cancelOffActor(screen)
        #expect(center.collect((any LoginObserver).self, .all) { $0.didLogin("ada") }.isEmpty)
        #expect(screen.users.isEmpty)
    }

    @Test("C8: Collecting off the main actor delivers no queued call, even if a receiver is cancelled") @MainActor
    func collectsOffTheActor() async {
        let (ending, waiting) = (Screen(), Screen())
        let registration = ending.registerWithToken(center)
        waiting.register(center)
        callOffActor("ada")
        let names = collectOffActor(ending: registration)
        #expect(names == ["log"])
        #expect(waiting.users.isEmpty)
        #expect(await waiting.received.values(1) == ["ada"])
        #expect(ending.users.isEmpty)
    }

    private nonisolated func collectOffActor(ending registration: Registration) -> [String] {
        let log = Log("log", Probe<String>())
        let first = center.register((any LoginObserver).self, priority: 1) {
            registration.cancel()
            return log
        }
        defer { first.cancel() }
        return center.collect((any LoginObserver).self, .all) { ($0 as? Log)?.name ?? "screen" }
    }

    private nonisolated func cancelOffActor(_ screen: Screen) {
        center.dispatch((any LoginObserver).self) { [center] _ in center.cancel(by: screen) }
    }

    private nonisolated func callOffActor(_ user: String) {
        center.dispatch((any LoginObserver).self) { $0.didLogin(user) }
    }
}
