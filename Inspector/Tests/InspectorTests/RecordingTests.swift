import Dispatchers
import Foundation
import Testing

@testable import Inspector

extension ServerTests {
    /// The recording, as pages control and save it.
    @Suite("Recording") struct RecordingTests {
        private let app = InspectedApp()

        @Test("Stop ends the recording in the app, and start begins it again") func stops() async throws {
            try await app.inspect { inspector in
                expect(try await inspector.post("/api/stop"), 204)
                app.messages.post(Picked(name: "unseen"))
                #expect(app.events.isEmpty)
                expect(try await inspector.post("/api/start"), 204)
                app.messages.post(Picked(name: "seen"))
                #expect(app.events.map(\.detail) == [#"Picked(name: "seen")"#])
                expect(try await inspector.post("/api/clear"), 204)
                #expect(app.events.isEmpty)
            }
        }

        @Test("Kinds and subjects are muted in the app") func mutes() async throws {
            try await app.inspect { inspector in
                let body = #"{"kinds": ["set"], "subjects": ["Int"]}"#
                expect(try await inspector.post("/api/mute", body), 204)
                app.messages.post(1)
                app.states.set(.volume, to: 8)
                app.messages.post(Picked(name: "heard"))
                #expect(app.events.map(\.subject) == ["Picked"])
            }
        }

        @Test("A saved file has what was recorded since the start, redacted, and more than the ring of the trace has")
        func savedFile() async throws {
            let small = Trace(capacity: 128)
            let states = ObserverCenter(trace: small)
            small.start(describing: .short)
            states.set(.password, to: Password())
            #expect("\(small.events)".contains("hunter2"))
            let inspector = try await Inspector.start(trace: small, port: 0, allowingRelease: true, print: { _ in })
            func countOfSets() -> Int {
                inspector.recording.recorded.values.count { $0.kind == "set" && $0.duration != nil }
            }
            for volume in 0..<200 {
                states.set(.volume, to: volume)
                // The ring has room for as many.
                if volume % 40 == 39 {
                    while countOfSets() <= volume { await Task.yield() }
                }
            }
            let file = try await inspector.get("/api/trace").body
            await inspector.stop()
            #expect(!file.contains("hunter2"))
            #expect(!file.contains("\"detail\""))
            #expect(file.contains(#""values":["198","199"]"#))
            let json = try #require(try JSONSerialization.jsonObject(with: Data(file.utf8)) as? [String: Any])
            let entries = try #require(json["traceEvents"] as? [[String: Any]])
            #expect(entries.count { $0["ph"] as? String == "X" && $0["cat"] as? String == "set" } == 200)
        }
    }
}
