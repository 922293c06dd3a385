import Dispatchers
import Foundation
import Routing
import Testing

@testable import Inspector

extension ServerTests {
    /// The tables of what is registered.
    @Suite("Tables") struct TablesTests {
        private let app = InspectedApp()

        @Test("The tables list centers, states with values, and routes; a redacted value only by its type")
        func tables() async throws {
            try app.router.register { $0.on("/orders/:id") { _ in } }
            let observer = app.messages.observe(Picked.self) { _ in }
            app.states.set(.volume, to: 7)
            app.states.set(.password, to: Password())
            try await app.inspect { inspector in
                let text = try await inspector.get("/api/tables").body
                let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
                let centers = try #require(json["centers"] as? [[String: Any]])
                #expect(centers.map { $0["name"] as? String } == ["app", "shop"])
                let listed = try #require(centers.last?["states"] as? [[String: Any]])
                #expect(listed.map { $0["value"] as? String } == ["Password (redacted)", "7"])
                #expect(text.contains("/orders/:id"))
                #expect(!text.contains("hunter2"))
                app.states.set(.password, to: Password())
                // The feed is read by a task.
                while inspector.recording.recorded.isEmpty { await Task.yield() }
                let file = try await inspector.get("/api/trace").body
                #expect(file.contains("Password (redacted)"))
                #expect(!file.contains("hunter2"))
            }
            withExtendedLifetime(observer) {}
        }

        @Test("Of centers inside of one, the first 200 are listed, and how many more there are") func manyCenters()
            async throws
        {
            let children = (0..<205).map { MessageCenter(parent: app.messages, name: "child \($0)") }
            try await app.inspect { inspector in
                let text = try await inspector.get("/api/tables").body
                #expect(text.components(separatedBy: "\"child ").count == 201)
                #expect(text.contains("\"more\":5"))
            }
            withExtendedLifetime(children) {}
        }

        @Test("Of scopes of services inside of one, the first 200 are listed, and how many more there are")
        func manyScopes() async throws {
            let calls = ProtocolDispatcherCenter(name: "calls", trace: app.trace)
            let scopes = (0..<205).map { _ in calls.begin(.session) }
            let inspector = try await Inspector.start(
                watching: calls, trace: app.trace, port: 0, allowingRelease: true, print: { _ in })
            let text = try await inspector.get("/api/tables").body
            await inspector.stop()
            #expect(text.components(separatedBy: #""lifetime":"session""#).count == 201)
            #expect(text.contains("\"more\":5"))
            withExtendedLifetime(scopes) {}
        }
    }
}
