import Bridging
import Foundation
import NATSBridging
import PostgresBridging
import SQLiteBridging

/// Measures a bridge beside a plain loop over the same client, in turns: `figures [<connection to PostgreSQL> [<servers of NATS>]]`.
///
/// It prints, for each log, the entries that are appended in a second by both, and the time from a post to its handler behind another
/// connection: of messages that follow each other, and of messages after a pause.
@main struct Figures {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        print(
            "| log | plain loop, entries/s | bridge, entries/s | bridge / plain | processor time of an entry, plain | bridge | p50 | p99 | after a pause | p99 |"
        )
        print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
        let folder = URL.temporaryDirectory.appending(path: "figures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "log.sqlite").path
        let plain = try PlainSQLite(path: folder.appending(path: "plain.sqlite").path)
        try await Comparison("SQLite", plain: plain) { try SQLiteLog(path: path) }.printRow()
        if let connection = arguments.first {
            let plain = try PlainPostgres(connection)
            try await Comparison("PostgreSQL", plain: plain) { try PostgresLog(connection) }.printRow()
        }
        if let servers = arguments.dropFirst().first {
            var options = JetStreamOptions(servers)
            options.replicas = options.servers.count
            let plain = try PlainNATS(servers, replicas: options.replicas)
            let name = "JetStream, \(options.replicas) server\(options.replicas == 1 ? "" : "s")"
            let chosen = options
            try await Comparison(name, plain: plain) { try JetStreamLog(chosen) }.printRow()
        }
    }
}
