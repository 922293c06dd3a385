import BrowserDriver
import Dispatchers
import Foundation
import Inspector
import Testing

extension BrowserTests {
    /// What the timeline has beside its rows.
    @Suite("Timeline") struct TimelineTests {
        private let trace = Trace()

        /// Moves the mouse to a bar, by its number.
        private func mouse(_ type: JSON, at bar: Int, in tab: BrowserTab) async throws {
            let place = try await tab.evaluate(
                """
                (() => { const { x, y, width, height } = document.querySelectorAll("#density i")[\(bar)]
                  .getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 }; })()
                """)
            try await tab.mouse(type, at: place)
        }

        @Test("The bars have the number of events of each second, and a drag narrows the rows to some seconds")
        func density() async throws {
            try await withPage(of: trace) { tab in
                try await tab.put(
                    """
                    [10, 10.5, 11, 68, 68.1, 68.2, 68.3, 69.9].forEach((second, index) =>
                      put(index + 1, 0, "post", { time: second * 1e9 }))
                    """)
                try await tab.wait("document.querySelectorAll('#density i')[58].title === 'second 68: 4 events'")
                let bars = try await tab.evaluate(
                    """
                    [...document.querySelectorAll("#density i")].map((bar, index) =>
                      [index, bar.style.getPropertyValue("--share")]).filter(([, share]) => share > 0).join(" ")
                    """)
                #expect(bars.text == "0,0.5 1,0.25 58,1 59,0.25")
                let scale = try await tab.text(
                    "[...document.querySelectorAll('#density b span')].map((e) => e.innerText)")
                #expect(scale == "4/s,10 s,69 s")
                try await tab.evaluate("inspector.timeline.search('Tick time:1-2')")
                try await mouse("mousePressed", at: 59, in: tab)
                try await mouse("mouseMoved", at: 40, in: tab)
                try await mouse("mouseMoved", at: 1, in: tab)
                try await mouse("mouseReleased", at: 1, in: tab)
                try await tab.wait("document.querySelector('#search').value === 'Tick time:11-70'")
                #expect(try await tab.evaluate("inspector.timeline.rows.length").number == 6)
                try await mouse("mousePressed", at: 0, in: tab)
                try await mouse("mouseReleased", at: 0, in: tab)
                try await tab.wait("inspector.timeline.rows.length === 2")
            }
        }

        @Test("The details are shown for a selected event alone, and closed by a button and a key") func details()
            async throws
        {
            try await withPage(of: trace) { tab in
                try await tab.put("for (let id = 1; id <= 200; id++) put(id, 0, 'post')")
                try await tab.wait("inspector.timeline.rows.length === 200")
                let height = "document.querySelector('#rows').clientHeight"
                let whole = try await tab.evaluate(height).number ?? 0
                for end in ["inspector.timeline.view.focus()", "document.querySelector('#detail').focus()"] {
                    try await tab.choose(200)
                    try await tab.wait(for: "#detail h2", toSay: "post Tick")
                    #expect(try await tab.evaluate("\(height) < \(whole)").bool)
                    // The selected row is not behind the details.
                    try await tab.wait(
                        """
                        document.querySelector(".row.chosen:not([hidden])").getBoundingClientRect().bottom
                          <= document.querySelector("#rows").getBoundingClientRect().bottom + 1
                        """)
                    try await tab.evaluate(end)
                    if end.contains("view") {
                        try await tab.press("Escape")
                    } else {
                        try await tab.click("#detail button", saying: "Close")
                    }
                    try await tab.wait("document.querySelector('#detail').hidden && !inspector.timeline.chosen")
                    #expect(try await tab.evaluate("\(height) === \(whole)").bool)
                }
            }
        }

