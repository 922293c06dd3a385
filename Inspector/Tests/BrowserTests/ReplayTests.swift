import BrowserDriver
import Dispatchers
import Testing

extension BrowserTests {
    /// Messages that are posted again and states that are set.
    @Suite("Replay") struct ReplayTests {
        @Test("A message is posted again with other content, and a state is set") func replays() async throws {
            try await withApp { app, tab in
                app.messages.post(ItemPicked(name: "Brass lamp"))
                try await tab.wait(for: ".row", toSay: "post ItemPicked")
                try await tab.choose(kind: "post")
                try await tab.click("#detail .sub button", saying: "Replay")
                try await tab.wait("document.querySelector('#replay textarea')?.value.includes('Brass lamp')")
                try await tab.type(#"{"name": "Candle"}"#, into: "#replay textarea")
                try await tab.click("#replay button", saying: "Post again")
                try await tab.wait(for: "#answer", toSay: "post ItemPicked: done")
                #expect(app.states[.cart].lines.map(\.name) == ["Brass lamp", "Candle"])
                try await tab.evaluate(
                    "document.querySelectorAll('#replay textarea')[1].value = '{\"lines\": [], \"total\": 1}'")
                try await tab.click("#replay button", saying: "Set")
                try await tab.wait(for: "#answer", toSay: "set cart: done")
                #expect(app.states[.cart].total == 1)
                try await tab.type("{}", into: "#replay textarea")
                try await tab.click("#replay button", saying: "Post again")
                try await tab.wait(for: "#answer", toSay: "No value associated with key")
            }
        }
    }
}
