import Bridging
import DispatchersTesting
import Foundation
import LogSupport
import Testing

@testable import PostgresBridging

/// A server that is slow, away, or set up in another way.
struct PostgresServerTests {
    private let clock = ContinuousClock()

    @Test(.timeLimit(.minutes(10)))
    func aServerThatAcceptsAndNeverAnswersIsAnError() async throws {
        let server = SilentServer()
        let log = try PostgresLog("host=127.0.0.1 port=\(server.port) user=me dbname=x")
        let time = await clock.measure {
            await #expect(throws: PostgresError.self) { _ = try await log.page(of: "a", after: 0, limit: 1) }
        }
        #expect(time < .seconds(20))
        withExtendedLifetime(server) {}
    }

    @Test(.timeLimit(.minutes(10)))
    func aCallEndsWithItsTask() async throws {
        let server = SilentServer()
        let log = try PostgresLog("host=127.0.0.1 port=\(server.port) user=me dbname=x connect_timeout=30")
        let calling = Task { _ = try await log.page(of: "a", after: 0, limit: 1) }
        try await Task.sleep(for: .milliseconds(100))
        calling.cancel()
        let time = await clock.measure {
            await #expect(throws: CancellationError.self) { try await calling.value }
        }
        #expect(time < .seconds(5))
        withExtendedLifetime(server) {}
    }

    @Test func thePatienceEndsACall() {
        let late = CallLimit(end: .now - .seconds(1), cancellation: CallCancellation())
        #expect(throws: PostgresError.self) { try late.check() }
        let early = CallLimit(end: .now + .seconds(60), cancellation: CallCancellation())
        #expect(throws: Never.self) { try early.check() }
    }

    @Test(arguments: [[], [nil], ["a", nil, "ä\"\\"]] as [[String?]])
    func anArrayIsInTheBinaryForm(_ texts: [String?]) {
        var bytes: [UInt8] = []
        PostgresValue.texts(texts).append(to: &bytes)
        var expected: [UInt8] = [0, 0, 0, texts.isEmpty ? 0 : 1, 0, 0, 0, texts.contains(nil) ? 1 : 0, 0, 0, 0, 25]
        if !texts.isEmpty { expected += [0, 0, 0, UInt8(texts.count), 0, 0, 0, 1] }
        for text in texts {
            let utf8 = text.map { Array($0.utf8) }
            expected += utf8.map { [0, 0, 0, UInt8($0.count)] + $0 } ?? [255, 255, 255, 255]
        }
        #expect(bytes == expected)
    }
}

@Suite(.enabled(if: TestServer.connection != nil, "needs BRIDGES_POSTGRES"))
struct PostgresTableTests {
    struct Order: Codable, Sendable {
        let number: Int
    }

    let connection = TestServer.connection ?? ""
    let stream: StreamName

    init() throws {
        stream = try StreamName("test.\(UUID().uuidString.lowercased())")
    }

    private func entry(_ sender: String, _ number: UInt64, _ payload: [UInt8] = [1]) -> LogEntry {
        LogEntry(sender: sender, number: number, type: "t", payload: payload)
    }

    @Test(.timeLimit(.minutes(10)))
    func aStatementThatTakesTooLongIsAnErrorAndTheNextOneWorks() async throws {
        let impatient = PostgresConnection(connection, patience: .seconds(2))
        try await impatient.run { try $0.run("SELECT 1") }
        let clock = ContinuousClock()
        let time = await clock.measure {
            await #expect(throws: PostgresError.self) { try await impatient.run { try $0.run("SELECT pg_sleep(9)") } }
        }
        #expect(time < .seconds(7))
        #expect(try await impatient.run { try $0.run("SELECT 1") } == 1)
    }

    @Test(.timeLimit(.minutes(10)))
    func aStatementEndsWithItsTaskAndTheNextOneWorks() async throws {
        let connection = PostgresConnection(connection)
        try await connection.run { try $0.run("SELECT 1") }
        let calling = Task { try await connection.run { try $0.run("SELECT pg_sleep(9)") } }
        try await Task.sleep(for: .milliseconds(200))
        calling.cancel()
        await #expect(throws: CancellationError.self) { try await calling.value }
        let clock = ContinuousClock()
        let begin = clock.now
        try await connection.run { try $0.run("SELECT 1") }
        #expect(clock.now - begin < .seconds(5))
    }

    @Test func aConnectionThatWasLostIsOpenedAgain() async throws {
        let log = try PostgresLog(connection)
        try await log.append([entry("a", 1)], to: stream)
        let process = try await log.writer.run { try $0.rows("SELECT pg_backend_pid()") { $0.integer(0) } }
        try AppConnection(connection).run("SELECT pg_terminate_backend(\(process[0]))")
        await #expect(throws: PostgresError.self) { try await log.append([entry("a", 2)], to: stream) }
        try await log.append([entry("a", 2)], to: stream)
        #expect(try await log.page(of: stream, after: 0, limit: 9).last == 2)
    }

