import Dispatchers
import Synchronization
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

        @Test("A stream of which the client's system takes nothing more is closed after the time for an answer")
        func smallBacklog() async throws {
            let time = Mutex(Duration.zero)
            let listener = try Listener(on: 0, limits: RequestLimits(now: { time.withLock { $0 } }))
            let recording = Recording(of: app.trace)
            listener.start { _ in
                nil
            } answer: { _, _ in
                recording.streams.take().map { .stream(LiveStream(recording: recording, process: "", open: $0)) }
                    ?? .text("", status: 429)
            }
            let feed = app.trace.feed()
            let following = Task { await recording.follow(feed) }
            recording.start()
            // More than the small buffer of this client has room for, and less than that of the server.
            for _ in 0..<4 { app.messages.post(Picked(name: String(repeating: "x", count: 1_900))) }
            while recording.recorded.count < 4 { await Task.yield() }
            let idle = try RawClient(port: listener.port, receiveBuffer: 2_048)
            idle.send("GET / HTTP/1.1\r\n\r\n")
            #expect(await idle.read(until: "event: state").contains("event: state"))
            while listener.connectionCount > 0 {
                time.withLock { $0 += .seconds(61) }
                await Task.yield()
            }
            recording.stop()
            following.cancel()
            await listener.stop()
            withExtendedLifetime(idle) {}
        }

        @Test("A stream whose client has read everything stays open, however long nothing happens")
        func silence() async throws {
            let time = Mutex(Duration.zero)
            let listener = try Listener(on: 0, limits: RequestLimits(now: { time.withLock { $0 } }))
            let recording = Recording(of: app.trace)
            listener.start { _ in
                nil
            } answer: { _, _ in
                recording.streams.take().map { .stream(LiveStream(recording: recording, process: "", open: $0)) }
                    ?? .text("", status: 429)
            }
            let client = try RawClient(port: listener.port)
            client.send("GET / HTTP/1.1\r\n\r\n")
            #expect(await client.read(until: "event: state").contains("event: state"))
            time.withLock { $0 += .seconds(3_600) }
            recording.start()
            #expect(await client.read(until: "event: state").contains("event: state"))
            recording.stop()
            await listener.stop()
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
