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

    @Test("C14: Responders of no actor, of the main actor and of an actor answer requests")
    func answers() async throws {
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

    @Test("C4: cancelAndDrain() of a responder waits for running answers, except inside the responder itself")
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

    @Test("C4: A responder cancelled before a request reaches its actor is not called") @MainActor
    func cancelledBeforeTheCall() async {
        let called = Probe<Int>()
        let registration = center.respond(to: Sum.self) { @MainActor _ in
            called.report(1)
            return 1
        }
        let center = center
        let asking = Task.detached { try await center.request(Sum()) }
        for _ in 0..<100 { spinForAWhile() }
        registration.cancel()
        let result = await asking.result
        #expect(throws: RequestError.self) { try result.get() }
        #expect(called.values.isEmpty)
    }

    @Test("C14: A request without a responder and one with several fail with distinct errors")
    func unhandledAndAmbiguous() async {
        #expect(await reason { try await center.request(Sum()) } == .unhandled)
        let line = #line + 1
        let registrations = [center.respond(to: Sum.self) { _ in 1 }, center.respond(to: Sum.self) { _ in 2 }]
        await #expect { try await center.request(Sum()) } throws: { error in
            let error = error as? RequestError
            return error?.reason == .ambiguous && error?.responders.map(\.line) == [line, line]
        }
        #expect(registrations.count == 2)
    }

    @Test("The error of a request names the request, its source location and the responders")
    func describesErrors() async {
        let (asking, responding) = (#line + 1, #line + 5)
        func ask() async throws { _ = try await center.request(Sum(), timeout: .seconds(1)) }
        await #expect { try await ask() } throws: {
            "\($0)" == "nothing answers Sum, requested at \(#fileID):\(asking)"
        }
        let registrations = (1...2).map { answer in center.respond(to: Sum.self) { _ in answer } }
        let responder = "\(#fileID):\(responding)"
        await #expect { try await ask() } throws: {
            "\($0)" == "2 responders answer Sum, requested at \(#fileID):\(asking): \(responder), \(responder)"
        }
        center.close()
        await #expect { try await ask() } throws: { "\($0)".hasSuffix("was not answered: the center is closed") }
        #expect(registrations.count == 2)
    }

    @Test("A responder without an actor is called on the requesting thread")
    func answersOnTheRequestingThread() async throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let registration = center.respond(to: Sum.self) { _ in currentThread() }
        for _ in 0..<20 {
            let asking = currentThread()
            #expect(try await center.request(Sum()) == asking)
        }
        registration.cancel()
    }

    @Test("C14: A responder of a released owner does not answer") func releasedOwners() async {
        do { Account().start(center) }
        #expect(await reason { try await center.request(Sum()) } == .unhandled)
    }

    @Test("C14: An error of the responder is thrown to the requester") func throwsThrough() async {
        let registration = center.respond(to: Sum.self) { _ in throw Broken() }
        await #expect(throws: Broken.self) { try await center.request(Sum()) }
        registration.cancel()
    }

    @Test("C14: A request that is not answered in time fails, and its responder's task is cancelled")
    func timesOut() async {
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

    @Test("C14: A request with a timeout runs its responder off the requesting task's executor")
    func timeoutsLeaveTheExecutor() async throws {
        let registration = center.respond(to: Sum.self) { _ in QueueExecutor.isCurrent ? 1 : 0 }
        let asking = Task(executorPreference: QueueExecutor()) {
            (QueueExecutor.isCurrent, try await center.request(Sum(), timeout: .seconds(5)))
        }
        #expect(try await asking.value == (true, 0))
        registration.cancel()
    }

    @Test("C21: A request whose responder closes the center fails as closed") func responderCloses() async {
        let center = MessageCenter()
        let registration = center.respond(to: Sum.self) { _ in
            center.close()
            return 1
        }
        #expect(await reason { try await center.request(Sum()) } == .closed)
        registration.cancel()
    }

    @Test("C14: Cancelling the requesting task fails the request as cancelled") func cancelled() async {
        let called = Probe<Int>()
        let registration = center.respond(to: Sum.self) { _ in
            called.report(1)
            for await _ in AsyncStream<Int>.makeStream().stream {}
            return 1
        }
        let waiting = Task { await reason { try await center.request(Sum()) } }
        _ = await called.values(1)
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        registration.cancel()
    }

    @Test("C14: A responder that requests from itself fails at the cycle limit") func requestsItself() async {
        let center = MessageCenter(cycleLimit: 10)
        let registration = center.respond(to: Sum.self) { try await center.request($0) }
        await #expect(throws: DeliveryCycle.self) { try await center.request(Sum()) }
        registration.cancel()
    }

    @Test("C17: A request without a responder in the child is answered in the parent")
    func parentResponds() async throws {
        let registration = center.respond(to: Sum.self) { _ in 2 }
        #expect(try await MessageCenter(parent: center).request(Sum()) == 2)
        registration.cancel()
    }
}

/// A task executor with its own queue, so that code can determine whether it runs on that queue.
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

@Suite("Limits of requests") struct MessageRequestLimitTests {
    private struct Question: Request { typealias Response = Int }

    @Test("A request with a timeout beyond the clock's range is answered as without a timeout")
    func endlessTimeouts() async throws {
        let center = MessageCenter()
        let responder = center.respond(to: Question.self) { _ in
            await Task.yield()
            return 42
        }
        for timeout in [Duration.seconds(Int64.max), .seconds(Int64.max / 2), .seconds(100 * 366 * 86_400)] {
            #expect(try await center.request(Question(), timeout: timeout) == 42)
        }
        responder.cancel()
    }
}
