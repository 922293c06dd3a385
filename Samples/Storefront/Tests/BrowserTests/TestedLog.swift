import Foundation
import Testing

/// The log by which the processes of a tested shop talk.
enum TestedLog: Sendable {
    /// The log in the database of the shop.
    case sqlite

    /// A log in PostgreSQL, at the connection that `STOREFRONT_LOG` has.
    case postgres

    private static let connection = ProcessInfo.processInfo.environment["STOREFRONT_LOG"]

    static var available: [TestedLog] { connection == nil ? [.sqlite] : [.sqlite, .postgres] }

    /// Returns the options that start a shop on a new log of this kind.
    func options() throws -> [String] {
        switch self {
        case .sqlite: return []
        case .postgres:
            let connection = try #require(Self.connection)
            let name = "shop_\(UUID().uuidString.filter(\.isHexDigit).lowercased())"
            try Self.psql(connection, "CREATE DATABASE \(name)")
            // Of two values of one parameter, the client library takes the last one.
            return ["--log", "\(connection) dbname=\(name)"]
        }
    }

    private static func psql(_ connection: String, _ statement: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["psql", "--quiet", connection, "-c", statement]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
