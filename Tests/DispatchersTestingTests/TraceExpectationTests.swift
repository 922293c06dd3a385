import Dispatchers
import DispatchersTesting
import Testing

@Suite("Trace expectations")
struct TraceExpectationTests {
    private struct Picked: Sendable {}
    private struct Changed: Sendable {}

    private let trace = Trace()
    private let center: MessageCenter
    private let states: ObserverCenter
    private let registrations: [Registration]

    init() {
        let (center, states) = (MessageCenter(trace: trace), ObserverCenter(trace: trace))
        (self.center, self.states) = (center, states)
        registrations = [
            center.observe(Picked.self) { _ in states.set(.cart, to: ["lamp"]) },
            states.observe(.cart, options: .skipsCurrent) { _ in center.post(Changed()) },
        ]
        trace.start()
    }

    @Test("An expectation finds an event and the events that it caused, directly or indirectly") func finds() throws {
        center.post(Picked())
        try trace.expect(.post(Picked.self), ledTo: .set(.cart))
        try trace.expect(.post(Picked.self), ledTo: .post(Changed.self))
        let last = try trace.expect(.post(Picked.self), ledTo: .set(.cart), .event(.post, outcome: .unreceived))
        #expect(last.subject == "Changed")
        try trace.expect(.post(Picked.self))
    }

    @Test("An expectation without matching events or causes fails with the tree of the trace") func misses() throws {
        states.set(.cart, to: [])
        center.post(Picked())
        for wrong in [
            { try trace.expect(.post(Changed.self), ledTo: .set(.cart)) },
            { try trace.expect(.set(.cart), ledTo: .post(Picked.self)) },
            { try trace.expect(.post(Picked.self), ledTo: .post(Changed.self), .set(.cart)) },
            { try trace.expect(.route("/cart")) },
        ] {
            let error = try #require(throws: TraceExpectationError.self) { try wrong() }
            #expect(error.description.contains("\n  delivery Picked"))
        }
    }

    @Test("The error of an expectation names the missing steps") func describesMissingSteps() throws {
        let error = try #require(throws: TraceExpectationError.self) {
            try trace.expect(.post(Picked.self), ledTo: .set(.cart))
        }
        #expect(
            error.description == """
                the trace does not have post Picked → set cart, but:
                  nothing; is the trace started?
                No post is in the trace: does it record the MessageCenter, by MessageCenter(trace:) or Centers(trace:)?
                No set is in the trace: does it record the ObserverCenter, by ObserverCenter(trace:) or Centers(trace:)?
                """)
    }

    @Test("The error of an expectation names the centers that the trace does not record") func namesUntracedCenters()
        throws
    {
        center.post(Picked())
        let error = try #require(throws: TraceExpectationError.self) {
            try trace.expect(.post(Picked.self), ledTo: .call((any Sendable).self), .route("/cart"))
        }
        #expect(error.description.contains("No call is in the trace: does it record the ProtocolDispatcherCenter, by"))
        #expect(error.description.hasSuffix("No route is in the trace: does it record the Router, by Router(trace:)?"))
        #expect(!error.description.contains("No post"))
    }
}

extension StateKeys {
    fileprivate static let cart = StateKey("cart", default: [String]())
}
