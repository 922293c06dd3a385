import Dispatchers
import Testing

@testable import Inspector

extension ServerTests {
    /// The streams of pages.
    @Suite("Streams") struct StreamTests {
        private let app = InspectedApp()

        @Test("The stream has what was recorded and what is recorded, and no more than four are open")
        func streams() async throws {
            try await app.inspect { inspector in
                app.messages.post(Picked(name: "before"))
                var clients: [RawClient] = []
                for _ in 0..<4 {
                    let client = try inspector.stream()
                    let text = await client.read(until: "before")
                    #expect(text.contains("event: state\ndata: "))
                    #expect(text.contains("Picked"))
                    clients.append(client)
                }
                expect(try await inspector.get("/api/live"), 429)
                app.messages.post(Picked(name: "after"))
                let text = await clients[0].read(until: "after")
                #expect(text.contains("after"))
            }
        }

        @Test("A client that does not read its stream stops no other client, and gets later events when it reads")
        func clientThatDoesNotRead() async throws {
            try await app.inspect { inspector in
                let idle = try inspector.stream()
                // More than the buffers of a connection have room for.
                let name = String(repeating: "x", count: 1_900)
                for _ in 0..<3_000 { app.messages.post(Picked(name: name)) }
                app.messages.post(Picked(name: "the last one"))
                expect(try await inspector.get("/api/tables"), 200)
                let text = await idle.read(until: "the last one")
                #expect(text.contains("the last one"))
            }
        }
    }
}
