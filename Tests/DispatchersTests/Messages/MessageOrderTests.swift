import Dispatchers
import Testing

@Suite("Order of messages") struct MessageOrderTests {
    private protocol Event: Sendable {}
    private struct Ping: Event { var number = 0 }
    private struct Pong: Event { var number = 0 }
    private class Base: @unchecked Sendable {}
    private final class Derived: Base, @unchecked Sendable {}
    private struct Box<Content: Sendable>: Sendable { let content: Content }

    private let center = MessageCenter()
    private let received = Probe<String>()

    @Test("C2: Observers of a type, a protocol and all types are called by priority and then by registration")
    func ordersAcrossTypes() {
        let registrations = [
            center.observe(Ping.self) { _ in received.report("type") },
            center.observe((any Sendable).self, priority: 1) { _ in received.report("all, 1") },
            center.observe((any Event).self) { _ in received.report("protocol") },
            center.observe(Ping.self, priority: 2) { _ in received.report("type, 2") },
            center.observe((any Event).self, priority: 1) { _ in received.report("protocol, 1") },
            center.observe(Ping.self, priority: -1) { _ in received.report("type, -1") },
            center.observe(Ping.self) { _ in received.report("type, again") },
        ]
        center.post(Ping())
        #expect(
            received.values == [
                "type, 2", "all, 1", "protocol, 1", "type", "protocol", "type, again", "type, -1",
            ])
        registrations[2].cancel()
        center.post(Pong())
        #expect(received.values.suffix(2) == ["all, 1", "protocol, 1"])
        withExtendedLifetime(registrations) {}
    }

    @Test("An observer of a protocol added after a type's first post receives the type's later messages")
    func protocolsObservedAfterTheFirstPost() {
        let first = center.observe(Ping.self) { _ in received.report("type") }
        center.post(Ping())
        let second = center.observe((any Event).self, priority: 1) { _ in received.report("protocol") }
        center.post(Ping())
        second.cancel()
        center.post(Ping())
        let third = center.observe((any Event).self) { _ in received.report("again") }
        center.post(Ping())
        #expect(received.values == ["type", "protocol", "type", "type", "type", "again"])
        first.cancel()
        third.cancel()
    }

    @Test("An observer of a superclass receives messages of its subclasses by their dynamic type")
    func observesSubclasses() {
        let registrations = [
            center.observe(Base.self) { _ in received.report("base") },
            center.observe(Derived.self) { _ in received.report("derived") },
        ]
        center.post(Derived())
        center.post(Derived() as Base)
        center.post(Base())
        #expect(received.values == ["base", "derived", "base", "derived", "base"])
        registrations[0].cancel()
    }

    @Test("A message in an existential is delivered as its dynamic type") func opensExistentials() {
        let registration = center.observe(Ping.self) { received.report("\($0.number)") }
        let boxed: any Event = Ping(number: 1)
        center.post(boxed)
        let posts: [any Event] = [Pong(), Ping(number: 2), Pong(), Ping(number: 3)]
        func post<Message: Sendable>(_ message: Message) { center.post(message) }
        posts.forEach(post)
        #expect(received.values == ["1", "2", "3"])
        registration.cancel()
    }

    @Test("An observer of a type receives the wrapped values of optional messages and no nil") func optionalMessages() {
        let registration = center.observe(Ping.self) { received.report("\($0.number)") }
        center.post(nil as Ping?)
        center.post(Optional(Ping(number: 1)))
        center.post(nil as Ping?)
        center.post(Optional(Ping(number: 2)))
        #expect(received.values == ["1", "2"])
        registration.cancel()
    }

    @Test("Generic messages with different type arguments have different types") func genericArgumentsAreDistinct() {
        let registration = center.observe(Box<Int>.self) { received.report("\($0.content)") }
        center.post(Box(content: "text"))
        center.post(Box(content: 1))
        #expect(received.values == ["1"])
        registration.cancel()
    }

    @Test("C3: An observer added by a handler receives the next message and not the current one")
    func addedDuringDelivery() {
        let added = Probe<Registration>()
        let registration = center.observe(Ping.self) { ping in
            received.report("first \(ping.number)")
            if ping.number == 1 {
                added.report(center.observe(Ping.self) { received.report("added \($0.number)") })
            }
        }
        center.post(Ping(number: 1))
        center.post(Ping(number: 2))
        #expect(received.values == ["first 1", "first 2", "added 2"])
        registration.cancel()
    }

    @Test("C3: An observer added after a reentrant post was accepted does not receive that post")
    func addedAfterNestedPost() {
        let added = Probe<Registration>()
        let registration = center.observe(Ping.self) { ping in
            guard ping.number == 1 else { return received.report("first \(ping.number)") }
            center.post(Ping(number: 2))
            added.report(center.observe(Ping.self) { received.report("added \($0.number)") })
        }
        center.post(Ping(number: 1))
        #expect(received.values == ["first 2"])
        registration.cancel()
    }

    @Test("C7: A message posted by a handler is delivered after all observers received the current message")
    func breadthFirst() {
        let registrations = ["A", "B"].map { name in
            center.observe(Ping.self) { ping in
                received.report("\(name)\(ping.number)")
                if ping.number < 2, name == "A" { center.post(Ping(number: ping.number + 1)) }
            }
        }
        center.post(Ping())
        #expect(received.values == ["A0", "B0", "A1", "B1", "A2", "B2"])
        #expect(registrations.count == 2)
    }

    @Test("C7: The outermost post returns after all reentrant posts are delivered") func outermostWaits() {
        let registrations = [
            center.observe(Ping.self) { _ in
                center.post(Pong())
                received.report("posted")
            },
            center.observe(Pong.self) { _ in received.report("received") },
        ]
        center.post(Ping())
        received.report("returned")
        #expect(received.values == ["posted", "received", "returned"])
        #expect(registrations.count == 2)
    }

    @Test("C7: A post into another center inside a handler is delivered at once") func centersAreIndependent() {
        let other = MessageCenter()
        let registrations = [
            center.observe(Ping.self) { _ in
                other.post(Ping())
                received.report("after the other")
            },
            other.observe(Ping.self) { _ in received.report("the other") },
        ]
        center.post(Ping())
        #expect(received.values == ["the other", "after the other"])
        #expect(registrations.count == 2)
    }

    @Test("C7: A reentrant post by way of another center is delivered after the current message")
    func reentrantThroughAnotherCenter() {
        let other = MessageCenter()
        let registrations = [
            center.observe(Ping.self) { ping in
                guard ping.number == 0 else { return }
                other.post(Pong())
                center.post(Ping(number: 2))
                received.report("first")
            },
            other.observe(Pong.self) { _ in center.post(Ping(number: 1)) },
            center.observe(Ping.self) { received.report("\($0.number)") },
        ]
        center.post(Ping())
        #expect(received.values == ["first", "0", "1", "2"])
        #expect(registrations.count == 3)
    }

    @Test("C7: 1,000 messages posted by one handler are delivered in order") func manyNestedPosts() {
        let numbers = Probe<Int>()
        let registrations = [
            center.observe(Ping.self) { _ in for number in 0..<1_000 { center.post(Pong(number: number)) } },
            center.observe(Pong.self) { numbers.report($0.number) },
        ]
        center.post(Ping())
        #expect(numbers.values == Array(0..<1_000))
        #expect(registrations.count == 2)
    }
}
