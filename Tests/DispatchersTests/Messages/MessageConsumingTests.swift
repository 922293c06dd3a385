import Dispatchers
import Testing

@Suite("Consuming and subjects") struct MessageConsumingTests {
    private protocol Event: Sendable {}
    private struct Ping: Event { var number = 0 }
    private final class Cart: Sendable {}

    private let center = MessageCenter()
    private let received = Probe<String>()

    @Test("C15: A consumed message reaches no subscriber of lower priority, regardless of the observed type")
    func stopsAllTypes() {
        let registrations = [
            center.observe(Ping.self, priority: 2) { _ in received.report("first") },
            center.observe(Ping.self, priority: 1) { _ in
                received.report("consumer")
                center.consume()
            },
            center.observe(Ping.self) { _ in received.report("type") },
            center.observe((any Event).self) { _ in received.report("protocol") },
            center.observe((any Sendable).self) { _ in received.report("all") },
        ]
        center.post(Ping())
        center.post(Ping())
        #expect(received.values == ["first", "consumer", "first", "consumer"])
        #expect(registrations.count == 5)
    }

    @Test("C15: A consumed message reaches observers on an actor only if their priority is higher") @MainActor
    func stopsOtherActors() async {
        let registrations = [
            center.observe(Ping.self, priority: 2) { @MainActor _ in received.report("higher") },
            observeAndConsume(),
            center.observe(Ping.self) { @MainActor _ in received.report("lower") },
        ]
        postOffActor()
        _ = await received.values(2)
        await Task.yield()
        #expect(received.values.sorted() == ["consumer", "higher"])
        #expect(registrations.count == 3)
    }

    @Test("C15: A message consumed in a child is not delivered in its parent") func stopsAtTheChild() {
        let child = MessageCenter(parent: center)
        let registrations = [
            child.observe(Ping.self) { _ in child.consume() },
            center.observe(Ping.self) { _ in received.report("parent") },
        ]
        child.post(Ping())
        #expect(received.values.isEmpty)
        #expect(registrations.count == 2)
    }

    @Test("C15: An asynchronous handler can consume a published message") func asynchronousHandlersConsume() async {
        let registrations = [
            center.observe(Ping.self, priority: 1) { _ in
                await Task.yield()
                center.consume()
            },
            center.observe((any Event).self) { _ in received.report("later") },
        ]
        let report = await center.publish(Ping())
        #expect(report.isConsumed)
        #expect(report.delivered == 1)
        #expect(received.values.isEmpty)
        #expect(registrations.count == 2)
    }

    @Test("C16: A subscriber to messages about an object receives only messages about that object")
    func filtersByIdentity() {
        let (mine, yours) = (Cart(), Cart())
        let registrations = [
            center.observe(Ping.self, about: mine) { received.report("mine \($0.number)") },
            center.observe(Ping.self) { received.report("any \($0.number)") },
        ]
        center.post(Ping(number: 1), about: mine)
        center.post(Ping(number: 2), about: yours)
        center.post(Ping(number: 3))
        #expect(received.values == ["mine 1", "any 1", "any 2", "any 3"])
        #expect(registrations.count == 2)
    }

    @Test("C16: A subscription about a released object receives no message about an object at the same address")
    func reusedAddresses() {
        var registrations: [Registration] = []
        var seen: Set<ObjectIdentifier> = []
        var hasMet = false
        for _ in 0..<1_000 where !hasMet {
            let cart = Cart()
            hasMet = !seen.insert(ObjectIdentifier(cart)).inserted
            center.post(Ping(), about: cart)
            registrations.append(center.observe(Ping.self, about: cart) { _ in received.report("wrong") })
        }
        // A weak reference keeps the memory of an object, so its address is not reused while it is observed.
        #expect(received.values.isEmpty)
        #expect(center.observations.count < 32)
    }

    @Test("C16: A sequence about a released object finishes and receives no message about another object")
    func sequencesFinish() async {
        var cart: Cart? = Cart()
        let pings = center.messages(of: Ping.self, about: cart)
        cart = nil
        center.post(Ping(), about: Cart())
        for await _ in pings { received.report("wrong") }
        #expect(received.values.isEmpty)
        #expect(cart == nil)
    }

    private nonisolated func observeAndConsume() -> Registration {
        center.observe(Ping.self, priority: 1) { _ in
            received.report("consumer")
            center.consume()
        }
    }

    private nonisolated func postOffActor() { center.post(Ping()) }
}
