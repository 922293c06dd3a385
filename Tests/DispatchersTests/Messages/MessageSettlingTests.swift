import Dispatchers
import Testing

@Suite("Stages of publishing") struct MessageSettlingTests {
    private struct Ping: Sendable { var number = 0 }
    private struct Pong: Sendable { var number = 0 }

    private let center = MessageCenter()
    private let received = Probe<String>()

    @Test("C8: Publishing until queued waits for no other actor and for no asynchronous handler") @MainActor
    func queued() async {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let registrations = [
            center.observe(Ping.self) { (_: Ping) async in
                for await _ in gate { break }
                received.report("later")
            },
            observeElsewhere(),
        ]
        let report = await publishElsewhere(until: .queued)
        #expect(report.delivered == 2)
        #expect(!received.values.contains("later"))
        opener.yield()
        #expect(await received.values(2).sorted() == ["later", "main"])
        #expect(registrations.count == 2)
    }

    @MainActor private func observeElsewhere() -> Registration {
        center.observe(Ping.self) { @MainActor _ in received.report("main") }
    }

    private nonisolated func publishElsewhere(until stage: DeliveryStage) async -> DeliveryReport {
        await center.publish(Ping(), until: stage)
    }

    @Test("C9: Publishing until queued waits for space in a suspending buffer") func waitsForSpace() async {
        let pings = center.messages(of: Ping.self, buffer: .suspend(beyond: 1))
        center.post(Ping(number: 1))
        let publishing = Task { await center.publish(Ping(number: 2), until: .queued) }
        var iterator = pings.makeAsyncIterator()
        #expect(await iterator.next()?.number == 1)
        #expect(await publishing.value.dropped == 0)
        #expect(await iterator.next()?.number == 2)
    }

    @Test("C23: Publishing until settled waits for all messages that it causes, on actors and asynchronously")
    func settled() async {
        let registrations = [
            center.observe(Ping.self) { (ping: Ping) async in
                await Task.yield()
                if ping.number < 3 { center.post(Ping(number: ping.number + 1)) }
                received.report("ping \(ping.number)")
            },
            center.observe(Ping.self) { ping in if ping.number == 3 { center.post(Pong(number: 1)) } },
            center.observe(Pong.self) { @MainActor pong in
                if pong.number < 3 { center.post(Pong(number: pong.number + 1)) }
                received.report("pong \(pong.number)")
            },
        ]
        let report = await center.publish(Ping(), until: .settled)
        #expect(received.values.sorted() == (0...3).map { "ping \($0)" } + (1...3).map { "pong \($0)" })
        #expect(report.delivered == 2)
        #expect(registrations.count == 3)
    }

    @Test("C21: A publication settles when its center is closed while messages wait") func closing() async {
        let started = Probe<Int>()
        let registration = center.observe(Ping.self) { (ping: Ping) async in
            started.report(1)
            if ping.number == 0 { for number in 1...5 { center.post(Ping(number: number)) } }
            center.close()
        }
        _ = await center.publish(Ping(), until: .settled)
        #expect(started.values.count == 1)
        registration.cancel()
    }

    private struct Question: Request { typealias Response = String }

    @Test("C14, C23: A fallback responder is called only if no other responder exists in the center or a parent")
    func fallbacks() async throws {
        let parent = MessageCenter()
        let child = MessageCenter(parent: parent)
        let fallback = child.respond(to: Question.self, isFallback: true) { _ in "fallback" }
        #expect(try await child.request(Question()) == "fallback")
        let usual = parent.respond(to: Question.self) { _ in "usual" }
        #expect(try await child.request(Question()) == "usual")
        usual.cancel()
        #expect(try await child.request(Question()) == "fallback")
        fallback.cancel()
        await #expect(throws: RequestError.self) { try await child.request(Question()) }
    }
}

@Suite("What settling looks at") struct PendingWorkTests {
    @Test("A set between two looks of settled() is seen, with and without observers", arguments: [false, true])
    func sets(isObserved: Bool) {
        let center = ObserverCenter()
        let registration = isObserved ? center.observe(.volume) { _ in } : nil
        center.set(.volume, to: 1)
        let first = center.pendingWork().totals
        #expect(!first.contains(nil))
        #expect(center.pendingWork().totals == first)
        center.set(.volume, to: 2)
        #expect(center.pendingWork().totals != first)
        registration?.cancel()
    }
}
