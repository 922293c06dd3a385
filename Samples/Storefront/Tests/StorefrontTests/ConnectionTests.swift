import DispatchersTesting
import Hummingbird
import HummingbirdCore
import Testing

@testable import storefront

/// Bytes on a connection to the running server.
@Suite(.timeLimit(.minutes(10))) struct ConnectionTests {
    /// Calls a closure with the port of a server of a shop.
    private func withServer(
        _ clock: any Clock<Duration> = .continuous, _ body: @Sendable (Int) async throws -> Void
    ) async throws {
        try await withShop { storefront, _ async throws in
            let (ports, port) = AsyncStream<Int>.makeStream()
            let server = storefront.application(clock: clock) { port.yield($0) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // A server that does not start names no port.
                    defer { port.finish() }
                    try await server.runService(gracefulShutdownSignals: [])
                }
                try await body(try #require(await ports.first { _ in true }))
                group.cancelAll()
            }
        }
    }

    @Test func aFormThatIsSentTooSlowlyLosesItsConnection() async throws {
        let clock = ManualClock()
        try await withServer(clock) { port in
            let client = try SilentClient(port: port)
            client.send("POST /act/bind HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nfield=")
            await clock.advance(by: .seconds(20))
            let answer = await client.receiveAll()
            #expect(answer.hasPrefix("HTTP/1.1 408 ") && answer.contains("within 20 seconds"))
        }
    }

    /// A request whose body is refused by its head, and of which the client does not send all.
    @Test(
        arguments: [
            (
                "POST /act/cart/1 HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nContent-Length: 100\r\n\r\nx",
                "403"
            ),
            ("GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx", "200"),
            ("DELETE /hot HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nx", "405"),
        ])
    func aBodyThatIsNotReadIsNotWaitedFor(request: String, status: String) async throws {
        try await withServer { port in
            let client = try SilentClient(port: port)
            client.send(request)
            #expect(await client.receiveAll().hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test(arguments: ["identity, chunked", "chunked, chunked", "gzip, chunked", "Identity , Chunked"])
    func whatFollowsAnUnclearRequestIsNotAnswered(encoding: String) async throws {
        try await withServer { port in
            let client = try SilentClient(port: port)
            let head = "POST /act/cart/1 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: \(encoding)\r\n\r\n"
            client.send(head + "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let answer = await client.receiveAll()
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
            #expect(answer.matches(of: /HTTP\/1\.1/).count == 1)
        }
    }

    /// A server library that hands out paths as they were sent would find none of these.
    @Test(
        arguments: [
            ("/%68ot", "<h1>Hot</h1>"), ("/categories/L%61mps", "<h1>Lamps</h1>"),
            ("/search?q=br%61ss+lamp&tags=Lamps", "1 found"), ("/product/2?ref=a%26b", "You came from: a&amp;b"),
            ("/categories/%4cam%70s", "<h1>Lamps</h1>"), ("/categories/L%2561mps", "<h1>Not here</h1>"),
            ("/cart%2F", "<h1>Not here</h1>"), ("/checkout/done", "303 "), ("/brands/2", "<h1>Brands</h1>"),
        ])
    func anEscapedPathIsThatOfItsCharacters(path: String, text: String) async throws {
        try await withServer { port in
            let client = try SilentClient(port: port)
            client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n")
            #expect(await client.receiveAll().contains(text))
        }
    }

    @Test(arguments: ["/hot", "/assets/live.js", "/healthz", "/product/2"])
    func headIsAnsweredWhereGetIs(path: String) async throws {
        try await withServer { port in
            let client = try SilentClient(port: port)
            client.send("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n")
            let answer = await client.receiveAll()
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("\r\n\r\n"))
        }
    }
}
