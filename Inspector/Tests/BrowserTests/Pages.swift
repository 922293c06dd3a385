import BrowserDriver
import Dispatchers
import Inspector

/// Opens the page of an inspector, which is stopped after the body.
func withPage(of inspector: Inspector, _ body: (BrowserTab) async throws -> Void) async throws {
    do {
        let tab = try await Browser.shared.value.tab(inspector.address)
        try await tab.wait("document.querySelector('#status').className === 'live'")
        try await body(tab)
        await inspector.stop()
    } catch {
        await inspector.stop()
        throw error
    }
}

/// Opens the page of a trace.
func withPage(of trace: Trace = Trace(), _ body: (BrowserTab) async throws -> Void) async throws {
    let inspector = try await Inspector.start(trace: trace, port: 0, allowingRelease: true, print: { _ in })
    try await withPage(of: inspector, body)
}

/// Opens the page of a small app.
func withApp(_ body: (FixtureApp, BrowserTab) async throws -> Void) async throws {
    let app = try FixtureApp()
    try await withPage(of: try await app.inspect()) { tab in try await body(app, tab) }
}

extension BrowserTab {
    /// Puts events into the page, as code of it: `put(id, cause, kind, properties)`.
    func put(_ code: String) async throws {
        try await evaluate(
            """
            {
              const put = (id, cause, kind, more = {}) => inspector.store.put({ id, cause, kind, subject: "Tick",
                at: "A/B.swift:1", outcome: "done", time: id * 1e6, took: 1000, thread: 1, values: [], ...more });
              \(code);
              inspector.store.version++;
            }
            """)
    }

    /// Opens a file in the page, as its user does.
    func open(file text: String, named name: String = "trace.json") async throws {
        try await evaluate(
            """
            {
              const data = new DataTransfer();
              data.items.add(new File([\(quoted(text))], \(quoted(name))));
              const input = document.querySelector("#open");
              input.files = data.files;
              input.dispatchEvent(new Event("change"));
            }
            """)
    }

    /// Returns the text of an expression of the page.
    func text(_ expression: String) async throws -> String {
        try await evaluate("String(\(expression))").text ?? ""
    }

    /// Chooses the event of a number.
    func choose(_ id: Int) async throws {
        try await evaluate("inspector.timeline.choose(inspector.store.events.get(\(id)))")
    }

    /// Chooses one of the events of a kind, by its index or, if that is negative, from the last one.
    func choose(kind: String, at index: Int = 0) async throws {
        try await evaluate(
            """
            inspector.timeline.choose([...inspector.store.events.values()]
              .filter((event) => event.kind === "\(kind)").at(\(index)))
            """)
    }

    /// Presses, moves or releases the mouse at a place, an object with `x` and `y`.
    func mouse(_ type: JSON, at place: JSON) async throws {
        let event: JSON = .object([
            "type": type, "x": place["x"], "y": place["y"], "button": "left", "clickCount": 1,
        ])
        _ = try await call("Input.dispatchMouseEvent", event)
    }

    /// Lets the page count what is registered, as it does after so many seconds.
    func countAgain(afterSeconds seconds: Int) async throws {
        try await evaluate(
            """
            import("/connection.js").then(async ({ ask }) => {
              const tables = await ask("/api/tables");
              inspector.census.take({ ...tables, now: tables.now + \(seconds) * 1e9 });
            })
            """)
    }
}
