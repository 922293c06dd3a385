import BrowserDriver
import Dispatchers
import Foundation
import Inspector
import Testing

extension BrowserTests {
    /// The rows of the timeline.
    @Suite("Rows") struct RowsTests {
        /// The numbers of the events of the rows.
        private static let ids = "inspector.timeline.rows.map(({ event }) => event.id)"

        /// A post with three deliveries at one place, the second of which is slow.
        private static let deliveries = """
            put(1, 0, "post");
            put(2, 1, "delivery", { receiver: "C.swift:1" });
            put(3, 1, "delivery", { receiver: "C.swift:1", took: 17e6 });
            put(4, 1, "delivery", { receiver: "C.swift:1" })
            """

        @Test("Deliveries of one place are one row, which is that of the slowest") func merges() async throws {
            try await withPage { tab in
                try await tab.put(Self.deliveries)
                try await tab.wait(for: ".row", toSay: "delivery Tick (3 times)")
                #expect(try await tab.text(Self.ids) == "1,3")
                try await tab.wait(for: ".row .took", toSay: "17 ms")
            }
        }

        @Test("A search asks each delivery, also those that are in one row without it") func searches() async throws {
            try await withPage { tab in
                try await tab.put(Self.deliveries)
                for (words, ids) in [("kind:delivery >16ms", "1,3"), ("kind:delivery", "1,2,3,4"), ("", "1,3")] {
                    try await tab.evaluate("inspector.timeline.search(\(quoted(words)))")
                    #expect(try await tab.text(Self.ids) == ids, "\(words)")
                }
            }
        }

        @Test("Every event can be chosen: one in the row of others, and one that the search leaves out")
        func choosesAny() async throws {
            try await withPage { tab in
                try await tab.put(Self.deliveries)
                for id in [2, 3, 4] {
                    try await tab.choose(id)
                    try await tab.wait(
                        "document.querySelector('.row.chosen:not([hidden])')?.innerText.includes('3 times')")
                }
                try await tab.evaluate("inspector.timeline.search('kind:post')")
                #expect(try await tab.text(Self.ids) == "1")
                try await tab.choose(3)
                #expect(try await tab.text(Self.ids) == "1,3")
                #expect(try await tab.text("document.querySelector('#search').value") == "")
            }
        }

        @Test("A click chooses a row, and one on the mark folds what it led to") func clicks() async throws {
            try await withPage { tab in
                try await tab.put(Self.deliveries)
                try await tab.click(".row .text", saying: "3 times")
                try await tab.wait("inspector.timeline.chosen?.id === 3")
                try await tab.wait(for: "#detail h2", toSay: "delivery Tick")
                try await tab.click(".row .fold", saying: "▾")
                try await tab.wait("inspector.timeline.rows.length === 1")
                #expect(try await tab.text("inspector.timeline.chosen.id") == "3")
                try await tab.click(".row .fold", saying: "▸")
                try await tab.wait("inspector.timeline.rows.length === 2")
            }
        }

        @Test("A handler that hangs is a row that is running") func hangs() async throws {
            let trace = Trace()
            let messages = MessageCenter(trace: trace)
            let gate = DispatchSemaphore(value: 0)
            let hanging = messages.observe(Tick.self) { _ in gate.wait() }
            try await withPage(of: trace) { tab in
                Thread.detachNewThread { messages.post(Tick()) }
                try await tab.wait(for: ".row .what", toSay: "delivery Tick")
                try await tab.wait(for: ".row .end", toSay: "running")
                gate.signal()
                try await tab.wait("[...inspector.store.events.values()].every(({ took }) => took >= 0)")
            }
            withExtendedLifetime(hanging) {}
        }
    }
}
