import Dispatchers
import Foundation
import Testing

private struct Ping: Sendable {}
private struct Pong: Sendable { var number = 0 }
private struct Failed: Error {}
private final class Screen: Sendable {}

/// Blocks the current thread and the actor that runs on it.
private func wait(for semaphore: DispatchSemaphore) {
    semaphore.wait()
}

@Suite("Publishing to asynchronous handlers") struct MessagePublishingPromiseTests {
    private let received = Probe<String>()
    private let letters = Probe<DeliveryFailure>()
    private let failures = Probe<DeliveryFailure>()
    private let center: MessageCenter

    init() {
        let (letters, failures) = (letters, failures)
        center = MessageCenter(onError: { failures.report($0) }, onDeadLetter: { letters.report($0) })
    }

    private func observeAll() -> Registration {
        center.observe((any Sendable).self) { [received] message in received.report("\(type(of: message))") }
    }

    @Test("C7: A message posted by an asynchronous handler is delivered after the published message")
    func delaysPosts() async {
        let registrations = [
            center.observe(Ping.self, priority: 1) { [center] (_: Ping) async in _ = center.post(Pong()) },
            observeAll(),
        ]
        await center.publish(Ping())
        #expect(received.values == ["Ping", "Pong"])
        withExtendedLifetime(registrations) {}
    }

    @Test("C7: A message that a handler's task posts after the publication is delivered at once")
    func delaysNoLatePosts() async {
        let isPublished = Latch()
        let posted = Probe<[String]>()
        let registrations = [
            center.observe(Ping.self) { [center, received] (_: Ping) async in
                Task {
                    await isPublished.wait()
                    center.post(Pong())
                    posted.report(received.values)
                }
            },
            observeAll(),
        ]
        await center.publish(Ping())
        isPublished.open()
        #expect(await posted.values(1) == [["Ping", "Pong"]])
        withExtendedLifetime(registrations) {}
    }

    @Test("C9: Messages posted by handlers during a publication are bounded, and dropped ones are reported")
    func boundsPosts() async {
        let count = Probe<Int>()
        let registrations = [
            center.observe(Ping.self) { [center] (_: Ping) async in
                for number in 0..<65_540 { center.post(Pong(number: number)) }
            },
            center.observe(Ping.self) { [center] _ in _ = center.post(Pong(number: -1)) },
            center.observe(Pong.self) { count.report($0.number) },
        ]
        await center.publish(Ping())
        let isInOrder = count.values == Array(0..<65_536)
        #expect(isInOrder)
        #expect(failures.values.compactMap { ($0.error as? QueueOverflow)?.count } == [1, 2, 4])
        withExtendedLifetime(registrations) {}
    }

    @Test("C15: An asynchronous handler that consumes and throws keeps the message from later subscribers")
    func consumesAndThrows() async {
        let registrations = [
            center.observe(Ping.self, priority: 1) { [center] (_: Ping) async throws in
                center.consume()
                throw Failed()
            },
            observeAll(),
        ]
        let report = await center.publish(Ping())
        #expect(report.isConsumed)
        #expect(report.failed.count == 1)
        #expect(received.values.isEmpty)
        withExtendedLifetime(registrations) {}
    }

    @Test("A task that outlives its asynchronous handler has no origin and waits for its publications")
    func leftoverTasks() async {
        let (hasReturned, isHandled) = (Latch(), Probe<Bool>())
        let result = Probe<(origin: [DeliveryStep], wasHandled: Bool)>()
        let registrations = [
            center.observe(Ping.self) { [center] (_: Ping) async in
                Task {
                    await hasReturned.wait()
                    await center.publish(Pong())
                    result.report((center.origin, isHandled.values == [true]))
                }
            },
            center.observe(Pong.self) { (_: Pong) async in
                for _ in 0..<100 { await Task.yield() }
                isHandled.report(true)
            },
        ]
        await center.publish(Ping())
        hasReturned.open()
        let first = await result.values(1).first
        #expect(first?.origin.isEmpty == true)
        #expect(first?.wasHandled == true, "publish returned before the handler of the message")
        withExtendedLifetime(registrations) {}
    }

