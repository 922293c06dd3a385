import Dispatch
import Dispatchers
import DispatchersTesting
import Foundation
import Testing

@Suite("Requests") struct MessageRequestTests {
    private struct Sum: Request {
        typealias Response = Int
        var numbers: [Int] = [1, 2]
    }
    private struct Broken: Error {}
    private final class Account: Sendable {
        func start(_ center: MessageCenter) { center.respond(to: Sum.self, by: self) { _, _ in 7 } }
    }
    private actor Stock {
        var count = 3
        func start(_ center: MessageCenter) {
            center.respond(to: Sum.self, by: self) { stock, _ in await stock.count }
        }
    }
    @MainActor private final class Screen {
        var title = 5
        nonisolated init() {}
        func start(_ center: MessageCenter) {
            center.respond(to: Sum.self, by: self) { screen, _ in screen.title }
        }
    }

    private let clock = ManualClock()
    private let center: MessageCenter

    init() { center = MessageCenter(clock: clock) }

    private func reason(_ work: () async throws -> Int) async -> RequestError.Reason? {
        do {
            _ = try await work()
            return nil
        } catch {
            return (error as? RequestError)?.reason
        }
    }

    @Test("C14: the responder answers on its isolation") func answers() async throws {
        let registration = center.respond(to: Sum.self) { $0.numbers.reduce(0, +) }
        #expect(try await center.request(Sum()) == 3)
        registration.cancel()
        let (screen, stock) = (Screen(), Stock())
        await screen.start(center)
        #expect(try await center.request(Sum()) == 5)
        center.cancel(by: screen)
        await stock.start(center)
        #expect(try await center.request(Sum()) == 3)
    }

    @Test("C4: draining a responder waits for the answers that it makes, and not when it drains itself")
    func draining() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let events = Probe<String>()
        let registration = center.respond(to: Sum.self) { _ in
            events.report("begins")
            for await _ in gate { break }
            events.report("answers")
            return 1
        }
        let asking = Task { [center] in try await center.request(Sum()) }
        _ = await events.values(1)
        let draining = Task {
            await registration.cancelAndDrain()
            events.report("drained")
        }
        for _ in 0..<50 { await Task.yield() }
        #expect(events.values == ["begins"])
        opener.yield()
        await draining.value
        #expect(events.values == ["begins", "answers", "drained"])
        #expect(try await asking.value == 1)
        let own = Probe<Registration>()
        own.report(
            center.respond(to: Sum.self) { _ in
                await own.values(1)[0].cancelAndDrain()
                return 2
            })
        #expect(try await center.request(Sum()) == 2)
    }

    @Test("C4: a responder that ends before a request arrives on its actor is not asked") @MainActor
    func endsBeforeArriving() async {
        let asked = Probe<Int>()
        let registration = center.respond(to: Sum.self) { @MainActor _ in
            asked.report(1)
            return 1
        }
        let center = center
        let asking = Task.detached { try await center.request(Sum()) }
        for _ in 0..<100 { spinForAWhile() }
        registration.cancel()
        let result = await asking.result
        #expect(throws: RequestError.self) { try result.get() }
        #expect(asked.values.isEmpty)
    }

    @Test("C14: no responder and several are distinct errors, and several are named") func unhandledAndAmbiguous() async
    {
        #expect(await reason { try await center.request(Sum()) } == .unhandled)
        let line = #line + 1
        let registrations = [center.respond(to: Sum.self) { _ in 1 }, center.respond(to: Sum.self) { _ in 2 }]
        await #expect { try await center.request(Sum()) } throws: { error in
            let error = error as? RequestError
            return error?.reason == .ambiguous && error?.responders.map(\.line) == [line, line]
        }
        #expect(registrations.count == 2)
    }

    @Test("a responder on no actor is called on the thread of the request") func answersOnTheThreadThatAsks()
        async throws
    {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let registration = center.respond(to: Sum.self) { _ in currentThread() }
        for _ in 0..<20 {
            let asking = currentThread()
            #expect(try await center.request(Sum()) == asking)
        }
        registration.cancel()
    }

    @Test("C14: an owner that is gone responds no more") func goneOwners() async {
        do { Account().start(center) }
        #expect(await reason { try await center.request(Sum()) } == .unhandled)
    }

    @Test("C14: what the responder throws is thrown to the caller") func throwsThrough() async {
        let registration = center.respond(to: Sum.self) { _ in throw Broken() }
        await #expect(throws: Broken.self) { try await center.request(Sum()) }
        registration.cancel()
    }

    @Test("C14: an answer that does not come in time is an error, and the responder is cancelled") func timesOut() async
    {
        let cancelled = Probe<Bool>()
        let registration = center.respond(to: Sum.self) { _ in
            for await _ in AsyncStream<Int>.makeStream().stream {}
            cancelled.report(Task.isCancelled)
            return 1
        }
        let waiting = Task { await reason { try await center.request(Sum(), timeout: .seconds(5)) } }
        await clock.advance(by: .seconds(5))
        #expect(await waiting.value == .timedOut)
        #expect(await cancelled.values(1) == [true])
        registration.cancel()
    }

    @Test("C14: a request with a timeout does not wait for what its responder computes") func timedElsewhere()
        async throws
    {
        let registration = center.respond(to: Sum.self) { _ in QueueExecutor.isCurrent ? 1 : 0 }
        let asking = Task(executorPreference: QueueExecutor()) {
            (QueueExecutor.isCurrent, try await center.request(Sum(), timeout: .seconds(5)))
        }
        #expect(try await asking.value == (true, 0))
        registration.cancel()
    }

    @Test("C21: a request whose responder closes the center is not answered") func responderCloses() async {
        let center = MessageCenter()
        let registration = center.respond(to: Sum.self) { _ in
            center.close()
            return 1
        }
        #expect(await reason { try await center.request(Sum()) } == .closed)
        registration.cancel()
    }

    @Test("C14: the caller may be cancelled") func cancelled() async {
        let asked = Probe<Int>()
        let registration = center.respond(to: Sum.self) { _ in
            asked.report(1)
            for await _ in AsyncStream<Int>.makeStream().stream {}
            return 1
        }
        let waiting = Task { await reason { try await center.request(Sum()) } }
        _ = await asked.values(1)
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        registration.cancel()
    }

    @Test("C14: a responder that asks itself ends at the limit of cycles") func asksItself() async {
        let center = MessageCenter(cycleLimit: 10)
        let registration = center.respond(to: Sum.self) { try await center.request($0) }
        await #expect(throws: DeliveryCycle.self) { try await center.request(Sum()) }
        registration.cancel()
    }

    @Test("C17: a request without a responder in the child goes up") func goesUp() async throws {
        let registration = center.respond(to: Sum.self) { _ in 2 }
        #expect(try await MessageCenter(parent: center).request(Sum()) == 2)
        registration.cancel()
    }
}

/// Runs a task on a queue of its own, so that code can find out whether it was called by that task.
private final class QueueExecutor: TaskExecutor {
    private static let key = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "asking")

    init() { queue.setSpecific(key: Self.key, value: true) }

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

private func currentThread() -> Int { Int(bitPattern: ObjectIdentifier(Thread.current)) }
