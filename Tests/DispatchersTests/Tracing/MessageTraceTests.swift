import Dispatchers
import Testing

@Suite("Traces of messages")
struct MessageTraceTests {
    private struct Question: Request {
        typealias Response = Int
    }

    private let trace = Trace(now: { .zero })
    private let center: MessageCenter

    init() {
        center = MessageCenter(trace: trace)
        trace.start()
    }

    @Test("A post is the cause of its deliveries, and a delivery is the cause of its handler's posts")
    func postsAreRecorded() {
        let center = center
        let observed = SourceLocation(line: #line + 1)
        let first = center.observe(Int.self) { number in center.post("\(number)") }
        let second = center.observe(String.self) { _ in }
        let posted = SourceLocation(line: #line + 1)
        center.post(7)
        let events = trace.events
        #expect(events.map(\.kind) == [.post, .delivery, .post, .delivery])
        #expect(events.map(\.subject) == ["Int", "Int", "String", "String"])
        #expect(events.map(\.cause) == [nil, events[0].id, events[1].id, events[2].id])
        #expect(events.prefix(2).map(\.location) == [posted, posted])
        #expect(events[1].receiver == observed)
        #expect(events.allSatisfy { $0.outcome == .done })
        withExtendedLifetime((first, second)) {}
    }

    @Test("A post without receivers is recorded") func unreceivedPostsAreRecorded() {
        center.post(7)
        center.post(8)
        #expect(trace.events.map(\.kind) == [.post, .post])
    }

    @Test("Publications and requests are recorded with the outcome done")
    func publicationsAndRequestsAreRecorded() async throws {
        let observed = center.observe(Int.self) { _ in }
        let responds = center.respond(to: Question.self) { _ in 42 }
        _ = await center.publish(7)
        _ = try await center.request(Question())
        #expect(trace.events.map(\.kind) == [.post, .delivery, .request])
        #expect(trace.events.allSatisfy { $0.outcome == .done })
        withExtendedLifetime((observed, responds)) {}
    }
}
