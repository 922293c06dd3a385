import Dispatchers
import Testing

@Suite("W3C trace context")
struct TraceContextTests {
    private static let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    private let trace = Trace(now: { .zero })
    private let center: MessageCenter

    init() {
        center = MessageCenter(trace: trace)
        trace.start()
    }

    @Test(
        "A valid traceparent header is parsed and formatted unchanged",
        arguments: [
            header, "00-00000000000000010000000000000000-0000000000000001-00",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-02",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03",
        ])
    func roundTrip(header: String) throws {
        #expect(try #require(TraceContext(traceparent: header)).traceparent == header)
    }

    @Test("Spaces and tabs around a value are ignored", arguments: [header + " ", "\t" + header, "  \(header)\t "])
    func surrounded(header: String) { #expect(TraceContext(traceparent: header)?.traceparent == Self.header) }

    @Test("Flags other than the two known ones are not written again")
    func unknownFlags() {
        let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"
        #expect(TraceContext(traceparent: header + "-ff")?.traceparent == header + "-03")
        #expect(TraceContext(traceparent: header + "-fc")?.isSampled == false)
    }

    @Test("An event that continues a context keeps its flags", arguments: ["02", "03"])
    func keepsFlags(flags: String) {
        let received = TraceContext(traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-\(flags)")
        let sent = trace.span("POST /cart", continuing: received) { trace.context }
        #expect(sent?.traceparent.hasSuffix("-\(flags)") == true)
    }

    @Test(
        "The first four fields of a header of a later version are parsed",
        arguments: [
            "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03",
            "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-brings",
        ])
    func laterVersions(header: String) {
        #expect(TraceContext(traceparent: header)?.traceparent == Self.header)
    }

    @Test(
        "An invalid traceparent header is not parsed",
        arguments: [
            "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-", header + "\n", "\u{A0}" + header,
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-extra",
            "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01extra",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e47é-00f067aa0ba902b7-01",
            "00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        ])
    func invalid(header: String) { #expect(TraceContext(traceparent: header) == nil) }

    @Test("A span that continues a context and the events that it causes belong to the context's trace")
    func continues() throws {
        let received = try #require(TraceContext(traceparent: Self.header))
        let observed = center.observe(Int.self) { _ in }
        var sent: TraceContext?
        trace.span("POST /cart", continuing: received) {
            center.post(1)
            sent = trace.context
        }
        let events = trace.events
        #expect(events.map(\.kind) == [.span, .post, .delivery])
        #expect(events.map(\.cause) == [nil, 1, 2])
        #expect(events.allSatisfy { $0.context.traceID == received.traceID })
        #expect(Set(events.map(\.context.spanID) + [received.spanID]).count == 4)
        #expect(events.first?.detail == Self.header)
        #expect(sent == events.first?.context)
        withExtendedLifetime(observed) {}
    }

    @Test(
        "An asynchronous span stays on its caller's actor, with the trace on or off",
        arguments: [false, true])
    @MainActor func staysOnItsActor(isOn: Bool) async {
        let trace = Trace()
        if isOn { trace.start() }
        await trace.span("work") {
            await Task.yield()
            MainActor.assertIsolated()
        }
    }

    @Test("An asynchronous span ends with the error of its body") func asynchronous() async throws {
        struct Full: Error {}
        await #expect(throws: Full.self) {
            try await trace.span("POST /cart", continuing: TraceContext(traceparent: Self.header)) {
                await Task.yield()
                throw Full()
            }
        }
        #expect(trace.events.map(\.outcome) == [.failed("Full()")])
        #expect(trace.events.first?.context.traceparent.hasPrefix("00-4bf92f3577b34da6a3ce929d0e0e4736-") == true)
    }

    @Test("Each event without a cause begins a trace of its own") func ownTraces() {
        center.post(1)
        center.post(2)
        #expect(Set(trace.events.map(\.context.traceID)).count == 2)
        #expect(trace.events.allSatisfy { TraceContext(traceparent: $0.context.traceparent) == $0.context })
    }

    @Test("There is no context outside events or while the trace is off") func none() {
        #expect(trace.context == nil)
        trace.stop()
        #expect(trace.span("off") { trace.context } == nil)
        #expect(trace.events.isEmpty)
    }
}
