import Dispatchers
import Testing

@Suite("Results of calls") struct CollectTests {
    private let received = Probe<String>()
    private let failures = Probe<DeliveryFailure>()
    private let center: ProtocolDispatcherCenter
    private let logs: [Log]

    init() {
        let failures = failures
        center = ProtocolDispatcherCenter { failures.report($0) }
        logs = [("a", nil), ("b", 2), ("c", 3)].map { [received] name, answer in Log(name, received, answer: answer) }
        for log in logs { center.register((any LoginObserver).self, by: log) { $0 } }
    }

    private func register(refusing name: String, priority: Int = 0) -> Registration {
        let log = Log(name, received, isRefusing: true)
        return center.register((any LoginObserver).self, priority: priority) { log }
    }

    @Test("The rules all, first, first non-nil and reduce call only the receivers that they need") func rules() throws {
        #expect(try center.collect((any LoginObserver).self, .all) { try $0.check("1") } == [nil, 2, 3])
        #expect(try center.collect((any LoginObserver).self, .reduce(0) { $0 + ($1 ?? 0) }) { try $0.check("3") } == 5)
        #expect(received.values.count == 6)
        #expect(try center.collect((any LoginObserver).self, .first) { try $0.check("4") } == .some(nil))
        #expect(received.values.count == 7)
        #expect(try center.collect((any LoginObserver).self, .firstNonNil()) { try $0.check("5") } == 2)
        #expect(received.values.suffix(3) == ["a 4", "a 5", "b 5"])
    }

    @Test("Collecting the results of a nonthrowing call needs no try") func withoutTry() {
        let count = center.collect((any LoginObserver).self, .reduce(0) { count, _ in count + 1 }) {
            $0.didLogin("ada")
        }
        #expect(count == 3)
    }

