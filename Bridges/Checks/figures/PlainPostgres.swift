import CPostgreSQL
import Foundation

/// One row for each message, and one statement for each batch.
final class PlainPostgres: PlainLoop {
    private struct Failure: Error {
        let text: String
    }

    /// The numbers of the types in the catalog of the server.
    private static let bytes: UInt32 = 17
    private static let arrayOfBytes: UInt32 = 1_001

    private let connection: OpaquePointer

    init(_ info: String) throws {
        guard let connection = PQconnectdb(info) else { throw Failure(text: "no connection") }
        self.connection = connection
        try check(PQexec(connection, "SET client_min_messages = 'warning'"))
        try check(
            PQexec(
                connection,
                "CREATE TABLE IF NOT EXISTS figures_message (position bigserial PRIMARY KEY, payload bytea NOT NULL)"))
        let insertion = "INSERT INTO figures_message (payload) SELECT unnest($1)"
        try check(PQprepare(connection, "insertion", insertion, 1, [Self.arrayOfBytes]))
    }

    deinit { PQfinish(connection) }

    func append(_ payloads: [[UInt8]]) throws {
        let array = Self.binaryArray(of: payloads)
        let result = array.withUnsafeBytes { buffer in
            let value = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return PQexecPrepared(connection, "insertion", 1, [value], [Int32(buffer.count)], [1], 1)
        }
        try check(result)
    }

    /// Returns an array: the number of its dimensions, no nulls, its type, its size, its first index, and its items.
    private static func binaryArray(of payloads: [[UInt8]]) -> [UInt8] {
        var array: [UInt8] = []
        for number in [1, 0, bytes, UInt32(payloads.count), 1] { append(number, to: &array) }
        for payload in payloads {
            append(UInt32(payload.count), to: &array)
            array += payload
        }
        return array
    }

    private static func append(_ number: UInt32, to array: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { array += $0 }
    }

    private func check(_ result: OpaquePointer?) throws {
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
            throw Failure(text: String(cString: PQerrorMessage(connection)))
        }
    }
}
