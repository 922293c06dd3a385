import DispatchersTesting
import Foundation
import Testing

@testable import Bridging
@testable import NATSBridging

/// A server of one test, which the test kills, or whose storage is small.
private final class OwnServer {
    private static let script = URL(filePath: #filePath)
        .appending(path: "../../../Checks/nats-server").standardized.path

    private let folder = URL.temporaryDirectory.appending(path: "nats-\(UUID().uuidString)")

    /// The options of a log of the server.
    private(set) var options = JetStreamOptions("")

    // Starts a server with a storage of some size, such as `1MB`.
    init(storage: String = "") throws {
        options = JetStreamOptions(try run("start", "1", environment: ["NATS_FILE_STORE": storage]))
        options.replicas = 1
    }

    deinit { _ = try? run("stop") }

    /// Kills the server with `kill -9`, and starts it again.
    func kill() throws {
        try run("kill", "any")
    }

    @discardableResult
    private func run(_ verb: String, _ argument: String = "", environment: [String: String] = [:]) throws -> String {
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [Self.script, verb, folder.path] + (argument.isEmpty ? [] : [argument])
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadUnknown) }
        return text.split(separator: "\n").first.map(String.init) ?? ""
    }
}

/// Streams that are replaced while bridges run, a full storage, and a server that is killed after a trim.
@Suite(.enabled(if: TestServers.addresses != nil, "needs BRIDGES_NATS"), .timeLimit(.minutes(10)))
struct NATSFaultTests {
    struct Note: Codable, Sendable {
        var text = ""
    }

    let stream: StreamName

    init() throws {
        stream = try StreamName("fault.\(UUID().uuidString.lowercased())")
    }

