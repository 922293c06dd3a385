import Dispatchers
import DispatchersTesting
import Routing
import Testing

@Suite("Recordings and fakes")
struct RecordingTests {
    private protocol Prices: Sendable { func price(of item: String) -> Int }
    private struct ListPrices: Prices { func price(of item: String) -> Int { 100 } }
    private struct FakePrices: Prices { func price(of item: String) -> Int { 1 } }
    private protocol LoginObserver: Sendable { func didLogin(_ user: String) }

    private struct LoginSpy: LoginObserver {
        let users = Recording<String>()
        func didLogin(_ user: String) { users.append(user) }
    }

    @Test("A recording has all messages in order, also consumed messages") func messages() {
        let center = MessageCenter()
        let consumes = center.observe(Int.self, priority: 10) { [center] _ in center.consume() }
        let numbers = center.record(Int.self)
        for number in 1...3 { center.post(number) }
        center.post("other")
        #expect(numbers.values == [1, 2, 3])
        numbers.clear()
        #expect(numbers.values.isEmpty)
        withExtendedLifetime(consumes) {}
    }

    @Test("A recording has the value of a state after each change") func states() {
        let center = ObserverCenter()
        let volumes = center.record(.volume)
        center.set(.volume, to: 7)
        center.update(.volume) { $0 += 1 }
        #expect(volumes.values == [7, 8])
    }

    @Test("Releasing a recording ends its observation") func ends() {
        let center = MessageCenter()
        do { _ = center.record(Int.self) }
        center.post(1)
        #expect(center.observations.isEmpty)
    }

    @Test("A fake records its calls, and the trace records the call") func calls() {
        let trace = Trace()
        trace.start()
        let center = ProtocolDispatcherCenter(trace: trace)
        let spy = LoginSpy()
        let registration = center.register((any LoginObserver).self) { spy }
        let calls = trace.record(.call)
        center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
        #expect(spy.users.values == ["ada"])
        #expect(calls.values.map(\.subject) == ["LoginObserver"])
        withExtendedLifetime(registration) {}
    }

    @Test("A recording of a trace has the opened URLs with their outcomes") func routes() async throws {
        let trace = Trace()
        trace.start()
        let router = Router(trace: trace)
        try router.register { $0.on("/cart") { _ in } }
        let opened = trace.record(.route)
        await router.open("shop:///cart")
        await router.open("shop:///nowhere")
        #expect(opened.values.map(\.subject) == ["shop:///cart", "shop:///nowhere"])
        #expect(opened.values.map(\.outcome) == [.done, .notFound])
    }

    @Test("A fake replaces the provider of a service") func fakes() throws {
        let center = ProtocolDispatcherCenter()
        center.provide((any Prices).self) { _ in ListPrices() }
        center.fake((any Prices).self, as: FakePrices())
        #expect(try center.service((any Prices).self).price(of: "lamp") == 1)
    }

    @Test("A recording waits for values that a task appends") func waits() async {
        let numbers = Recording<Int>()
        Task { for number in 1...3 { numbers.append(number) } }
        #expect(await numbers.first(2) == [1, 2])
    }

    @Test(
        "In a cancelled task, a recording returns the values that are there", .timeLimit(.minutes(10)),
        arguments: [true, false])
    func cancelledWait(isWaiting: Bool) async {
        let numbers = Recording<Int>()
        numbers.append(1)
        let task = Task {
            if !isWaiting { withUnsafeCurrentTask { $0?.cancel() } }
            return await numbers.first(2)
        }
        if isWaiting {
            for _ in 1...100 { await Task.yield() }
            task.cancel()
        }
        #expect(await task.value == [1])
    }

    @Test("A recording has messages consumed by an earlier observer or in a child center") func consumedMessages() {
        let parent = MessageCenter()
        let child = MessageCenter(parent: parent)
        let registrations = [
            parent.observe(Int.self, priority: .max) { [parent] _ in parent.consume() },
            child.observe(Int.self) { [child] number in if number == 2 { child.consume() } },
        ]
        let recorded = parent.record(Int.self)
        parent.post(1)
        child.post(2)
        #expect(recorded.values == [1, 2])
        withExtendedLifetime(registrations) {}
    }
}

extension StateKeys {
    fileprivate static let volume = StateKey("volume", default: 5)
}
