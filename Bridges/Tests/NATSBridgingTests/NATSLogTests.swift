import Bridging
import Foundation
import Testing

@testable import NATSBridging

@Suite(.timeLimit(.minutes(10)))
struct NATSAddressTests {
    @Test(arguments: ["", " , ", "nats://me:geheim@:x:y", "me:geheim@n1", "http://me:geheim@n1"])
    func anAddressThatIsNotValidIsRefusedWithoutItsText(_ text: String) {
        let error = #expect(throws: JetStreamError.self) { _ = try JetStreamLog(text) }
        #expect(error?.text.contains("geheim") == false)
    }

    @Test func aServerThatIsNotThereIsAnErrorWithoutThePassword() async throws {
        let log = try JetStreamLog("nats://me:geheim@127.0.0.1:1")
        let error = await #expect(throws: JetStreamError.self) {
            _ = try await log.page(of: "a", after: 0, limit: 1)
        }
        #expect(error?.text.isEmpty == false)
        #expect(error?.text.contains("geheim") == false)
    }

    @Test func addressesOfBothSchemesAreRefused() {
        let error = #expect(throws: JetStreamError.self) { _ = try JetStreamLog("tls://n1:4222,nats://n2:4222") }
        #expect(error?.text == "some addresses begin with tls:// and some with nats://")
    }

    @Test func aFileOfCertificatesThatIsNotThereIsRefused() {
        var options = JetStreamOptions("tls://127.0.0.1:1")
        options.trustedCertificates = "/nowhere/ca.pem"
        let error = #expect(throws: JetStreamError.self) { _ = try JetStreamLog(options) }
        #expect(error?.text.contains("/nowhere/ca.pem") == true)
    }
}

@Suite(.enabled(if: TestServers.addresses != nil, "needs BRIDGES_NATS"), .timeLimit(.minutes(10)))
struct NATSLogTests {
    let stream: StreamName

    init() throws {
        stream = try StreamName("test.\(UUID().uuidString.lowercased())")
    }

    private func entry(_ number: UInt64, _ payload: [UInt8] = [1]) -> LogEntry {
        LogEntry(sender: "a", number: number, type: stream.text, payload: payload)
    }

    @Test func anEntryThatIsTooLargeForTheServerIsRefused() async throws {
        let log = try JetStreamLog(TestServers.options)
        let large = entry(1, Array(repeating: 1, count: 1 << 21))
        await #expect(throws: LogRefusal.self) { try await log.append([large], to: stream) }
        try await log.append([entry(2)], to: stream)
        let page = try await log.page(of: stream, after: 0, limit: 10)
        #expect(page.entries.map(\.entry.number) == [2])
    }

    @Test func aStreamThatWasTrimmedToNothingGoesOnWithItsNumbers() async throws {
        let log = try JetStreamLog(TestServers.options)
        try await log.append((1...5).map { entry($0) }, to: stream)
        // The reader has a consumer behind the third entry when it is removed.
        _ = try await log.page(of: stream, after: 0, limit: 2)
        try await log.trim(stream, keeping: .last(1))
        let page = try await log.page(of: stream, after: 2, limit: 10)
        #expect(page.first == 5 && page.entries.map(\.position) == [5])
    }

    @Test func readersOfDifferentPositionsDoNotDisturbOneAnother() async throws {
        let log = try JetStreamLog(TestServers.options)
        try await log.append((1...9).map { entry($0) }, to: stream)
        for position in [0, 3, 2, 5, 4, 0] as [UInt64] {
            let page = try await log.page(of: stream, after: position, limit: 2)
            #expect(page.entries.map(\.position) == [position + 1, position + 2])
        }
    }

    @Test func anotherConnectionAnnouncesItsEntries() async throws {
        let log = try JetStreamLog(TestServers.options)
        var changes = log.changes().makeAsyncIterator()
        _ = try await log.page(of: stream, after: 0, limit: 0)
        try await JetStreamLog(TestServers.options).append([entry(1)], to: stream)
        #expect(await changes.next() != nil)
    }

    @Test func aChangeOfACursorWhoseAnswerWasLostDoesNotLoseTheCursor() async throws {
        let log = try JetStreamLog(TestServers.options)
        let lease = Duration.seconds(10)
        let held = try await log.cursor(of: "g", in: stream, for: "one", lease: lease)
        let cursor = try #require(held as? JetStreamCursor)
        // It does not know of what the first one changes, as after a lost answer.
        let unaware = cursor.copy()
        try await cursor.store(4)
        try await unaware.store(7)
        try await unaware.release()
        let next = try await log.cursor(of: "g", in: stream, for: "two", lease: lease)
        #expect(next?.position == 7)
        await #expect(throws: LogCursorLost.self) { try await unaware.store(9) }
        await #expect(throws: LogCursorLost.self) { try await cursor.renew() }
    }

    @Test func aStreamThatIsGoneIsEmptyUntilItIsMadeAgain() async throws {
        let log = try JetStreamLog(TestServers.options)
        try await log.append([entry(1)], to: stream)
        let name = NATSSession.serverName(of: stream)
        try await NATSConnection(TestServers.options).run { try $0.remove(name) }
        let page = try await log.page(of: stream, after: 1, limit: 1)
        #expect(page == LogPage(first: 1, last: 0, entries: []))
        // The first call finds that the stream is gone.
        try? await log.append([entry(2)], to: stream)
        try await log.append([entry(2)], to: stream)
        #expect(try await log.page(of: stream, after: 0, limit: 9).entries.map(\.entry.number) == [2])
    }

    @Test func messagesThatAreNoEntriesAreNoDoubles() async throws {
        let log = try JetStreamLog(TestServers.options)
        try await log.append([entry(1)], to: stream)
        try await NATSConnection(TestServers.options).run { [stream] session in
            for text in ["one", "two"] { _ = try session.append(Array(text.utf8), text, to: stream) }
        }
        let page = try await log.page(of: stream, after: 1, limit: 10)
        #expect(page.entries.map { String(decoding: $0.entry.payload, as: UTF8.self) } == ["one", "two"])
        #expect(page.entries.map(\.entry.hasRandomNumber) == [true, true])
        #expect(page.entries.map(\.entry.type) == ["", ""])
    }
}
