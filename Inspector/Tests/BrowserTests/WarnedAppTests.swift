import BrowserDriver
import Dispatchers
import Routing
import Testing

extension BrowserTests {
    /// The warnings of an app that does something wrong.
    @Suite("Warnings of an app") struct WarnedAppTests {
        @Test("A URL that opened nothing is warned of, and explained") func urls() async throws {
            try await withApp { app, tab in
                await app.router.open(path: "/prodct/42")
                try await tab.click("[role=tab]", saying: "Warnings")
                try await tab.wait(for: ".warning", toSay: "A URL that opened nothing")
                try await tab.wait(for: ".warning", toSay: "route /prodct/42")
                try await tab.click("[role=tab]", saying: "Routes")
                try await tab.type("/prodct/42", into: "#url")
                try await tab.press("Enter", 13)
                try await tab.wait(for: "#explanation", toSay: "“prodct”, not “product”")
                try await tab.wait(for: "#routes td", toSay: "/:id")
            }
        }

        @Test("A dead letter and an observer that was registered again and again are warned of") func warns()
            async throws
        {
            try await withApp { app, tab in
                app.messages.post(PriceFeedStale())
                var observers: [Registration] = []
                for round in 1...4 {
                    for _ in 0..<30 { observers.append(app.messages.observe(Tick.self) { _ in }) }
                    try await tab.countAgain(afterSeconds: 10 * round)
                }
                try await tab.click("[role=tab]", saying: "Warnings")
                try await tab.wait(for: ".warning", toSay: "post PriceFeedStale")
                try await tab.wait(for: ".warning", toSay: "120 times")
                withExtendedLifetime(observers) {}
            }
        }

        @Test("A handler that blocks the main actor for more than a frame is warned of, and another one is not")
        func blockedMainActor() async throws {
            try await withApp { app, tab in
                let place = SourceLocation(line: #line + 1)
                let slow = app.messages.observe(Tick.self) { @MainActor _ in }
                try await tab.evaluate(
                    """
                    [[1, "\(place)"], [2, "Shop/Elsewhere.swift:7"]].forEach(([id, receiver]) => inspector.store.put({ id,
                      cause: 0, kind: "delivery", subject: "Tick", at: "Shop/Clock.swift:1", receiver, outcome: "done",
                      time: 0, took: 17e6, thread: 1, values: [] }))
                    """)
                try await tab.click("#tabs [role=tab]", saying: "Warnings")
                try await tab.wait(for: ".warning", toSay: "delivery Tick at \(place): 17 ms")
                let text = try await tab.evaluate("document.querySelector('#warnings').innerText")
                #expect(text.text?.contains("Elsewhere") == false)
                withExtendedLifetime(slow) {}
            }
        }
    }
}