    private func entry(_ number: UInt64, from sender: String = "w", size: Int = 1) -> LogEntry {
        let text = String(repeating: "x", count: size)
        let payload = Array(#"{"text":"\#(text)"}"#.utf8)
        return LogEntry(sender: sender, number: number, type: stream.text, payload: payload)
    }

    /// Lets real time pass until a condition holds.
    private func wait(until isTrue: () async throws -> Bool) async throws {
        while try await !isTrue() { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// The stream is removed again and again while entries are delivered.
    @Test func eachReplacementOfAStreamIsAGap() async throws {
        let center = MessageCenter { _ in }
        let gaps = center.record(RemoteGap.self)
        let notes = center.record(Note.self)
        let token = center.observe(Note.self) { _ in }
        var options = BridgeOptions()
        options.batchSize = 8
        options.polling = .milliseconds(2) ... .milliseconds(20)
        options.retrying = .milliseconds(10) ... .milliseconds(50)
        let reader = MessageBridge(center, over: try JetStreamLog(TestServers.options), as: "r", options: options)
        try reader.carry(Note.self, as: stream, .incoming, group: "g")
        let writing = try JetStreamLog(TestServers.options)
        let writer = MessageBridge(MessageCenter(), over: writing, as: "w", options: options)
        try writer.carry(Note.self, as: stream, .outgoing)
        let running = [reader, writer].map { bridge in Task { try await bridge.run() } }
        let operating = NATSConnection(TestServers.options)
        let name = NATSSession.serverName(of: stream)
        for round in 1...3 {
            for number in 1...20 { try await writer.deliver(Note(text: "\(round) \(number)")) }
            try await wait {
                gaps.values.count == round - 1 && notes.values.contains { $0.text.hasPrefix("\(round) ") }
            }
            try await operating.run { try $0.remove(name) }
        }
        for number in 1...60 { try await writer.deliver(Note(text: "4 \(number)")) }
        try await wait { notes.values.contains { $0.text == "4 60" } }
        for task in running {
            task.cancel()
            try await task.value
        }
        #expect(gaps.values.map(\.reason) == [.replaced, .replaced, .replaced])
        let status = reader.status.incoming[0]
        #expect(status.isBalanced)
        #expect(status.deadLetters == 0)
        #expect(UInt64(notes.values.count) == status.delivered)
        // Nothing of the last stream is missed.
        #expect(notes.values.count { $0.text.hasPrefix("4 ") } == 60)
        #expect(gaps.values.reduce(0) { $0 + UInt64($1.missed.count) } == status.missed)
        withExtendedLifetime(token) {}
    }

    @Test func aGroupReadsOnWhileTheStorageIsFull() async throws {
        let server = try OwnServer(storage: "2MB")
        let log = try JetStreamLog(server.options)
        let center = MessageCenter { _ in }
        let notes = center.record(Note.self)
        var options = BridgeOptions()
        options.lease = .seconds(2)
        options.polling = .milliseconds(2) ... .milliseconds(20)
        let bridge = MessageBridge(center, over: try JetStreamLog(server.options), as: "r", options: options)
        try bridge.carry(Note.self, as: stream, .incoming, group: "g")
        let token = center.observe(Note.self) { _ in try await Task.sleep(for: .milliseconds(20)) }
        try await log.append([entry(1)], to: stream)
        let running = Task { try await bridge.run() }
        try await wait { notes.values.count == 1 }
        // Until the storage is full.
        var number: UInt64 = 1
        var failure: (any Error)?
        while failure == nil {
            number += 1
            do { try await log.append([entry(number, size: 20_000)], to: stream) } catch { failure = error }
        }
        let full = try #require(failure as? LogFull, "\(failure as Any)")
        #expect(full.description.contains("max_file_store") && !full.description.contains(".c:"), "\(full)")
        let end = try await log.page(of: stream, after: 0, limit: 0).last
        try await wait { bridge.status.incoming[0].position == end }
        // Longer than the lease.
        try await Task.sleep(for: .seconds(3))
        let status = bridge.status.incoming[0]
        #expect(status.isReading && status.delivered == end)
        #expect(status.failure?.contains("kept in memory") == true)
        // With room again, the position is stored.
        try await log.trim(stream, keeping: .last(1))
        try await wait { bridge.status.incoming[0].failure == nil }
        running.cancel()
        try await running.value
        let next = try await log.cursor(of: "g", in: stream, for: "next", lease: .seconds(2))
        #expect(next?.position == end)
        withExtendedLifetime(token) {}
    }

    @Test func aServerThatIsKilledAfterATrimLosesNoPosition() async throws {
        let server = try OwnServer()
        let log = try JetStreamLog(server.options)
        try await log.append((1...9).map { entry($0) }, to: stream)
        let before = try await log.page(of: stream, after: 0, limit: 1)
        _ = try await log.page(of: stream, after: 0, limit: 2)
        try await log.trim(stream, keeping: .last(2))
        try server.kill()
        var page: LogPage?
        try await wait {
            page = try? await log.page(of: stream, after: 2, limit: 10)
            return page != nil
        }
        #expect(page?.first == 8 && page?.last == 9)
        #expect(page?.entries.map(\.position) == [8, 9])
        #expect(page?.identity == before.identity)
        // A position beyond the end has no entries, though a consumer that begins there gets what comes first.
        #expect(try await log.page(of: stream, after: 40, limit: 10).entries.isEmpty)
        // The server has forgotten the entries that were trimmed, and knows the others.
        try await log.append([entry(9)], to: stream)
        #expect(try await log.page(of: stream, after: 0, limit: 0).last == 9)
        try await log.append([entry(3), entry(10)], to: stream)
        let last = try await log.page(of: stream, after: 9, limit: 10)
        #expect(last.entries.map(\.position) == Array(10...last.last))
        #expect(last.entries.last?.entry.number == 10)
        // A process that has received the entry skips the second one.
        var numbers = SenderNumbers()
        for number in 1...9 as ClosedRange<UInt64> { numbers.receive(entry(number)) }
        #expect(last.entries.filter { !numbers.hasReceived($0.entry) }.map(\.entry.number) == [10])
    }
}
