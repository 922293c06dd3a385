import BrowserDriver
import Dispatchers
import Foundation
import Inspector
import Testing

extension BrowserTests {
    /// What the page says of causes and effects.
    @Suite("Causes and effects") struct CauseTests {
        @Test("A post shows who received it, what that changed and which hook ran") func posts() async throws {
            try await withApp { app, tab in
                app.messages.post(ItemPicked(name: "Brass lamp"))
                try await tab.wait(for: ".row", toSay: #"post ItemPicked  ItemPicked(name: "Brass lamp") in app"#)
                try await tab.wait(for: ".row", toSay: "delivery ItemPicked")
                try await tab.wait(for: ".row", toSay: "set cart")
                try await tab.wait(for: ".row", toSay: "call Basket")
                try await tab.wait(for: ".row", toSay: "hook Counter.didChange()")
                let levels = try await tab.evaluate(
                    "JSON.stringify([...document.querySelectorAll('.row:not([hidden])')].map((e) => e.ariaLevel))")
                #expect(levels.text == #"["1","2","3","4","5","6","7"]"#)
            }
        }

        @Test("A set shows what changed, because of what, and what it led to") func sets() async throws {
            try await withApp { app, tab in
                for name in ["Brass lamp", "Candle"] { app.messages.post(ItemPicked(name: name)) }
                try await tab.wait(for: ".row", toSay: "Candle")
                try await tab.wait("[...inspector.store.events.values()].every((event) => event.took >= 0)")
                try await tab.choose(kind: "set", at: 1)
                try await tab.wait(for: "#detail", toSay: "total  3900 → 7800")
                try await tab.wait(for: "#detail", toSay: #"lines[2]  + Line(id: 2, name: "Candle", count: 1)"#)
                try await tab.wait(for: "#detail", toSay: "← post ItemPicked \(#fileID):")
                try await tab.wait(for: "#detail", toSay: "delivery cart.total")
            }
        }

        @Test("The details follow the event that is shown") func followsEvent() async throws {
            try await withPage { tab in
                try await tab.put("put(1, 0, 'call', { took: -1, outcome: 'running' })")
                try await tab.choose(1)
                try await tab.wait(for: "#detail dd", toSay: "running")
                try await tab.put("put(1, 0, 'call', { took: 7e6 }); put(2, 1, 'set')")
                try await tab.wait(for: "#detail dd", toSay: "done, 7.0 ms")
                try await tab.wait(for: "#detail .chain", toSay: "set Tick")
            }
        }
    }
}
