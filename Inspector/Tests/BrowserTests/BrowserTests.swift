import BrowserDriver
import Dispatchers
import Foundation
import Inspector
import Routing
import Testing

/// The page of the inspector in a browser.
@Suite(
    "The page", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: Browser.path != nil, "Chromium is not installed: apt-get install chromium"))
struct BrowserTests {
    /// Opens the page of a small app.
    private func withPage(_ body: (FixtureApp, Inspector, BrowserTab) async throws -> Void) async throws {
        let app = try FixtureApp()
        let inspector = try await app.inspect()
        do {
            let tab = try await Browser.shared.value.tab(inspector.address)
            try await tab.wait("document.querySelector('#status').className === 'live'")
            try await body(app, inspector, tab)
            await inspector.stop()
        } catch {
            await inspector.stop()
            throw error
        }
    }

    @Test("A post shows who received it, what that changed and which hook ran") func posts() async throws {
        try await withPage { app, _, tab in
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
        try await withPage { app, _, tab in
            for name in ["Brass lamp", "Candle"] { app.messages.post(ItemPicked(name: name)) }
            try await tab.wait(for: ".row", toSay: "Candle")
            try await tab.wait("[...inspector.store.events.values()].every((event) => event.took >= 0)")
            try await tab.evaluate(
                "inspector.timeline.choose([...inspector.store.events.values()].filter((e) => e.kind === 'set')[1])")
            try await tab.wait(for: "#detail", toSay: "total  3900 → 7800")
            try await tab.wait(for: "#detail", toSay: #"lines[2]  + Line(id: 2, name: "Candle", count: 1)"#)
            try await tab.wait(for: "#detail", toSay: "← post ItemPicked BrowserTests/BrowserTests.swift:")
            try await tab.wait(for: "#detail", toSay: "delivery cart.total")
        }
    }

    /// The printed values of a state, and what changed between them.
    static let diffs: [(old: String, now: String, changes: String)] = [
        ("5", "6", "|5|6"),
        ("Cart(total: 1)", "Cart(total: 2)", "total|1|2"),
        ("A(b: B(c: \"x, y\"), d: 1)", "A(b: B(c: \"(z\"), d: 1)", "b.c|\"x, y\"|\"(z\""),
        ("[1, 2, 3]", "[1, 3]", "[1]|2|"),
        ("[1, 3]", "[1, 2, 3]", "[1]||2"),
        ("[L(id: 1, n: 1), L(id: 2, n: 1)]", "[L(id: 2, n: 5)]", "[2].n|1|5 [1]|L(id: 1, n: 1)|"),
        ("[\"a\": 1, \"b\": 2]", "[\"b\": 3, \"a\": 1]", "[\"b\"]|2|3"),
        ("nil", "U(n: \"ada\")", "|nil|U(n: \"ada\")"),
        ("card(\"visa\")", "cash", "|card(\"visa\")|cash"),
        ("A(b: [1, 2…", "A(b: [1, 3…", "b[1]|2…|3…"),
        ("))((", "(((", "|))((|((("),
        ("same", "same", ""),
    ]

    @Test("The changes between two values are found by their paths") func diff() async throws {
        try await withPage { _, _, tab in
            for row in Self.diffs {
                let found = try await tab.evaluate(
                    """
                    import("/diff.js").then(({ changes }) => changes([\(quoted(row.old)), \(quoted(row.now))])
                      .map(({ path, old, now }) => [path, old, now].join("|")).join(" "))
                    """)
                #expect(found.text == row.changes)
            }
        }
    }

    @Test("A URL that opened nothing is warned of, and explained") func urls() async throws {
        try await withPage { app, _, tab in
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

    @Test("A dead letter and an observer that was registered again and again are warned of") func warns() async throws {
        try await withPage { app, _, tab in
            app.messages.post(PriceFeedStale())
            var observers: [Registration] = []
            for count in 0..<4 {
                for _ in 0..<30 { observers.append(app.messages.observe(Tick.self) { _ in }) }
                try await tab.evaluate(
                    """
                    import("/connection.js").then(({ ask }) => ask("/api/tables")).then((tables) =>
                      inspector.census.take({ ...tables, now: tables.now + \(count + 1) * 10e9 }))
                    """)
            }
            try await tab.click("[role=tab]", saying: "Warnings")
            try await tab.wait(for: ".warning", toSay: "post PriceFeedStale")
            try await tab.wait(for: ".warning", toSay: "120 times")
            withExtendedLifetime(observers) {}
        }
    }

    @Test("A handler that blocks the main actor for more than a frame is warned of, and another one is not")
    func blockedMainActor() async throws {
        try await withPage { app, _, tab in
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

    @Test("Registered lists states with values, observers, calls, hooks and scopes") func registered() async throws {
        try await withPage { app, _, tab in
            app.messages.post(ItemPicked(name: "Brass lamp"))
            try await tab.click("#tabs [role=tab]", saying: "Registered")
            try await tab.wait(for: "#registered td", toSay: #"lines: [Line(id: 1, name: "Brass lamp", count: 1)]"#)
            try await tab.wait(for: "#registered td", toSay: "BrowserTests/FixtureApp.swift:")
            try await tab.click("#registered [role=tab]", saying: "Observers")
            try await tab.wait(for: "#registered td", toSay: "cart.total")
            try await tab.click("#registered [role=tab]", saying: "Calls")
            try await tab.wait(for: "#registered td", toSay: "Basket")
            try await tab.wait(for: "#registered td", toSay: "Counter")
            try await tab.click("#registered [role=tab]", saying: "Hooks")
            try await tab.wait(for: "#registered td", toSay: "Counter.didChange()")
            try await tab.click("#registered [role=tab]", saying: "Services")
            try await tab.wait(for: "#registered th", toSay: "lifetime")
            try await tab.click("#registered [role=tab]", saying: "Scopes")
            try await tab.wait(for: "#registered td", toSay: "shop")
        }
    }

    @Test("Search words narrow the rows to what matches, with its causes") func searches() async throws {
        try await withPage { app, _, tab in
            app.messages.post(ItemPicked(name: "Brass lamp"))
            app.messages.post(PriceFeedStale())
            try await tab.wait(for: ".row", toSay: "unreceived")
            for (words, count) in [
                ("failed", 1), ("kind:post", 2), ("kind:post -stale", 1), ("path:cart.total", 3), ("path:cart.none", 0),
                (">100s", 0), ("scope:calls", 6), ("brass", 3), ("to:FixtureApp kind:hook", 0),
            ] {
                try await tab.evaluate("inspector.timeline.search(\(quoted(words)))")
                let rows = try await tab.evaluate("inspector.timeline.rows.length")
                #expect(rows.number == Double(count), "\(words)")
            }
        }
    }

    @Test("The keys walk rows, causes and effects, and fold") func keyboard() async throws {
        try await withPage { app, _, tab in
            app.messages.post(ItemPicked(name: "Brass lamp"))
            try await tab.wait(for: ".row", toSay: "hook Counter")
            try await tab.evaluate("document.querySelector('#rows').focus()")
            for (key, code, kind) in [
                ("Home", 36, "post"), ("ArrowDown", 40, "delivery"), ("ArrowRight", 39, "set"),
                ("ArrowLeft", 37, "delivery"), ("ArrowUp", 38, "post"),
            ] {
                try await tab.press(key, code)
                try await tab.wait("inspector.timeline.chosen?.kind === \(quoted(kind))")
            }
            try await tab.key(" ")
            try await tab.wait("inspector.timeline.rows.length === 1")
            try await tab.key("/")
            try await tab.wait("document.activeElement.id === 'search'")
        }
    }

    @Test("Stop, mute and clear work while 50,000 events a second arrive, and stop ends them at the source")
    func stopsUnderLoad() async throws {
        try await withPage { app, _, tab in
            let load = Task.detached {
                while !Task.isCancelled {
                    for _ in 0..<2_500 { app.messages.post(Tick()) }
                    // The rate is that of the promise, and not what is checked.
                    try? await Task.sleep(for: .milliseconds(50))
                }
            }
            defer { load.cancel() }
            try await tab.wait("inspector.store.count > 20000")
            try await tab.click("#stop")
            try await tab.wait("document.querySelector('#stop').textContent === 'Start'")
            try await tab.click("#clear")
            try await tab.wait("inspector.store.events.size === 0")
            #expect(app.trace.events.isEmpty)
            try await tab.click("#stop")
            try await tab.wait("inspector.store.events.size > 0")
            try await tab.evaluate("inspector.timeline.choose([...inspector.store.events.values()][0])")
            try await tab.click("#detail button", saying: "Mute Tick")
            try await tab.wait(for: "#muted", toSay: "muted: Tick")
            #expect(app.trace.muted.subjects == ["Tick"])
        }
    }

    @Test("A message is posted again with other content, and a state is set") func replays() async throws {
        try await withPage { app, _, tab in
            app.messages.post(ItemPicked(name: "Brass lamp"))
            try await tab.wait(for: ".row", toSay: "post ItemPicked")
            try await tab.evaluate("inspector.timeline.choose([...inspector.store.events.values()][0])")
            try await tab.click("#detail button", saying: "Replay")
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

    @Test("Hostile text of the app is text, and no markup") func hostileText() async throws {
        try await withPage { app, _, tab in
            let name = "<img src=x onerror='window.hit = 1'><script>window.hit = 1</script>"
            app.messages.post(ItemPicked(name: name))
            await app.router.open(path: "/<img src=x onerror=alert(1)>")
            try await tab.wait(for: ".row", toSay: "<img src=x onerror=")
            try await tab.evaluate(
                "inspector.timeline.choose([...inspector.store.events.values()].find((e) => e.kind === 'set'))")
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

    @Test("The page goes on when the app was started again, with the events of the new one") func restarts()
        async throws
    {
        let app = try FixtureApp()
        let first = try await app.inspect()
        let tab = try await Browser.shared.value.tab(first.address)
        try await tab.wait("document.querySelector('#status').className === 'live'")
        app.messages.post(PriceFeedStale())
        try await tab.wait("inspector.store.events.size === 1")
        await first.stop()
        try await tab.wait("document.querySelector('#status').className === 'gone'")
        // The token is another one: the old page must not get in.
        let second = try await app.inspect(
            port: UInt16(first.address.split(separator: ":")[2].prefix { $0 != "/" }) ?? 0)
        try await tab.wait(for: "#status", toSay: "token")
        try await tab.evaluate("location.href = \(quoted(second.address))")
        try await tab.wait("document.querySelector('#status').className === 'live'")
        await second.stop()
    }

    @Test("50,000 rows scroll with no frame over 50 ms") func scrolls() async throws {
        try await withPage { _, _, tab in
            let frames = try await tab.evaluate(
                """
                (async () => {
                  const { store, timeline } = inspector;
                  for (let id = 1; id <= 50000; id++) {
                    store.put({ id, cause: id % 5 === 1 ? 0 : id - 1, kind: "post", subject: "Tick", at: "A/B.swift:1",
                      outcome: "done", time: id * 1000, took: 1000, thread: 1, values: ["Tick()"] });
                  }
                  store.version++;
                  timeline.update();
                  const view = document.querySelector("#rows");
                  const frame = () => new Promise(requestAnimationFrame);
                  await frame(); await frame();
                  const scroll = async () => {
                    let worst = 0;
                    for (let step = 0; step < 120; step++) {
                      view.scrollTop = step * view.scrollHeight / 120;
                      await frame();
                      // From the beginning of the frame to what follows its painting.
                      const start = performance.now();
                      const { port1, port2 } = new MessageChannel();
                      await new Promise((done) => { port1.onmessage = done; port2.postMessage(0); });
                      worst = Math.max(worst, performance.now() - start);
                    }
                    return worst;
                  };
                  // Other programs take the processor for longer than a frame, but not each time.
                  const passes = [];
                  while (passes.length < 8 && !(Math.min(...passes) < 50)) passes.push(await scroll());
                  return { rows: timeline.rows.length, elements: document.querySelectorAll(".row").length,
                    worst: Math.min(...passes) };
                })()
                """)
            print("the slowest of 120 frames of 50,000 rows: \(frames["worst"].number ?? 0) ms")
            #expect(frames["rows"].number == 50_000)
            #expect((frames["elements"].number ?? 1_000) < 120)
            #expect((frames["worst"].number ?? 1_000) < 50)
        }
    }

    @Test("A saved file is opened again without the app, and shows the same rows") func files() async throws {
        let app = try FixtureApp()
        app.trace.start(describing: .short)
        app.messages.post(ItemPicked(name: "Brass lamp"))
        app.messages.post(PriceFeedStale())
        let file = app.trace.chromeJSON
        app.trace.stop()
        let other = try await Inspector.start(trace: Trace(), allowingRelease: true, print: { _ in })
        let tab = try await Browser.shared.value.tab(other.address)
        try await tab.evaluate(
            """
            (() => {
              const data = new DataTransfer();
              data.items.add(new File([\(quoted(file))], "trace.json"));
              const input = document.querySelector("#open");
              input.files = data.files;
              input.dispatchEvent(new Event("change"));
            })()
            """)
        try await tab.wait(for: ".row", toSay: "post PriceFeedStale")
        let rows = try await tab.evaluate("inspector.timeline.rows.map((row) => row.event.kind).join()")
        #expect(rows.text == app.trace.events.map { "\($0.kind)" }.joined(separator: ","))
        try await tab.evaluate(
            "inspector.timeline.choose([...inspector.store.events.values()].find((e) => e.kind === 'set'))")
        try await tab.wait(for: "#detail", toSay: "total  0 → 3900")
        await other.stop()
    }
}
