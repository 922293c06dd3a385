import Dispatchers
import Testing

@Suite("Trace of messages")
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

    @Test("a post is an event, the cause of its deliveries, and what handlers post has the delivery as its cause")
    func postsAreRecorded() {
        let center = center
        let heard = SourceLocation(line: #line + 1)
        let first = center.observe(Int.self) { number in center.post("\(number)") }
        let second = center.observe(String.self) { _ in }
        let posted = SourceLocation(line: #line + 1)
        center.post(7)
        let events = trace.events
        #expect(events.map(\.kind) == [.post, .delivery, .post, .delivery])
        #expect(events.map(\.subject) == ["Int", "Int", "String", "String"])
        #expect(events.map(\.cause) == [nil, events[0].id, events[1].id, events[2].id])
        #expect(events.prefix(2).map(\.location) == [posted, posted])
        #expect(events[1].receiver == heard)
        #expect(events.allSatisfy { $0.outcome == .done })
        withExtendedLifetime((first, second)) {}
    }

    @Test("a post without receivers is an event, too") func unheardPostsAreRecorded() {
        center.post(7)
        center.post(8)
        #expect(trace.events.map(\.kind) == [.post, .post])
    }

    @Test("a published message and a request are events with their receivers") func awaitedOnesAreRecorded()
        async throws
    {
        let observed = center.observe(Int.self) { _ in }
        let responds = center.respond(to: Question.self) { _ in 42 }
        _ = await center.publish(7)
        _ = try await center.request(Question())
        #expect(trace.events.map(\.kind) == [.post, .delivery, .request])
        #expect(trace.events.allSatisfy { $0.outcome == .done })
        withExtendedLifetime((observed, responds)) {}
    }
}
