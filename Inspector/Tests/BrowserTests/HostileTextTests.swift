import BrowserDriver
import Dispatchers
import Routing
import Testing

extension BrowserTests {
    /// The text of an app, which may look like markup.
    @Suite("Hostile text") struct HostileTextTests {
        @Test("Hostile text of the app is text, and no markup") func hostileText() async throws {
            try await withApp { app, tab in
                let name = "<img src=x onerror='window.hit = 1'><script>window.hit = 1</script>"
                app.messages.post(ItemPicked(name: name))
                await app.router.open(path: "/<img src=x onerror=alert(1)>")
                try await tab.wait(for: ".row", toSay: "<img src=x onerror=")
                try await tab.choose(kind: "set")
                try await tab.wait(for: "#detail", toSay: "<script>window.hit = 1</script>")
                for page in ["Registered", "Warnings", "Routes", "Replay"] {
                    try await tab.click("#tabs [role=tab]", saying: page)
                    try await tab.wait("!document.querySelector('#\(page.lowercased())').hidden")
                }
                let count = try await tab.evaluate("document.querySelectorAll('main img, main script').length")
                #expect(count.number == 0)
                #expect(try await tab.evaluate("window.hit === undefined").bool)
            }
        }
    }
}
