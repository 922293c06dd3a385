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
        let items = payloads.map { "\"\\\\x" + $0.map { String(format: "%02x", $0) }.joined() + "\"" }
        try run(
            "INSERT INTO figures_message (payload) SELECT unnest($1::bytea[])", "{" + items.joined(separator: ",") + "}"
        )
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
