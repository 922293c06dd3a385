import Dispatchers
import DispatchersTesting
import Hummingbird
import HummingbirdCore
import Testing

@testable import storefront

/// Requests that are sent slowly, or never to the end.
@Suite(.timeLimit(.minutes(10))) struct SlowRequestTests {
    @Test func aFormThatIsNotSentInTimeIsRefused() async throws {
        try await withShop { storefront, server async throws in
            let clock = ManualClock()
            let slow = server.with(clock)
            let (parts, part) = AsyncStream<ByteBuffer>.makeStream()
            part.yield(ByteBuffer(string: "field=profile.name&val"))
            async let answer = slow.execute("/act/bind", .post, [:], RequestBody(asyncSequence: parts))
            await clock.advance(by: server.answering.formTime)
            #expect(try await answer.status == 408)
            #expect(storefront.visits.count == 0)
        }
    }

    @Test func aConnectionThatSendsNothingIsClosed() async throws {
        #expect(Storefront.connections.idleTimeout == .seconds(30))
        try await withShop { storefront, _ async throws in
            let (ports, port) = AsyncStream<Int>.makeStream()
            let impatient = HTTP1Channel.Configuration(idleTimeout: .milliseconds(200))
            let server = storefront.application(connections: impatient) { port.yield($0) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // A server that does not start names no port.
                    defer { port.finish() }
                    try await server.runService(gracefulShutdownSignals: [])
                }
                let port = try #require(await ports.first { _ in true })
                let client = try SilentClient(port: port)
                #expect(client.isClosedByServer())
                group.cancelAll()
            }
        }
    }

    private struct Broken: Error {}

    @Test func aFormThatBreaksOffIsRefused() async throws {
        try await withShop { _, server in
            let parts = AsyncThrowingStream<ByteBuffer, any Error> { $0.finish(throwing: Broken()) }
            let answer = try await server.execute("/act/bind", .post, [:], RequestBody(asyncSequence: parts))
            #expect(answer.status == 400)
        }
    }

    @Test func aFormThatIsSentInPartsIsRead() async throws {
        try await withShop { storefront, server in
            let (parts, part) = AsyncStream<ByteBuffer>.makeStream()
            for text in ["field=profile.name", "&value=A", "da"] { part.yield(ByteBuffer(string: text)) }
            part.finish()
            let answer = try await server.execute("/act/bind", .post, [:], RequestBody(asyncSequence: parts))
            #expect(answer.text == "Ada")
        }
    }
}
