import Dispatchers
import Testing

@Suite("Closing and scopes") struct MessageClosingTests {
    private struct Ping: Sendable { var number = 0 }
    private struct Question: Request { typealias Response = Int }

    private let center = MessageCenter()
    private let received = Probe<String>()

    @Test("C21: posts say that the center is closed, and reach no subscriber") func postsSaySo() async {
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

    @Test("C21: sequences finish, and what is observed later ends at once") func sequencesFinish() async {
        let pings = center.messages(of: Ping.self)
        center.close()
        for await _ in pings { received.report("ping") }
        for await _ in center.messages(of: Ping.self) { received.report("late") }
        let late = center.observe(Ping.self) { _ in received.report("late") }
        center.post(Ping())
        #expect(received.values.isEmpty)
        late.cancel()
    }

    @Test("C21: requests that wait fail, and so do later ones") func requestsFail() async {
        let asked = Probe<Int>()
        let responder = center.respond(to: Question.self) { _ in
            asked.report(1)
            for await _ in AsyncStream<Int>.makeStream().stream {}
            return 1
        }
        let waiting = Task { try await center.request(Question()) }
        _ = await asked.values(1)
        center.close()
        await #expect { try await waiting.value } throws: { ($0 as? RequestError)?.reason == .closed }
        await #expect { try await center.request(Question()) } throws: { ($0 as? RequestError)?.reason == .closed }
        responder.cancel()
    }

    @Test("C21: a handler may close the center, and no handler is called after it") func handlersMayClose() {
        let registrations = [
            center.observe(Ping.self) { _ in center.close() },
            center.observe(Ping.self) { _ in received.report("called") },
        ]
        center.post(Ping())
        #expect(received.values.isEmpty)
        #expect(registrations.count == 2)
    }

    @Test("C17: a message goes up to the parents, once to each observer, and never down") func bubblesUp() {
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

    @Test("C7: what a parent's handler posts into the child comes after the current message") func turnsAreCommon() {
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

    @Test("C17: closing a center closes those inside it, and a parent may do so while it delivers") func closesInside()
    {
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

    @Test("C17: a child that is closed leaves its parent alone") func childrenCloseAlone() {
        let registration = center.observe(Ping.self) { _ in received.report("parent") }
        let child = MessageCenter(parent: center)
        child.close()
        child.post(Ping())
        center.post(Ping())
        #expect(received.values == ["parent"])
        registration.cancel()
    }

    @Test("C13: a message is dead when no subscriber in any parent receives it") func deadLettersGoUp() {
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
