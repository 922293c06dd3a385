import CPostgreSQL
import Foundation

/// One row for each message, and one statement for each batch.
final class PlainPostgres: PlainLoop {
    private struct Failure: Error {
        let text: String
    }

    private let connection: OpaquePointer

    init(_ info: String) throws {
        guard let connection = PQconnectdb(info) else { throw Failure(text: "no connection") }
        self.connection = connection
        try run("SET client_min_messages = 'warning'", nil)
        try run(
            "CREATE TABLE IF NOT EXISTS figures_message (position bigserial PRIMARY KEY, payload bytea NOT NULL)", nil)
    }

    deinit { PQfinish(connection) }

    func append(_ payloads: [[UInt8]]) throws {
        let items = payloads.map { "\"\\\\x" + Self.hexadecimal($0) + "\"" }
        try run(
            "INSERT INTO figures_message (payload) SELECT unnest($1::bytea[])", "{" + items.joined(separator: ",") + "}"
        )
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    private func run(_ sql: String, _ value: String?) throws {
        let result: OpaquePointer?
        if let value {
            result = value.withCString { text in
                PQexecParams(connection, sql, 1, nil, [text], nil, nil, 0)
            }
        } else {
            result = PQexec(connection, sql)
        }
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
            throw Failure(text: String(cString: PQerrorMessage(connection)))
        }
    }
}
