import BrowserDriver
import Dispatchers
import Foundation
import Inspector
import Routing
import Testing

extension BrowserTests {
    /// The page of routes.
    @Suite("Routes") struct RoutesTests {
        @Test("Routers are listed with guards, fallbacks and routes as a tree, and explain a URL each") func tree()
            async throws
        {
            let trace = Trace()
            let old = Router(name: "old links", trace: trace)
            try old.register { $0.on("/item/:id") { _ in } }
            let signedIn = Guard("signed in") { _ in .proceed }
            let isOpen = SourceLocation(line: #line + 1)
            let router = Router(name: "shop", guards: [Guard("open") { _ in .proceed }], fallback: old, trace: trace)
            try router.register { routes in
                routes.on("/orders(/:page)") { _ in }
                routes.on("/orders/all/:id/items", guards: [signedIn]) { _ in }
                routes.on("/orders/all/:id") { _ in }
            }
            let inspector = try await Inspector.start(
                watching: router, trace: trace, port: 0, allowingRelease: true, print: { _ in })
            try await withPage(of: inspector) { tab in
                await router.open(path: "/orders")
                try await tab.click("#tabs [role=tab]", saying: "Routes")
                try await tab.wait(for: "#routes h2", toSay: "old links")
                let cells = try await tab.evaluate(
                    """
                    [...document.querySelectorAll("#routes tbody tr")].map((row) =>
                      row.cells[0].textContent + "|" + row.cells[1].textContent).join("; ")
                    """)
                #expect(
                    cells.text
                        == "/orders(/:page)|; /orders|;   /all|;     /:id|;       /items|signed in; /item|;   /:id|")
                try await tab.wait(for: "#routes p", toSay: "open")
                try await tab.wait(for: "#routes p", toSay: "What it does not handle is passed to old links.")
                try await tab.click("#routes p .link", saying: "open")
                try await tab.wait("document.querySelector('#search').value === 'kind:guard to:\(isOpen)'")
                try await tab.wait("inspector.timeline.rows.at(-1)?.event.kind === 'guard'")
                try await tab.click("#tabs [role=tab]", saying: "Routes")
                try await tab.type("/itm/7", into: "#url")
                try await tab.press("Enter", 13)
                try await tab.wait(for: "#explanation", toSay: "shop: /itm/7 matches nothing.")
                try await tab.wait(for: "#explanation", toSay: "“itm”, not “item”")
            }
        }

        @Test("A click counts that takes longer than the page takes to ask the app again")
        func slowClick() async throws {
            let router = Router(guards: [Guard("open") { _ in .proceed }], trace: Trace())
            let inspector = try await Inspector.start(
                watching: router, trace: Trace(), port: 0, allowingRelease: true, print: { _ in })
            try await withPage(of: inspector) { tab in
                try await tab.click("#tabs [role=tab]", saying: "Routes")
                try await tab.wait(for: "#routes p", toSay: "open")
                let link = try await tab.evaluate(
                    """
                    (() => { window.asked = () => performance.getEntriesByType("resource").filter(({ name, responseEnd }) =>
                      name.endsWith("/api/tables") && responseEnd).length;
                    const { x, y, height } = document.querySelector("#routes p .link").getBoundingClientRect();
                    return { x: x + 4, y: y + height / 2, asked: asked() }; })()
                    """)
                try await tab.mouse("mousePressed", at: link)
                try await tab.wait("asked() > \(link["asked"].number ?? 0) + 1")
                try await tab.mouse("mouseReleased", at: link)
                try await tab.wait("document.querySelector('#search').value.startsWith('kind:guard')")
            }
        }
    }
}