    @Test func aLeaseIsTakenWhileAnAppendWaits() async throws {
        let log = try PostgresLog(connection)
        try await log.append([entry("a", 1)], to: stream)
        let app = try AppConnection(connection)
        try app.run("BEGIN")
        try app.run("SELECT 1 FROM signalbox_stream WHERE name = $1 FOR UPDATE", [stream.text])
        let appending = Task { [stream] in try await log.append([entry("a", 2)], to: stream) }
        try await Task.sleep(for: .milliseconds(200))
        let clock = ContinuousClock()
        let time = try await clock.measure {
            let cursor = try await log.cursor(of: "g", in: stream, for: "one", lease: .seconds(10))
            try await cursor?.store(1)
        }
        #expect(time < .seconds(3))
        try app.run("COMMIT")
        try await appending.value
    }

    @Test func theSettingsOfTheUserDoNotMatter() async throws {
        let options = "-c bytea_output=escape -c default_transaction_isolation=serializable -c synchronous_commit=off"
        let log = try PostgresLog("\(connection) options='\(options)'")
        let payload: [UInt8] = [0, 255, 92, 39, 10]
        try await log.append([entry("a", 1, payload)], to: stream)
        let page = try await log.page(of: stream, after: 0, limit: 1)
        #expect(page.entries.map(\.entry.payload) == [payload])
        for (name, value) in [("synchronous_commit", "on"), ("transaction_isolation", "read committed")] {
            #expect(try await log.writer.run { try $0.rows("SHOW \(name)") { $0.text(0) } } == [value])
        }
    }

    @Test func anEntryIsCommittedWithTheRowsOfTheAppOrNotAtAll() async throws {
        let log = try PostgresLog(connection)
        let bridge = MessageBridge(MessageCenter(), over: log, as: "shop")
        try bridge.carry(Order.self, as: stream, .outgoing)
        _ = try await log.page(of: stream, after: 0, limit: 0)
        let app = try AppConnection(connection)
        for (number, end) in [(1, "ROLLBACK"), (2, "COMMIT")] {
            try app.run("BEGIN")
            try app.run(bridge.statement(for: Order(number: number)))
            try app.run(end)
        }
        let again = try bridge.statement(for: Order(number: 3))
        try app.run(again)
        try app.run(again)
        let page = try await log.page(of: stream, after: 0, limit: 10)
        let payloads = page.entries.map { String(decoding: $0.entry.payload, as: UTF8.self) }
        #expect(payloads == [#"{"number":2}"#, #"{"number":3}"#])
    }

    @Test func anEntryThatWasTrimmedIsNotAppendedAgain() async throws {
        let log = try PostgresLog(connection)
        try await log.append([entry("x", 1)], to: stream)
        try await log.append([entry("y", 1), entry("x", 1), entry("y", 3), entry("y", 2)], to: stream)
        try await log.trim(stream, keeping: .last(1))
        try await log.append([entry("x", 1), entry("x", 2)], to: stream)
        let page = try await log.page(of: stream, after: 0, limit: 10)
        #expect(page.last == 4)
        #expect(page.entries.map(\.entry) == [entry("y", 3), entry("x", 2)])
    }

    @Test func aSenderIsForgottenADayAfterItsLastAppend() async throws {
        let log = try PostgresLog(connection)
        try await log.append([entry("old", 1)], to: stream)
        let app = try AppConnection(connection)
        try app.run("UPDATE signalbox_sender SET used = used - interval '25 hours' WHERE stream = $1", [stream.text])
        try await log.append([entry("new", 1)], to: stream)
        try await log.trim(stream, keeping: .last(1))
        #expect(try app.run("SELECT sender FROM signalbox_sender WHERE stream = $1", [stream.text]) == [["new"]])
    }

    @Test func aBacklogIsTrimmedInSteps() async throws {
        let log = try PostgresLog(connection)
        for start in stride(from: 1, to: 25_000, by: 1_000) as StrideTo<UInt64> {
            try await log.append((start..<start + 1_000).map { entry("a", $0) }, to: stream)
        }
        let app = try AppConnection(connection)
        let table = "step_\(UUID().uuidString.filter(\.isHexDigit).lowercased())"
        try app.run("CREATE TABLE \(table) (first bigint)")
        try app.run(
            """
            CREATE FUNCTION \(table)() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO \(table) VALUES (new.first);
                RETURN new;
            END $$
            """)
        try app.run(
            """
            CREATE TRIGGER \(table) AFTER UPDATE ON signalbox_stream FOR EACH ROW
            WHEN (new.first > old.first AND new.name = '\(stream)') EXECUTE FUNCTION \(table)()
            """)
        try await log.trim(stream, keeping: .last(10))
        try app.run("DROP TRIGGER \(table) ON signalbox_stream")
        #expect(try app.run("SELECT first FROM \(table) ORDER BY first") == [["10001"], ["20001"], ["24991"]])
        let page = try await log.page(of: stream, after: 0, limit: 100)
        #expect(page.first == 24_991)
        #expect(page.entries.count == 10)
    }

