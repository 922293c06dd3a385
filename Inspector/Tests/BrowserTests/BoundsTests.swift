import BrowserDriver
import Dispatchers
import Foundation
import Inspector
import Testing

extension BrowserTests {
    /// The limits of what the page keeps, and the rate at which it makes rows.
    @Suite("Bounds of the page") struct BoundsTests {
        @Test("The values of the oldest events go when there are too many, and the seconds that are not drawn")
        func values() async throws {
            try await withPage { tab in
                try await tab.put(
                    """
                    const value = "x".repeat(1 << 20);
                    for (let id = 1; id <= 100; id++) put(id, 0, "post", { values: [value + id], time: id * 1e9 });
                    put(100, 0, "post", { values: [value + "again"], time: 100e9 })
                    """)
                let kept = try await tab.text(
                    "[...inspector.store.events.values()].filter(({ values }) => values.length).map(({ id }) => id)")
                #expect(kept.hasSuffix("98,99,100"))
                #expect((24...32).contains(kept.split(separator: ",").count))
                #expect(try await tab.evaluate("inspector.store.valueSize <= 32 << 20").bool)
                #expect(try await tab.text("inspector.store.seconds.size") == "60")
                try await tab.evaluate("inspector.store.clear()")
                #expect(try await tab.text("inspector.store.valueSize") == "0")
            }
        }

        @Test("With many events, rows are made once a second, and at once where the user asks for others")
        func rows() async throws {
            try await withPage { tab in
                try await tab.put("for (let id = 1; id <= 20001; id++) put(id, 0, 'post')")
                try await tab.wait("inspector.timeline.rows.length === 20001")
                let counts = try await tab.evaluate(
                    """
                    (async () => {
                      const { store, timeline } = inspector;
                      const event = (id) => ({ id, cause: 0, kind: "set", subject: "cart", at: "A.swift:1", outcome: "done",
                        time: id, took: 1, thread: 1, values: [] });
                      let made = 0;
                      const rows = store.rows;
                      store.rows = function (matches) { made++; return rows.call(store, matches); };
                      for (let count = 0; count < 20; count++) {
                        store.put(event(30000 + count));
                        store.version++;
                        timeline.update();
                      }
                      const soon = made;
                      timeline.choose(store.events.get(30019));
                      const chosen = timeline.rows.at(-1).event.id;
                      timeline.search("kind:set");
                      return [soon <= 1, chosen, timeline.rows.length, timeline.field.value].join();
                    })()
                    """)
                #expect(counts.text == "true,30019,20,kind:set")
            }
        }
    }
}