    @Test("C13, C23: A throwing tap does not count as a receiver", arguments: [false, true])
    func throwingTap(isPublished: Bool) async {
        let tap = center.tap(Ping.self) { _ in throw Failed() }
        if isPublished { await center.publish(Ping()) } else { center.post(Ping()) }
        #expect(letters.values.count == 1)
        tap.cancel()
    }

    @Test("C13: A published message whose queued subscriber is cancelled is a dead letter") @MainActor
    func cancelledWhileQueued() async {
        let screen = Screen()
        center.observe(Ping.self, by: screen) { @MainActor _, _ in }
        let center = center
        let isPublished = DispatchSemaphore(value: 0)
        Task.detached {
            await center.publish(Ping(), until: .queued)
            isPublished.signal()
        }
        wait(for: isPublished)
        #expect(letters.values.isEmpty)
        center.cancel(by: screen)
        #expect(await letters.values(1).count == 1)
    }

    @Test("C5, C19: An asynchronous handler of a released owner ends with the next message")
    func releasedOwners() async {
        let released = Probe<Int>()
        do {
            let screen = Screen()
            let canary = Canary { released.report(1) }
            center.observe(Ping.self, by: screen) { [canary] (_, _: Ping) async in _ = canary }
        }
        let report = await center.publish(Ping())
        #expect(report.delivered == 0)
        _ = await eventually { !released.values.isEmpty }
        #expect(released.values == [1])
    }

    @Test("C5, C19: A responder of a released owner ends with the next request") func releasedResponders() async {
        struct Question: Request { typealias Response = Int }
        let released = Probe<Int>()
        do {
            let screen = Screen()
            let canary = Canary { released.report(1) }
            center.respond(to: Question.self, by: screen) { [canary] _, _ in withExtendedLifetime(canary) { 1 } }
        }
        await #expect(throws: RequestError.self) { try await center.request(Question()) }
        #expect(released.values == [1])
    }

    @Test("Publishing until settled waits for state changes queued on actors", arguments: [StateOptions(), .coalesces])
    @MainActor func settlesStates(_ options: StateOptions) async {
        let states = ObserverCenter()
        let (delivered, settled) = (Probe<Int>(), Probe<[Int]>())
        let registrations = [
            states.observe(.volume, options: options.union(.skipsCurrent)) { @MainActor in delivered.report($0.new) },
            center.observe(Ping.self) { @Sendable _ in _ = states.set(.volume, to: 7) },
        ]
        let center = center
        Task.detached {
            await center.publish(Ping(), until: .settled)
            settled.report(delivered.values)
        }
        // The main actor is busy, so the observer cannot be called yet.
        for _ in 0..<100_000 where settled.values.isEmpty { sched_yield() }
        #expect(settled.values.isEmpty)
        #expect(await settled.values(1) == [[7]])
        withExtendedLifetime(registrations) {}
    }

    @Test(
        "Publishing until settled waits for parts of states queued on actors", arguments: [StateOptions(), .coalesces])
    @MainActor func settlesParts(_ options: StateOptions) async {
        let states = ObserverCenter()
        let delivered = Probe<Int>()
        let registrations = [
            states.observe(.settledItems[\.count], options: options.union(.skipsCurrent)) { @MainActor in
                delivered.report($0.new)
            },
            center.observe(Ping.self) { @Sendable _ in states.update(.settledItems) { $0.append("lamp") } },
        ]
        let center = center
        await Task.detached { _ = await center.publish(Ping(), until: .settled) }.value
        #expect(delivered.values == [1])
        withExtendedLifetime(registrations) {}
    }
}

extension StateKeys { fileprivate static let settledItems = StateKey("settledItems", default: [String]()) }