        @Test("The row of kinds shows that it mutes in the app, and which kinds are muted") func kinds() async throws {
            try await withPage(of: trace) { tab in
                try await tab.wait(for: "#kinds", toSay: "recorded in the app")
                let post = "document.querySelectorAll('#kinds button')[0]"
                try await tab.wait("\(post).title.startsWith('recorded; press to mute')")
                try await tab.click("#kinds button", saying: "post")
                try await tab.wait("\(post).title.startsWith('muted: the app records none')")
                #expect(trace.muted.kinds == [.post])
                #expect(try await tab.text("\(post).getAttribute('aria-pressed')") == "false")
                try await tab.click("#kinds button", saying: "post")
                try await tab.wait("\(post).getAttribute('aria-pressed') === 'true'")
                #expect(trace.muted.kinds.isEmpty)
            }
        }

        @Test("A source location is opened in the editor of the choice, which is remembered") func editor() async throws
        {
            let messages = MessageCenter(trace: trace)
            try await withPage(of: trace) { tab in
                let line = #line + 1
                messages.post(Tick())
                try await tab.wait("inspector.store.events.size === 1")
                try await tab.evaluate(
                    """
                    window.open = (address, target) => { window.opened = [address, target].join(" "); };
                    inspector.timeline.choose([...inspector.store.events.values()][0]);
                    """)
                try await tab.click("#detail .link", saying: "TimelineTests.swift")
                try await tab.wait("window.opened === 'vscode://file\(#filePath):\(line) _self'")
                try await tab.evaluate(
                    """
                    { const choice = document.querySelector("#detail select");
                    choice.value = "Zed"; choice.dispatchEvent(new Event("change")); }
                    """)
                try await tab.click("#detail .link", saying: "TimelineTests.swift")
                try await tab.wait("window.opened === 'zed://file\(#filePath):\(line) _self'")
                #expect(try await tab.evaluate("localStorage.editor").text == "Zed")
            }
        }

        @Test("A hostile source location opens nothing, and a path is no other address") func hostileLocations()
            async throws
        {
            try await withPage(of: trace) { tab in
                try await tab.evaluate("window.open = (address) => { window.opened = address; }")
                for location in ["javascript:alert(1)//x.swift:1", "Shop/../../etc/passwd:1", "A/None.swift:1"] {
                    try await tab.put("put(1, 0, 'post', { at: \(quoted(location)) })")
                    try await tab.choose(1)
                    try await tab.click("#detail .link", saying: location)
                    try await tab.wait(for: "#status", toSay: "\(location) is no file")
                }
                #expect(try await tab.evaluate("window.opened === undefined").bool)
                try await tab.evaluate(
                    """
                    window.fetch = async () => new Response(JSON.stringify({ path: "/a b/x?y#z\\"<.swift", line: 7 }));
                    """)
                try await tab.click("#detail .link", saying: "A/None.swift:1")
                try await tab.wait("window.opened === 'vscode://file/a%20b/x%3Fy%23z%22%3C.swift:7'")
            }
        }

        @Test("The keys walk rows, causes and effects, and fold") func keyboard() async throws {
            try await withApp { app, tab in
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

        @Test("An event that was forgotten is chosen no longer, and its causes change no search") func forgotten()
            async throws
        {
            try await withPage { tab in
                try await tab.put(
                    """
                    put(1, 0, "post");
                    put(2, 1, "delivery");
                    for (let id = 3; id <= 10001; id++) put(id, 0, "post")
                    """)
                try await tab.evaluate(
                    """
                    {
                      const { store, timeline } = inspector;
                      window.cause = store.events.get(1);
                      timeline.search("kind:post");
                      timeline.choose(store.events.get(2));
                      timeline.search("kind:post");
                      store.forgetOldest();
                      store.version++;
                      timeline.update();
                      timeline.view.focus();
                    }
                    """)
                #expect(try await tab.text("inspector.timeline.chosen") == "undefined")
                try await tab.press("ArrowLeft")
                try await tab.evaluate("inspector.timeline.choose(window.cause)")
                try await tab.wait(for: "#detail h2", toSay: "post Tick")
                #expect(try await tab.text("inspector.timeline.field.value") == "kind:post")
                try await tab.press("ArrowDown")
                try await tab.wait("inspector.timeline.chosen?.id === 10001")
            }
        }
    }
}
