import Dispatchers
import Foundation
import Testing

@Suite("Publishing") struct MessagePublishingTests {
    private struct Ping: Sendable { var number = 0 }
    private struct Broken: Error {}

    private let received = Probe<String>()
    private let failures = Probe<DeliveryFailure>()
    private let center: MessageCenter

    init() {
        let failures = failures
        center = MessageCenter(onError: { failures.report($0) })
    }

    @Test("C2: Publishing calls handlers by priority across actors and asynchronous handlers")
    func ordersAcrossIsolations() async {
        let registrations = [
            center.observe(Ping.self, priority: 1) { @MainActor _ in received.report("1 main") },
            center.observe(Ping.self, priority: 5) { _ in received.report("5 here") },
            center.observe(Ping.self, priority: 3) { _ in
                await Task.yield()
                received.report("3 later")
            },
            center.observe(Ping.self, priority: 4) { @MainActor _ in received.report("4 main") },
            center.observe(Ping.self, priority: 2) { _ in received.report("2 here") },
        ]
        let report = await center.publish(Ping())
        #expect(received.values == ["5 here", "4 main", "3 later", "2 here", "1 main"])
        #expect(report.delivered == 5)
        #expect(registrations.count == 5)
    }

    @Test("C12: The report counts delivered, failed and dropped messages, and the error handler is not called")
    func reports() async {
        let full = center.messages(of: Ping.self, buffer: .dropNewest(beyond: 1))
        center.post(Ping())
        let line = #line + 2
        let registrations = [
            center.observe(Ping.self) { _ in throw Broken() },
            center.observe(Ping.self) { @MainActor _ in throw Broken() },
            center.observe(Ping.self) { _ in
                await Task.yield()
                throw Broken()
            },
            center.observe(Ping.self) { _ in received.report("received") },
        ]
        let report = await center.publish(Ping())
        #expect(report.delivered == 1)
        #expect(report.dropped == 1)
        #expect(report.failed.map { $0.observedAt?.line } == [line, line + 1, line + 2])
        #expect(failures.values.isEmpty)
        #expect(registrations.count == 4)
        withExtendedLifetime(full) {}
    }

    @Test("C7: A message posted during a publication is delivered after the published message")
    func postsComeLater() async {
        let registrations = [
            center.observe(Ping.self, priority: 1) { ping in
                if ping.number == 0 { center.post(Ping(number: 1)) }
                received.report("first \(ping.number)")
            },
            center.observe(Ping.self) { @MainActor ping in received.report("main \(ping.number)") },
        ]
        await center.publish(Ping())
        _ = await received.values(4)
        #expect(received.values == ["first 0", "main 0", "first 1", "main 1"])
        #expect(registrations.count == 2)
    }

    @Test("C12: An asynchronous handler may publish messages that it observes itself")
    func publishesRecursively() async {
        let registration = center.observe(Ping.self) { ping in
            if ping.number < 3 { await center.publish(Ping(number: ping.number + 1)) }
            received.report("\(ping.number)")
        }
        await center.publish(Ping())
        #expect(await received.values(4) == ["0", "1", "2", "3"])
        registration.cancel()
    }

    private struct Pong: Sendable { var number = 0 }

    @Test("C12: Asynchronous handlers that publish to each other do not deadlock", arguments: [false, true])
    func publishToEachOther(inTwoCenters: Bool) async {
        let other = inTwoCenters ? MessageCenter() : center
        let begun = Probe<Int>()
        let registrations = [
            center.observe(Ping.self) { (ping: Ping) async in
                begun.report(1)
                _ = await begun.values(2)
                if ping.number == 0 { await other.publish(Pong(number: 1)) }
                received.report("ping \(ping.number)")
            },
            other.observe(Pong.self) { (pong: Pong) async in
                begun.report(1)
                _ = await begun.values(2)
                if pong.number == 0 { await center.publish(Ping(number: 1)) }
                received.report("pong \(pong.number)")
            },
        ]
        center.post(Ping())
        other.post(Pong())
        #expect(await yield { received.values.count == 4 })
        #expect(received.values.sorted() == ["ping 0", "ping 1", "pong 0", "pong 1"])
        for registration in registrations { registration.cancel() }
    }

    @Test("C12: Five asynchronous handlers that publish to each other in a cycle do not deadlock")
    func publishInACycle() async {
        let count = 5
        let begun = Probe<Int>()
        let centers = (0..<count).map { _ in MessageCenter() }
        let registrations = (0..<count).map { index in
            centers[index].observe(Ping.self) { (ping: Ping) async in
                begun.report(index)
                _ = await begun.values(count)
                if ping.number < 3 { await centers[(index + 1) % count].publish(Ping(number: ping.number + 1)) }
                received.report("\(ping.number)")
            }
        }
        for center in centers { center.post(Ping()) }
        #expect(await yield { received.values.count == 4 * count })
        #expect(received.values.sorted() == (0..<4).flatMap { Array(repeating: "\($0)", count: count) })
        for registration in registrations { registration.cancel() }
    }

