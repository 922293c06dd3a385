import BrowserDriver
import Dispatchers
import Foundation
import Inspector
import Testing

extension BrowserTests {
    /// Files that are opened in the page.
    @Suite("Files") struct FileTests {
        /// Returns a file of one event, with some properties as JSON.
        private static func file(
            ts: String = "1.5", dur: String = "2", cat: String = #""post""#, args: String...
        ) -> String {
            let all = [#""id": 1, "at": "A/B.swift:1", "outcome": "done""#] + args
            return #"{"traceEvents": [{"ph": "X", "name": "post Tick", "ts": \#(ts), "dur": \#(dur), "cat": \#(cat), "#
                + #""args": {\#(all.joined(separator: ", "))}}]}"#
        }

        static let wrong: [(file: String, says: String)] = [
            ("null", "no file of trace events"), ("{}", "no file of trace events"), ("[", "JSON"), ("5", "no file"),
            (#"{"traceEvents": [null]}"#, "no events of Signalbox"),
            (#"{"traceEvents": [{"ph": "X", "args": {"id": 1}}]}"#, "no events of Signalbox"),
            (file(cat: #""nothing""#), "no events of Signalbox"),
            (file(args: #""values": "abc""#), "event 1: its values"),
            (file(args: #""values": 5"#), "event 1: its values"),
            (file(args: #""values": [5]"#), "event 1: its values"),
            (file(args: #""type": 5"#), "event 1: its type"),
            (file(args: #""receiver": 5"#), "event 1: its receiver"), (file(args: #""at": null"#), "event 1: its at"),
            (file(args: #""scope": {}"#), "event 1: its scope"), (file(args: #""outcome": 7"#), "event 1: its outcome"),
            (file(args: #""cause": 1.5"#), "event 1: its cause"),
            (file(args: #""thread": "x""#), "event 1: its thread"),
            (file(ts: "1e300"), "event 1: its ts"), (file(ts: #""1""#), "event 1: its ts"),
            (file(dur: "-1"), "event 1: its dur"), (file(args: #""id": 1e300"#), "event 1e+300: its id"),
            (file(args: #""id": "x""#), "event x: its id"),
        ]

        @Test("A wrong file is refused with its mistake, and the events of the app stay and go on") func refuses()
            async throws
        {
            let trace = Trace()
            let messages = MessageCenter(trace: trace)
            try await withPage(of: trace) { tab in
                messages.post(1)
                try await tab.wait("inspector.store.events.size === 1")
                for (file, says) in Self.wrong {
                    try await tab.evaluate("document.querySelector('#status').textContent = ''")
                    try await tab.open(file: file)
                    try await tab.wait(for: "#status", toSay: says)
                    #expect(try await tab.text("inspector.store.events.size") == "1", "\(file)")
                    #expect(try await tab.text("document.querySelector('#open').value") == "", "\(file)")
                }
                messages.post(1)
                try await tab.wait("inspector.store.events.size === 2")
            }
        }

        @Test("While a file is shown, nothing acts on the app, and a button leads back to it") func live() async throws
        {
            let trace = Trace()
            let messages = MessageCenter(trace: trace)
            try await withPage(of: trace) { tab in
                messages.post("of the app")
                try await tab.wait("inspector.store.events.size === 1")
                #expect(try await tab.evaluate("document.querySelector('#live').hidden").bool)
                try await tab.open(file: Self.file())
                try await tab.wait(for: ".row", toSay: "post Tick")
                messages.post("not of the file")
                for button in ["#stop", "#clear", "#save", "#kinds button"] {
                    #expect(try await tab.evaluate("document.querySelector('\(button)').disabled").bool, "\(button)")
                }
                try await tab.choose(1)
                try await tab.wait(for: "#detail button", toSay: "Copy as test")
                let names = try await tab.text(
                    "[...document.querySelectorAll('#detail button')].map((e) => e.innerText)")
                #expect(!names.contains("Mute") && !names.contains("Replay"))
                #expect(try await tab.text("inspector.store.events.size") == "1")
                try await tab.click("#live")
                try await tab.wait("document.querySelector('#status').className === 'live'")
                try await tab.wait(for: ".row", toSay: "not of the file")
                #expect(!trace.events.isEmpty)
            }
        }

        @Test("A saved file is opened again without the app, and shows the same rows") func files() async throws {
            let app = try FixtureApp()
            app.trace.start(describing: .short)
            app.messages.post(ItemPicked(name: "Brass lamp"))
            app.messages.post(PriceFeedStale())
            let file = app.trace.chromeJSON
            app.trace.stop()
            try await withPage { tab in
                try await tab.open(file: file)
                try await tab.wait(for: ".row", toSay: "post PriceFeedStale")
                let kinds = try await tab.text("inspector.timeline.rows.map((row) => row.event.kind)")
                #expect(kinds == app.trace.events.map { "\($0.kind)" }.joined(separator: ","))
                try await tab.choose(kind: "set")
                try await tab.wait(for: "#detail", toSay: "total  0 → 3900")
                #expect(
                    try await tab.text("document.querySelector('#copy').title")
                        == "try trace.expect(.post(ItemPicked.self), ledTo: .set(.cart))")
            }
        }

        @Test("A file of 100,000 causes and brackets is shown, within bounds") func hostileFile() async throws {
            try await withPage { tab in
                let deep = String(repeating: "(", count: 100_000)
                try await tab.open(
                    file: Self.file(args: #""id": 7"#, #""values": ["\#(deep)", "\#(deep)x"]"#)
                        .replacing("post", with: "set"))
                try await tab.wait("inspector.store.events.has(7)")
                try await tab.choose(7)
                try await tab.wait(for: "#detail dd", toSay: "((((")
                try await tab.put(
                    "for (let id = 100; id < 90100; id++) put(id, id === 100 ? 0 : id - 1, 'post', { at: `A.swift:${id}` })"
                )
                try await tab.choose(90099)
                try await tab.wait(for: "#detail .chain", toSay: "and 89,949 more")
                #expect(try await tab.evaluate("document.querySelectorAll('#detail button').length").number ?? 0 < 100)
                try await tab.put("for (let id = 90100; id < 91000; id++) put(id, 7, 'post', { at: `A.swift:${id}` })")
                try await tab.choose(7)
                try await tab.wait(for: "#detail .chain", toSay: "and 850 more")
            }
        }
    }
}
