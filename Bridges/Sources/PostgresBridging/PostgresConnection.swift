import CPostgreSQL
import Dispatch
import Foundation

/// A connection to a server, opened when it is used, and again after an error.
///
/// `@unchecked`: its pointer is used on its serial queue alone. Calls of libpq block, so they need a thread that is not one of the
/// concurrency runtime.
final class PostgresConnection: @unchecked Sendable {
    private let info: String
    private let queue = DispatchQueue(label: "PostgresConnection")
    private var raw: OpaquePointer?

    init(_ info: String) {
        self.info = info
    }

    deinit { PQfinish(raw) }

    /// Runs a statement.
    ///
    /// - Parameters:
    ///   - sql: The statement, with the parameters `$1`, `$2` and so on.
    ///   - values: The values of the parameters as text.
    /// - Returns: The rows, with their values as text.
    /// - Throws: `PostgresError`, or `CancellationError`.
    func run(_ sql: String, _ values: [String?] = []) async throws -> [[String?]] {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.runHere(sql, values) }) }
        }
    }

    private func runHere(_ sql: String, _ values: [String?]) throws -> [[String?]] {
        try connect()
        return try execute(sql, values)
    }

    /// Connects, unless it is connected, and brings the tables up to date.
    private func connect() throws {
        if raw != nil, PQstatus(raw) == CONNECTION_OK { return }
        PQfinish(raw)
        raw = PQconnectdb(info)
        guard PQstatus(raw) == CONNECTION_OK else { throw error() }
        do {
            // A call that hangs would keep its task from ending.
            _ = try execute("SET statement_timeout = '10s'", [])
            _ = try execute("SET client_min_messages = 'warning'", [])
            try PostgresSchema.create { try self.execute($0, $1) }
        } catch {
            PQfinish(raw)
            raw = nil
            throw error
        }
    }

    private func execute(_ sql: String, _ values: [String?]) throws -> [[String?]] {
        let texts = values.map { $0.map { strdup($0) } ?? nil }
        defer { for text in texts { free(text) } }
        let result = PQexecParams(raw, sql, Int32(values.count), nil, texts.map { UnsafePointer($0) }, nil, nil, 0)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
        default: throw error()
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                if PQgetisnull(result, row, column) == 1 { return nil }
                return PQgetvalue(result, row, column).map { String(cString: $0) }
            }
        }
    }

    private func error() -> PostgresError {
        let text = PQerrorMessage(raw).map { String(cString: $0) } ?? "the server cannot be reached"
        return PostgresError(text: text.trimmingSuffix { $0.isNewline })
    }
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