    @Test("C12: Publishing inside an asynchronous handler does not wait for asynchronous handlers")
    func handlersDoNotWait() async {
        let registrations = [
            center.observe(Ping.self) { (_: Ping) async in
                #expect(await center.publish(Pong()).delivered == 1)
                received.report("ping")
            },
            center.observe(Pong.self) { (_: Pong) async in
                _ = await received.values(1)
                received.report("pong")
            },
        ]
        await center.publish(Ping())
        #expect(await received.values(2) == ["ping", "pong"])
        #expect(registrations.count == 2)
    }

    @Test("C4: cancelAndDrain() waits for a running asynchronous handler") func drainsAsynchronousHandlers() async {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let started = Probe<Int>()
        let registration = center.observe(Ping.self) { _ in
            started.report(1)
            for await _ in gate { break }
            received.report("handled")
        }
        center.post(Ping())
        _ = await started.values(1)
        let draining = Task {
            await registration.cancelAndDrain()
            received.report("drained")
        }
        while center.observations.count > 0 { await Task.yield() }
        opener.yield()
        await draining.value
        #expect(received.values == ["handled", "drained"])
    }

    @Test("C4: cancelAndDrain() inside the asynchronous handler that it ends does not deadlock")
    func drainsItself() async {
        let own = Probe<Registration>()
        own.report(
            center.observe(Ping.self) { _ in
                let registration = await own.values(1)[0]
                await registration.cancelAndDrain()
                received.report("drained")
            })
        center.post(Ping())
        #expect(await received.values(1) == ["drained"])
    }

    @Test("C6, C12: A publication does not delay the posts of messages that were queued before it")
    @MainActor func deliversEarlierMessages() async {
        struct Earlier: Sendable {}
        let registrations = [
            center.observe(Earlier.self) { @MainActor _ in center.post(Pong()) },
            center.observe(Pong.self) { _ in received.report("pong") },
            center.observe(Ping.self, priority: 1) { @MainActor _ in received.report("main") },
            center.observe(Ping.self) { (_: Ping) async in
                _ = await yield(until: { received.values.contains("pong") })
                received.report("later")
            },
        ]
        elsewhere { center.post(Earlier()) }
        await center.publish(Ping())
        #expect(received.values == ["pong", "main", "later"])
        #expect(registrations.count == 4)
    }

    @Test("C12: Publishing until queued does not count observers of messages about other objects")
    func countsMatchingObservers() async {
        let (mine, others) = (Canary(), Canary())
        let registration = center.observe(Ping.self, about: others) { @MainActor _ in received.report("other") }
        let report = await center.publish(Ping(), about: mine, until: .queued)
        #expect(report.delivered == 0)
        registration.cancel()
    }

    @Test("C9, C12: Publishing until queued counts dropped messages and does not call the error handler")
    @MainActor func countsDroppedMessages() async {
        let registration = center.observe(Ping.self) { @MainActor _ in }
        let (gate, reports) = (Gate(), Probe<DeliveryReport>())
        Task.detached { [center] in
            for _ in 0..<65_536 { center.post(Ping()) }
            reports.report(await center.publish(Ping(), until: .queued))
            gate.open()
        }
        gate.pass()
        #expect(reports.values.map(\.dropped) == [1])
        #expect(reports.values.map(\.delivered) == [0])
        #expect(failures.values.isEmpty)
        registration.cancel()
    }

    @Test("C11, C12: A publication waits for an observer whose replay is still running") func waitsForReplay() async {
        center.retain(last: 1, of: Ping.self)
        center.post(Ping(number: 1))
        let reports = Probe<DeliveryReport>()
        let registration = center.observe(Ping.self) { ping in
            if ping.number == 1 {
                Task.detached { [center] in reports.report(await center.publish(Ping(number: 2))) }
                spin { center.retained(Ping.self).last?.number == 2 }
                for _ in 0..<100 { spinForAWhile() }
            }
            received.report("\(ping.number)")
        }
        #expect(await reports.values(1).map(\.delivered) == [1])
        #expect(received.values == ["1", "2"])
        registration.cancel()
    }

    /// Runs a closure on another thread and waits until it has returned.
    private func elsewhere(_ body: @escaping @Sendable () -> Void) {
        let isDone = Gate()
        Thread.detachNewThread {
            body()
            isDone.open()
        }
        isDone.pass()
    }
}
