import Bridging
import CPostgreSQL
import Foundation

/// A connection of an app that uses the client library alone.
final class AppConnection {
    struct Failure: Error {
        let text: String
    }

    private let raw: OpaquePointer

    init(_ info: String) throws {
        guard let raw = PQconnectdb(info) else { throw Failure(text: "no connection") }
        self.raw = raw
        try run("SET client_min_messages = 'warning'")
    }

    deinit { PQfinish(raw) }

    /// Runs a statement with values in their text form, and returns the rows.
    @discardableResult
    func run(_ sql: String, _ values: [String?] = []) throws -> [[String]] {
        let texts = values.map { $0.map { strdup($0) } ?? nil }
        defer { for text in texts { free(text) } }
        let result = PQexecParams(raw, sql, Int32(values.count), nil, texts.map { UnsafePointer($0) }, nil, nil, 0)
        defer { PQclear(result) }
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw Failure(text: String(cString: PQerrorMessage(raw)))
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
        }
    }

    /// Runs the statement of a bridge.
    func run(_ statement: LogStatement) throws {
        try run(statement.sql, statement.values.map(Self.text))
    }

    private static func text(_ value: LogStatement.Value) -> String? {
        switch value {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .bytes(let bytes): "\\x" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        case .null: nil
        }
    }
}
