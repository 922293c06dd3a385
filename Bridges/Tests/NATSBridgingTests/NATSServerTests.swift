import Bridging
import Foundation
import Synchronization
import Testing

@testable import NATSBridging

/// A server that forgets, large entries, and many streams.
@Suite(.enabled(if: TestServers.addresses != nil, "needs BRIDGES_NATS"), .timeLimit(.minutes(10)))
struct NATSServerTests {
    let stream: StreamName

    init() throws {
        stream = try StreamName("test.\(UUID().uuidString.lowercased())")
    }

    private func entry(_ number: UInt64, size: Int = 1) -> LogEntry {
        LogEntry(sender: "a", number: number, type: stream.text, payload: Array(repeating: 1, count: size))
    }

    @Test func anAddressThatAsksForEncryptionIsNotUsedWithout() async throws {
        let servers = TestServers.options.servers.map { $0.replacing("nats://", with: "tls://") }
        let log = try JetStreamLog(servers.joined(separator: ","))
        let error = await #expect(throws: JetStreamError.self) {
            _ = try await log.page(of: stream, after: 0, limit: 1)
        }
        #expect(error?.text.contains("connect") == true)
    }

    @Test func anAppendThatIsRepeatedAfterTheWindowAppendsNothingTwice() async throws {
        var options = TestServers.options
        options.duplicateWindow = .seconds(1)
        let log = try JetStreamLog(options)
        try await log.append([entry(1), entry(2)], to: stream)
        // As if the answer to these had been lost.
        _ = log.attempts.withLock { attempts in
            attempts.note(0, of: stream)
            return attempts.begin("a", through: 2, in: stream, at: .now)
        }
        try await Task.sleep(for: .milliseconds(1_500))
        // A bridge repeats fewer entries at once after an error.
        for entries in [[entry(1)], [entry(2)], [entry(3)]] { try await log.append(entries, to: stream) }
        let page = try await log.page(of: stream, after: 0, limit: 10)
        #expect(page.entries.map(\.entry.number) == [1, 2, 3])
    }

    @Test func otherStreamsAndLeasesDoNotWaitForABatch() async throws {
        let log = try JetStreamLog(TestServers.options)
        let other = try StreamName("\(stream)-other")
        try await log.append([entry(1)], to: other)
        let entries = (1...5_000).map { entry($0) }
        let appending = Task { [stream] in try await log.append(entries, to: stream) }
        // Also while this process appends, a page is read.
        var end: UInt64 = 0
        for _ in 1...10_000 where end < 10 { end = try await log.page(of: stream, after: 0, limit: 0).last }
        #expect(end >= 10)
        try await log.append([entry(2)], to: other)
        let cursor = try await log.cursor(of: "g", in: other, for: "one", lease: .seconds(10))
        try await cursor?.renew()
        #expect(try await log.page(of: stream, after: 0, limit: 0).last < 5_000)
        appending.cancel()
        await #expect(throws: CancellationError.self) { try await appending.value }
    }

    @Test func aPageOfLargeEntriesHasAFewOfThem() async throws {
        let log = try JetStreamLog(TestServers.options)
        for number in 1...30 as ClosedRange<UInt64> {
            try await log.append([entry(number, size: 900_000)], to: stream)
        }
        var positions: [UInt64] = []
        while positions.count < 30 {
            let page = try await log.page(of: stream, after: UInt64(positions.count), limit: 256)
            #expect((1...10).contains(page.entries.count))
            if page.entries.isEmpty { break }
            positions += page.entries.map(\.position)
        }
        #expect(positions == Array(1...30))
    }

    @Test func aConnectionKeepsItsConsumersOfManyStreams() async throws {
        let names = try (1...70).map { try StreamName("\(stream.text.prefix(40))-\($0)") }
        let log = try JetStreamLog(TestServers.options)
        for name in names { try await log.append([entry(1)], to: name) }
        let count = try await NATSConnection(TestServers.options).run { session in
            for name in names {
                let identity = try #require(try session.ends(of: NATSSession.serverName(of: name))).identity
                _ = try session.entries(of: name, identity, from: 1, count: 1)
            }
            for name in names { try session.remove(NATSSession.serverName(of: name)) }
            return session.consumers.count
        }
        #expect(count == 70)
    }

    @Test func moreCopiesThanServersAreAnErrorThatSaysWhatToSet() async throws {
        var options = TestServers.options
        options.replicas = options.servers.count == 1 ? 3 : 5
        let log = try JetStreamLog(options)
        let error = await #expect(throws: JetStreamError.self) { try await log.append([entry(1)], to: stream) }
        #expect(error?.text.contains("`replicas`") == true)
    }
}
