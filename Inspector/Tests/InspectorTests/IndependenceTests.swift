import Dispatchers
import Foundation
import Synchronization
import Testing

@testable import Inspector

extension ServerTests {
    /// The app and its threads while the inspector is busy.
    @Suite("Independence") struct IndependenceTests {
        private let app = InspectedApp()

        @Test("Requests are answered while all threads of the app's pool are taken") func answersWithoutPool()
            async throws
        {
            try await app.inspect { inspector in
                let port = inspector.port
                let token = inspector.token
                let statuses = Probe<Int>()
                await TakenPool.during {
                    for path in ["/", "/api/tables", "/api/offers", "/api/trace"] {
                        let answer = try? RawClient.blockingAnswer(to: path, at: port, token)
                        statuses.report(answer?.status ?? 0)
                    }
                }
                #expect(statuses.values == [200, 200, 200, 200])
            }
        }

        @Test("Events are recorded and sent while all threads of the app's pool are taken") func recordsWithoutPool()
            async throws
        {
            try await app.inspect { inspector in
                let stream = try inspector.stream()
                #expect(await stream.read(until: "event: state").contains("event: state"))
                stream.limitReads(toSeconds: 5)
                let received = Probe<Bool>()
                await TakenPool.during { [app] in
                    app.messages.post(Picked(name: "while it was taken"))
                    received.report(stream.blockingRead(until: "while it was taken").contains("while it was taken"))
                }
                #expect(received.values == [true])
            }
        }

        @Test("The app's tasks go on while the inspector has as many clients as it takes, all of which are slow")
        func slowClients() async throws {
            try await app.inspect { inspector in
                let turns = Turns()
                let count = RequestLimits().connections
                let clients = try (0..<count).map { _ in try RawClient(port: inspector.port) }
                for byte in "GET / HTTP/1.1\r\n".utf8 {
                    for client in clients { client.send([byte]) }
                    await turns.wait(for: 100)
                }
                #expect(inspector.listener.connectionCount == count)
                for client in clients { client.send("Host: 127.0.0.1:\(inspector.port)\r\n\r\n") }
                for client in clients { #expect(Answer(await client.read()).status == 200) }
                await turns.stop()
            }
        }

        @Test("The app's tasks go on, and the page is answered, while other clients do what they should not")
        func hostileClients() async throws {
            try await app.inspect { inspector in
                let turns = Turns()
                let host = "Host: 127.0.0.1:\(inspector.port)\r\n"
                let fields = (0..<200).map { "X-\($0): \($0)\r\n" }.joined()
                let actions: [(text: String, isFinished: Bool)] = [
                    ("GET / HTTP/1.1\r\n\(fields)\r\n", false),
                    ("GET /\(String(repeating: "a", count: 3_000)) HTTP/1.1\r\n\(host)\r\n", false),
                    ("GET / HTTP/1.1\r\nHost: evil.com\r\n\r\n", false),
                    ("GET / HTTP/1.1\r\n\(host)Origin: http://evil.com\r\n\r\n", false),
                    (String(repeating: "GET / HTTP/1.1\r\n\(host)\r\n", count: 20), false),
                    ("GET / HTTP/1.1\r\n\(host)", true),
                    ("", true),
                    ("POST /api/stop HTTP/1.1\r\n\(host)Content-Length: 60000\r\n\r\n{", true),
                    (String(repeating: "\u{1}", count: 3_000), false),
                ]
                for action in actions {
                    for _ in 0..<5 {
                        let client = try RawClient(port: inspector.port)
                        client.send(action.text)
                        if action.isFinished { client.finish() }
                        // The client goes without reading the answer.
                    }
                    await turns.wait(for: 100)
                }
                while inspector.listener.connectionCount > 0 { await turns.wait(for: 1) }
                expect(try await inspector.get("/api/tables"), 200)
                #expect(inspector.recording.isRunning)
                await turns.stop()
            }
        }
    }
}

/// A loop of the app, the turns of which are counted.
private final class Turns: Sendable {
    private let count = Atomic(0)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init() {
        let loop = Task.detached { [self] in
            while !Task.isCancelled {
                count.add(1, ordering: .relaxed)
                await Task.yield()
            }
        }
        task.withLock { $0 = loop }
    }

    /// Waits until the loop has made so many more turns.
    func wait(for turns: Int) async {
        let end = count.load(ordering: .relaxed) + turns
        while count.load(ordering: .relaxed) < end { await Task.yield() }
    }

    func stop() async {
        let loop = task.withLock { $0 }
        loop?.cancel()
        await loop?.value
    }
}

/// The threads of the pool, taken by tasks that block.
private enum TakenPool {
    /// Runs a body on a thread of its own while no task of the app can run.
    static func during(_ body: @escaping @Sendable () -> Void) async {
        let count = ProcessInfo.processInfo.activeProcessorCount
        let taken = DispatchSemaphore(value: 0)
        let free = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for _ in 0..<count { taken.wait() }
            body()
            for _ in 0..<count { free.signal() }
        }
        await withTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    taken.signal()
                    block(until: free)
                }
            }
        }
    }

    private static func block(until semaphore: DispatchSemaphore) { semaphore.wait() }
}