    @Test func aPageOfLargeEntriesHasAFewOfThem() async throws {
        let log = try PostgresLog(connection)
        let large = Array(repeating: 1 as UInt8, count: 1_000_000)
        for number in 1...30 as ClosedRange<UInt64> { try await log.append([entry("a", number, large)], to: stream) }
        var positions: [UInt64] = []
        while positions.count < 30 {
            let page = try await log.page(of: stream, after: UInt64(positions.count), limit: 256)
            #expect((1...10).contains(page.entries.count))
            if page.entries.isEmpty { break }
            positions += page.entries.map(\.position)
        }
        #expect(positions == Array(1...30))
    }

    /// Returns the parameters of a connection to tables that no other test uses.
    private func separateConnection() throws -> String {
        let name = "test_\(UUID().uuidString.filter(\.isHexDigit).lowercased())"
        try AppConnection(connection).run("CREATE SCHEMA \(name)")
        return "\(connection) options='-c search_path=\(name)'"
    }

    @Test(.timeLimit(.minutes(10)))
    func tablesThatAreDroppedWhileBridgesRunAreMadeAgainAndAreAGap() async throws {
        let separate = try separateConnection()
        let center = MessageCenter { _ in }
        let gaps = center.record(RemoteGap.self)
        let orders = center.record(Order.self)
        let token = center.observe(Order.self) { _ in }
        let bridge = MessageBridge(center, over: try PostgresLog(separate), as: "a")
        try bridge.carry(Order.self, as: stream, .incoming, group: "g")
        let running = Task { try await bridge.run() }
        let log = try PostgresLog(separate)
        let payloads = (1...30).map { Array(#"{"number":\#($0)}"#.utf8) }
        func append(_ numbers: ClosedRange<UInt64>, from sender: String) async throws {
            let entries = numbers.map { number in
                LogEntry(sender: sender, number: number, type: stream.text, payload: payloads[Int(number) - 1])
            }
            try await log.append(entries, to: stream)
        }
        try await append(1...5, from: "x")
        while bridge.status.incoming[0].position < 5 { try await Task.sleep(for: .milliseconds(5)) }
        try AppConnection(separate).run(
            """
            DROP TABLE signalbox_stream, signalbox_entry, signalbox_sender, signalbox_cursor, signalbox_schema
            """)
        try AppConnection(separate).run("DROP FUNCTION signalbox_append")
        // The first call finds that the tables are gone, and the second one makes them, unless the bridge has.
        do {
            try await append(1...30, from: "y")
        } catch let error as PostgresError {
            #expect(error.isOfMissingTable && !error.text.contains("SELECT"))
        }
        try await append(1...30, from: "y")
        while bridge.status.incoming[0].delivered < 35 { try await Task.sleep(for: .milliseconds(5)) }
        running.cancel()
        try await running.value
        #expect(orders.values.map(\.number) == Array(1...5) + Array(1...30))
        #expect(gaps.values.map(\.reason) == [.replaced])
        #expect(gaps.values.map(\.missed) == [6..<6])
        withExtendedLifetime(token) {}
        #expect(bridge.status.incoming[0].isBalanced)
    }

    @Test func anErrorHasItsCodeAndNoStatement() async throws {
        let connection = PostgresConnection(connection)
        for sql in ["SELECT nonsense FROM signalbox_stream", "SELECT signalbox_append(1)"] {
            let error = await #expect(throws: PostgresError.self) { try await connection.run { try $0.run(sql) } }
            #expect(error?.code?.count == 5)
            #expect(error?.text.contains("SELECT") == false && error?.text.contains("\n") == false)
        }
    }

    @Test func tablesAreUpgradedAndThoseOfANewerVersionRefused() async throws {
        let parameters = try separateConnection()
        let separate = PostgresConnection(parameters)
        // The first call makes the tables of this version.
        try await separate.run { try $0.execute("DROP TABLE signalbox_schema") }
        let upgrades = ["CREATE TABLE t (a int)", "ALTER TABLE t ADD COLUMN b int DEFAULT 7"]
        let rows = try await separate.run { session in
            try PostgresSchema.create([upgrades[0]], in: session)
            try session.execute("INSERT INTO t VALUES (1)")
            try PostgresSchema.create(upgrades, in: session)
            try PostgresSchema.create(upgrades, in: session)
            return try session.rows("SELECT a, b FROM t") { [$0.integer(0), $0.integer(1)] }
        }
        #expect(rows == [[1, 7]])
        await #expect(throws: PostgresError.self) {
            try await separate.run { try PostgresSchema.create([upgrades[0]], in: $0) }
        }
        await #expect(throws: PostgresError.self) {
            try await PostgresConnection(parameters).run { try $0.run("SELECT 1") }
        }
    }
}
