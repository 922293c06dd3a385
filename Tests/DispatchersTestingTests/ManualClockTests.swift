import Dispatchers
import DispatchersTesting
import Testing

@Suite("Manual clock")
struct ManualClockTests {
    private struct PriceOf: Request, Sendable {
        typealias Response = Int
        let item: String
    }

    private let clock = ManualClock()

    @Test("A sleeping task resumes at its deadline")
    func deadlines() async throws {
        let first = Task { [clock] in
            try await clock.sleep(for: .seconds(1))
            return clock.now.offset
        }
        await clock.advance(by: .seconds(1))
        #expect(try await first.value == .seconds(1))
        let late = Task { [clock] in try await clock.sleep(for: .seconds(5)) }
        await clock.advance(by: .seconds(4))
        #expect(clock.now.offset == .seconds(5))
        clock.pass(.seconds(1))
        try await late.value
    }

    @Test("A sleep until a past time returns at once")
    func pastDeadline() async throws {
        clock.pass(.seconds(3))
        try await clock.sleep(until: ManualClock.Instant(offset: .seconds(3)))
    }

    @Test("A cancelled task stops sleeping", arguments: [true, false])
    func cancellation(isAsleep: Bool) async {
        let task = Task { [clock] in try await clock.sleep(for: .seconds(60)) }
        if isAsleep { await clock.advance(by: .seconds(1)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A request times out when the manual clock reaches its deadline")
    func requestTimeout() async {
        let center = MessageCenter(clock: clock)
        let (answers, continuation) = AsyncStream.makeStream(of: Int.self)
        let registration = center.respond(to: PriceOf.self) { _ in
            for await answer in answers { return answer }
            throw CancellationError()
        }
        let price = Task { try await center.request(PriceOf(item: "lamp"), timeout: .seconds(2)) }
        await clock.advance(by: .seconds(2))
        await #expect(throws: RequestError.self) { try await price.value }
        continuation.finish()
        registration.cancel()
    }
}
