import BrowserDriver
import Dispatchers
import DispatchersTesting
import Foundation
import Inspector
import Routing
import Testing

extension BrowserTests {
    /// The lines that the page copies, as code that is compiled.
    @Suite("Copy as test") struct CopyAsTestTests {
        /// The copied lines, in the order of the events: each line is compared with what the page makes.
        private func expectAll(in trace: Trace) throws {
            // begin
            try trace.expect(.post(ItemPicked.self))
            try trace.expect(.post(ItemPicked.self), ledTo: .event(.delivery, "ItemPicked"))
            try trace.expect(.post(ItemPicked.self), ledTo: .set(.cart))
            try trace.expect(.post(ItemPicked.self), ledTo: .event(.delivery, "cart.total"))
            try trace.expect(.post(ItemPicked.self), ledTo: .call((any Basket).self))
            try trace.expect(.post(ItemPicked.self), ledTo: .event(.delivery, "Basket"))
            try trace.expect(.post(ItemPicked.self), ledTo: .event(.hook, "Counter.didChange()"))
            try trace.expect(.event(.post, "PriceFeedStale", outcome: .unreceived))
            try trace.expect(.event(.route, "/a\"b", outcome: .notFound))
            // end
        }

        @Test("The copied line of each kind of event is code, which the trace of the event satisfies") func lines()
            async throws
        {
            try await withApp { app, tab in
                app.messages.post(ItemPicked(name: "Brass lamp"))
                app.messages.post(PriceFeedStale())
                await app.router.open(path: "/a\"b")
                try await tab.wait("inspector.store.events.size === 9")
                let copied = try await tab.evaluate(
                    """
                    import("/expectation.js").then(({ expectation }) =>
                      [...inspector.store.events.values()].map(expectation).join("\\n"))
                    """)
                let code = try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n")
                let start = try #require(code.firstIndex { $0.hasSuffix("// begin") })
                let end = try #require(code.firstIndex { $0.hasSuffix("// end") })
                let compiled = code[(start + 1)..<end].map { $0.trimmingCharacters(in: .whitespaces) }
                #expect(copied.text?.split(separator: "\n").map { String($0) } == compiled)
                try expectAll(in: app.trace)
            }
        }

        @Test("The button copies the line") func button() async throws {
            try await withApp { app, tab in
                app.messages.post(ItemPicked(name: "Brass lamp"))
                try await tab.wait("[...inspector.store.events.values()].some((e) => e.kind === 'set')")
                try await tab.choose(kind: "set")
                try await tab.click("#copy")
                try await tab.wait(
                    for: "#status", toSay: "try trace.expect(.post(ItemPicked.self), ledTo: .set(.cart))")
            }
        }
    }
}