    @Test("A failure stops the call, is thrown at the end or is reported, according to the policy")
    func policies() throws {
        let registration = register(refusing: "bad", priority: 1)
        #expect(throws: Refused(name: "bad")) {
            try center.collect((any LoginObserver).self, .all) { try $0.check("1") }
        }
        #expect(throws: Refused(name: "bad")) {
            try center.collect((any LoginObserver).self, .all, failing: .stopAtFirst) { try $0.check("2") }
        }
        #expect(received.values == ["bad 1", "bad 2"])
        let other = register(refusing: "worse")
        let thrown = #expect(throws: CallFailures.self) {
            try center.collect((any LoginObserver).self, .all, failing: .throwAtEnd) { try $0.check("3") }
        }
        #expect(thrown?.failures.map { $0.error as? Refused } == [Refused(name: "bad"), Refused(name: "worse")])
        #expect(received.values.suffix(5) == ["bad 3", "a 3", "b 3", "c 3", "worse 3"])
        #expect(failures.values.isEmpty)
        let results = try center.collect((any LoginObserver).self, .all, failing: .report) { try $0.check("4") }
        #expect(results == [nil, 2, 3])
        #expect(failures.values.count == 2)
        withExtendedLifetime((registration, other)) {}
    }

    @Test("C22: A receiver that collects from itself is refused at the limit and reported") func cycles() {
        let center = ProtocolDispatcherCenter(cycleLimit: 20) { [failures] in failures.report($0) }
        let log = Log("echo", received)
        let registration = center.register((any LoginObserver).self) { log }
        @Sendable func count(_ observer: any LoginObserver) -> Int {
            observer.didLogin("ada")
            return center.collect((any LoginObserver).self, .all, count).reduce(1, +)
        }
        #expect(center.collect((any LoginObserver).self, .all, count) == [21])
        #expect(failures.values.map { ($0.error as? DeliveryCycle)?.chain.count } == [22])
        registration.cancel()
    }

    @Test(
        "A failure has the source location of the receiver's registration",
        arguments: [CallFailurePolicy.throwAtEnd, .report])
    func failuresHaveLocations(_ policy: CallFailurePolicy) throws {
        let registration = register(refusing: "bad")
        let type = (any LoginObserver).self
        let outcome = Result { try center.collect(type, .all, failing: policy) { try $0.check("ada") } }
        var thrown: CallFailures?
        if case .failure(let error) = outcome { thrown = error as? CallFailures }
        let failure = try #require(thrown?.failures.first ?? failures.values.first)
        #expect(failure.observedAt == registration.location)
        #expect(failure.what == "\(type)")
        registration.cancel()
    }

    @Test("Asynchronous calls return results in the receivers' order", arguments: [CallOrder.oneByOne, .sideBySide])
    func asynchronous(_ order: CallOrder) async throws {
        let results = try await center.collect((any LoginObserver).self, .all, running: order) { receiver in
            await Task.yield()
            return try receiver.check("ada")
        }
        #expect(results == [nil, 2, 3])
        #expect(received.values.count == 3)
    }

    @Test("Side-by-side calls run concurrently, and one-by-one calls run serially") func sideBySide() async throws {
        let running = Probe<Int>()
        try await center.collect((any LoginObserver).self, .all, running: .sideBySide) { _ in
            running.report(1)
            // Returns only after all three calls have begun.
            _ = await running.values(3)
        }
        let serial = Probe<Int>()
        try await center.collect((any LoginObserver).self, .all, running: .oneByOne) { _ in
            serial.report(1)
            await Task.yield()
            serial.report(-1)
        }
        #expect(serial.values == [1, -1, 1, -1, 1, -1])
    }

    @Test("Asynchronous calls follow the failure policy", arguments: [CallOrder.oneByOne, .sideBySide])
    func asynchronousPolicies(_ order: CallOrder) async throws {
        let registration = register(refusing: "bad")
        await #expect(throws: Refused(name: "bad")) {
            try await center.collect((any LoginObserver).self, .all, running: order) { try $0.check("1") }
        }
        await #expect(throws: CallFailures.self) {
            try await center.collect((any LoginObserver).self, .all, running: order, failing: .throwAtEnd) {
                try $0.check("2")
            }
        }
        let results = try await center.collect((any LoginObserver).self, .all, running: order, failing: .report) {
            try $0.check("3")
        }
        #expect(results == [nil, 2, 3])
        registration.cancel()
    }

    @Test("C4: An asynchronous collect skips a receiver cancelled before its call")
    func cancelledBeforeTheCall() async throws {
        let (center, second) = (center, logs[1])
        let results = try await center.collect((any LoginObserver).self, .all, running: .oneByOne) { receiver in
            await Task.yield()
            center.cancel(by: second)
            return try receiver.check("ada")
        }
        #expect(results == [nil, 3])
    }

    @Test("A failure that stops an asynchronous collect cancels the calls that run side by side")
    func stoppingCancels() async {
        let registration = register(refusing: "bad")
        await #expect(throws: Refused(name: "bad")) {
            try await center.collect((any LoginObserver).self, .all, running: .sideBySide) { receiver in
                _ = try receiver.check("1")
                // Returns only after the call was cancelled.
                while !Task.isCancelled { await Task.yield() }
            }
        }
        registration.cancel()
    }

    @Test("C5: Collecting removes the registrations of released owners") func removesReleasedOwners() async throws {
        let type = (any LoginObserver).self
        center.register(type, by: Log("gone", received)) { $0 }
        #expect(center.collect(type, .all) { $0.didLogin("ada") }.count == 3)
        #expect(center.observations.count == 3)
        center.register(type, by: Log("gone", received)) { $0 }
        #expect(try await center.collect(type, .all, running: .oneByOne) { $0.didLogin("ada") }.count == 3)
        #expect(center.observations.count == 3)
    }

    @Test(
        "Cancelling an asynchronous collect cancels its running calls and makes no further calls",
        arguments: [CallOrder.oneByOne, .sideBySide])
    func cancels(_ order: CallOrder) async {
        let (began, passedOn) = (Probe<Int>(), Probe<Bool>())
        let task = Task { [center] in
            try await center.collect((any LoginObserver).self, .all, running: order) { _ in
                began.report(1)
                while !Task.isCancelled { await Task.yield() }
                passedOn.report(true)
            }
        }
        _ = await began.values(order == .oneByOne ? 1 : 3)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(passedOn.values.count == (order == .oneByOne ? 1 : 3))
    }
}
