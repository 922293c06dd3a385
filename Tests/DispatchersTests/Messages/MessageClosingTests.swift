import Dispatchers
import Testing

@Suite("Closing and parent centers") struct MessageClosingTests {
    private struct Ping: Sendable { var number = 0 }
    private struct Question: Request { typealias Response = Int }

    private let center = MessageCenter()
    private let received = Probe<String>()

    @Test("C21: A closed center refuses posts and publications and calls no subscriber") func postsAreRefused() async {
        let registration = center.observe(Ping.self) { _ in received.report("called") }
        #expect(center.post(Ping()))
        center.close()
        center.close()
        #expect(!center.post(Ping()))
        #expect(await !center.publish(Ping()).isAccepted)
        #expect(received.values == ["called"])
        #expect(center.observations.isEmpty)
        registration.cancel()
    }

    @Test("C21: Closing a center finishes its sequences, and later observations end at once")
    func sequencesFinish() async {
        let pings = center.messages(of: Ping.self)
        center.close()
        for await _ in pings { received.report("ping") }
        for await _ in center.messages(of: Ping.self) { received.report("late") }
        let late = center.observe(Ping.self) { _ in received.report("late") }
        center.post(Ping())
        #expect(received.values.isEmpty)
        late.cancel()
    }

    @Test("C21: Closing a center fails waiting and later requests") func requestsFail() async {
        let called = Probe<Int>()
        let responder = center.respond(to: Question.self) { _ in
            called.report(1)
            for await _ in AsyncStream<Int>.makeStream().stream {}
            return 1
        }
        let waiting = Task { try await center.request(Question()) }
        _ = await called.values(1)
        center.close()
        await #expect { try await waiting.value } throws: { ($0 as? RequestError)?.reason == .closed }
        await #expect { try await center.request(Question()) } throws: { ($0 as? RequestError)?.reason == .closed }
        responder.cancel()
    }

    @Test("C21: A handler may close the center, and later handlers are not called") func handlersMayClose() {
        let registrations = [
            center.observe(Ping.self) { _ in center.close() },
            center.observe(Ping.self) { _ in received.report("called") },
        ]
        center.post(Ping())
        #expect(received.values.isEmpty)
        #expect(registrations.count == 2)
    }

    @Test("C17: A message is delivered in its center and then in each parent, and never in a child") func bubblesUp() {
        let screen = MessageCenter(parent: MessageCenter(parent: center))
        let registrations = [
            center.observe(Ping.self, priority: 9) { received.report("app \($0.number)") },
            screen.observe(Ping.self) { received.report("screen \($0.number)") },
        ]
        screen.post(Ping(number: 1))
        center.post(Ping(number: 2))
        #expect(received.values == ["screen 1", "app 1", "app 2"])
        #expect(registrations.count == 2)
    }

    @Test("C7: A message that a parent's handler posts into the child is delivered after the current message")
    func reentrantPostIntoChild() {
        let child = MessageCenter(parent: center)
        let registrations = [
            center.observe(Ping.self) { ping in
                if ping.number == 0 { child.post(Ping(number: 1)) }
                received.report("first \(ping.number)")
            },
            center.observe(Ping.self) { received.report("second \($0.number)") },
        ]
        center.post(Ping())
        #expect(received.values == ["first 0", "second 0", "first 1", "second 1"])
        #expect(registrations.count == 2)
    }

    @Test("C17: Closing a parent during a child's delivery closes the child and ends the delivery")
    func closingClosesChildren() {
        let child = MessageCenter(parent: center)
        let registrations = [
            child.observe(Ping.self, priority: 1) { _ in center.close() },
            child.observe(Ping.self) { _ in received.report("child") },
            center.observe(Ping.self) { _ in received.report("parent") },
        ]
        child.post(Ping())
        #expect(received.values.isEmpty)
        #expect(!child.post(Ping()))
        #expect(!MessageCenter(parent: child).post(Ping()))
        #expect(registrations.count == 3)
    }

    @Test("C17: Closing a child does not close its parent") func childClosesAlone() {
        let registration = center.observe(Ping.self) { _ in received.report("parent") }
        let child = MessageCenter(parent: center)
        child.close()
        child.post(Ping())
        center.post(Ping())
        #expect(received.values == ["parent"])
        registration.cancel()
    }

    @Test("C13: A child's message is a dead letter if no subscriber of the child or a parent receives it")
    func deadLettersOfChildren() {
        let letters = Probe<DeliveryFailure>()
        let app = MessageCenter(onDeadLetter: { letters.report($0) })
        let child = MessageCenter(parent: app)
        child.post(Ping())
        #expect(letters.values.count == 1)
        let registration = app.observe(Ping.self) { _ in }
        child.post(Ping())
        #expect(letters.values.count == 1)
        registration.cancel()
    }
}
