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

/// The rule that a handler consumes only its own message and that other closures consume nothing.
@Suite("Limits of consuming") struct MessageConsumingLimitsTests {
    private protocol Event: Sendable {}
    private struct Ping: Event { var number = 0 }
    private struct Pong: Sendable {}
    private struct Broken: Error {}
    private final class Cart: Sendable {}

    private let received = Probe<String>()

    /// The closures other than handlers that run while a message is delivered.
    enum Place: String, CaseIterable, Sendable {
        case errorHandler, errorHandlerOfAFilteredOne, errorHandlerOfAProtocol, errorHandlerOfAnOwner
        case overflow, coalescingKey, refusedPost, traceLog
    }

    @Test("C15: consume() in an error handler, a buffer key or a trace log consumes nothing", arguments: Place.allCases)
    func outsideHandlers(_ place: Place) {
        let trace = Trace()
        let center = MessageCenter.holding { [received] center in
            MessageCenter(
                cycleLimit: 1, trace: trace,
                onError: { failure in
                    received.report("error")
                    center.value?.consume()
                })
        }
        let (cart, kept) = (Cart(), Slot<MessageSequence<Ping>>())
        var registrations: [Registration] = []
        switch place {
        case .errorHandler: registrations.append(center.observe(Ping.self, priority: 1) { _ in throw Broken() })
        case .errorHandlerOfAFilteredOne:
            registrations.append(center.observe(Ping.self, about: cart, priority: 1) { _ in throw Broken() })
        case .errorHandlerOfAProtocol:
            registrations.append(center.observe((any Event).self, priority: 1) { _ in throw Broken() })
        case .errorHandlerOfAnOwner: center.observe(Ping.self, by: cart, priority: 1) { _, _ in throw Broken() }
        case .overflow:
            kept.value = center.messages(of: Ping.self, buffer: .dropNewest(beyond: 1))
            center.post(Ping())
        case .coalescingKey:
            kept.value = center.messages(
                of: Ping.self,
                buffer: .unbounded.coalescing { [center] in
                    center.consume()
                    return $0.number
                })
        case .refusedPost:
            registrations.append(
                center.observe(Ping.self, priority: 1) { [center] in
                    if $0.number < 3 { center.post(Ping(number: $0.number + 1)) }
                })
        case .traceLog:
            trace.start()
            registrations.append(trace.log { [weak center] _ in center?.consume() })
            registrations.append(center.observe(Ping.self, priority: 1) { _ in })
        }
        registrations += [
            center.observe(Ping.self) { [received] in received.report("\($0.number)") },
            center.observe((any Event).self) { [received] _ in received.report("event") },
        ]
        for _ in 0..<2 { center.post(Ping(), about: cart) }
        let messages = place == .refusedPost ? ["0", "event", "1", "event"] : ["0", "event"]
        #expect(received.values.filter { $0 != "error" } == messages + messages)
        for registration in registrations { registration.cancel() }
    }

    @Test("C15: consume() in the dead letter handler consumes nothing") func deadLetterHandlers() {
        let center = MessageCenter.holding { center in
            MessageCenter(onDeadLetter: { _ in center.value?.consume() })
        }
        let registrations = [
            center.observe(Ping.self) { [center] _ in
                center.post(Pong())
                center.retain(last: 1, of: Pong.self)
                center.post(Pong())
                // The dead letter is reported here, during the delivery.
                center.retain(last: 0, of: Pong.self)
            },
            center.observe((any Event).self) { [received] _ in received.report("event") },
        ]
        center.post(Ping())
        center.post(Ping())
        #expect(received.values == ["event", "event"])
        #expect(registrations.count == 2)
    }

    @Test("C15: consume() in an error handler does not consume a published message") func published() async {
        let center = MessageCenter.holding { center in
            MessageCenter(onError: { _ in center.value?.consume() })
        }
        let full = center.messages(of: Pong.self, buffer: .dropNewest(beyond: 1))
        center.post(Pong())
        let registrations = [
            // The overflow is reported while the handler is running.
            center.observe(Ping.self) { [center] _ in _ = center.post(Pong()) },
            center.observe(Ping.self) { [center] (_: Ping) async in _ = center.post(Pong()) },
            center.observe(Ping.self) { [received] _ in received.report("last") },
        ]
        let report = await center.publish(Ping())
        #expect(received.values == ["last"])
        #expect(report.delivered == 3)
        #expect(!report.isConsumed)
        #expect(registrations.count == 3)
        withExtendedLifetime(full) {}
    }

    @Test("C15: Consuming a replayed message inside a handler does not consume the handler's own message")
    func replayed() async {
        let center = MessageCenter()
        center.retain(last: 2, of: Pong.self)
        center.post(Pong())
        center.post(Pong())
        let (inner, cart) = (Slot<Registration>(), Cart())
        let registrations = [
            center.observe(Ping.self, priority: 2) { [center, received] _ in
                inner.value = center.observe(Pong.self) { _ in
                    received.report("pong")
                    center.consume()
                }
            },
            center.observe(Ping.self, about: cart, priority: 1) { [received] _ in received.report("filtered") },
            center.observe(Ping.self) { [received] _ in received.report("plain") },
            center.observe((any Event).self) { [received] _ in received.report("event") },
        ]
        let all = ["pong", "pong", "filtered", "plain", "event"]
        center.post(Ping(), about: cart)
        #expect(received.values == all)
        inner.value = nil
        let report = await center.publish(Ping(), about: cart)
        #expect(received.values == all + all)
        #expect(!report.isConsumed)
        #expect(registrations.count == 4)
    }

    @Test("C15: A consumed message stays consumed when its handler then receives a replayed message")
    func keepsItsOwn() {
        let center = MessageCenter()
        center.retain(last: 1, of: Pong.self)
        center.post(Pong())
        let inner = Slot<Registration>()
        let registrations = [
            center.observe(Ping.self) { [center, received] _ in
                center.consume()
                inner.value = center.observe(Pong.self) { _ in received.report("pong") }
            },
            center.observe(Ping.self) { [received] _ in received.report("behind") },
        ]
        center.post(Ping())
        #expect(received.values == ["pong"])
        #expect(registrations.count == 2)
    }
}
