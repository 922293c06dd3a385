import Dispatchers
import Testing

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
