import CPostgreSQL
import Foundation

/// A connection of libpq that is open.
///
/// It is used on one thread at a time.
final class PostgresLink {
    private let raw: OpaquePointer

    /// The names of the statements that the server has prepared for this connection.
    private var names: [String: String] = [:]

    /// Connects to a server.
    ///
    /// The time that this takes is that of `connect_timeout` for each address, and of the look-up of names.
    init(_ info: String) throws(PostgresError) {
        // Parameters of the text go before these, which find out about a server that is gone.
        let defaults = [
            ("connect_timeout", "5"), ("tcp_user_timeout", "15000"), ("keepalives_idle", "10"),
            ("keepalives_interval", "5"), ("keepalives_count", "3"), ("fallback_application_name", "signalbox"),
        ]
        guard let raw = Self.connect(defaults + [("dbname", info)]) else { throw PostgresError(text: "no memory") }
        guard PQstatus(raw) == CONNECTION_OK else {
            let error = PostgresError(message: PQerrorMessage(raw))
            PQfinish(raw)
            throw error
        }
        self.raw = raw
        // By default, libpq writes notices to standard error. An error that follows is thrown by the next call.
        PQsetNoticeProcessor(raw, { _, _ in }, nil)
        // It fails for a connection that is not open alone.
        PQsetnonblocking(raw, 1)
    }

    deinit { PQfinish(raw) }

    private static func connect(_ parameters: [(name: String, value: String)]) -> OpaquePointer? {
        let names = parameters.map { strdup($0.name) }
        let values = parameters.map { strdup($0.value) }
        defer { for text in names + values { free(text) } }
        let ended = [UnsafePointer<CChar>?.none]
        return PQconnectdbParams(names.map { UnsafePointer($0) } + ended, values.map { UnsafePointer($0) } + ended, 1)
    }

    /// A Boolean value that indicates whether the connection can be used: it is open, and no statement or transaction goes on.
    var isIdle: Bool { PQstatus(raw) == CONNECTION_OK && PQtransactionStatus(raw) == PQTRANS_IDLE }

    /// Runs statements without parameters.
    func execute(_ sql: String, within limit: CallLimit) throws {
        try check(PQsendQuery(raw, sql))
        try readResults(within: limit) { _ in }
    }

    /// Runs a statement, which the server prepares the first time.
    ///
    /// - Parameters:
    ///   - sql: The statement, with the parameters `$1`, `$2` and so on.
    ///   - values: The values of the parameters.
    ///   - limit: The end of the patience. After it, the connection cannot be used any more.
    ///   - transform: Reads a row.
    /// - Returns: The rows.
    /// - Throws: `PostgresError`, `CancellationError`, or an error of the transform.
    func rows<Row>(
        _ sql: String, _ values: [PostgresValue], within limit: CallLimit, _ transform: (PostgresRow) throws -> Row
    ) throws -> [Row] {
        try send(name(of: sql, with: values, within: limit), values)
        var rows: [Row] = []
        try readResults(within: limit) { result in
            for index in 0..<PQntuples(result) { rows.append(try transform(PostgresRow(index, of: result))) }
        }
        return rows
    }

    /// Returns the name of a prepared statement.
    private func name(of sql: String, with values: [PostgresValue], within limit: CallLimit) throws -> String {
        if let name = names[sql] { return name }
        let name = "signalbox_\(names.count)"
        try check(PQsendPrepare(raw, name, sql, Int32(values.count), values.map(\.type)))
        try readResults(within: limit) { _ in }
        names[sql] = name
        return name
    }

    private func send(_ name: String, _ values: [PostgresValue]) throws {
        var buffer: [UInt8] = []
        var starts: [Int] = []
        for value in values {
            starts.append(buffer.count)
            value.append(to: &buffer)
        }
        let ends = starts.dropFirst() + [buffer.count]
        let lengths = zip(starts, ends).map { Int32($1 - $0) }
        // An empty text needs a pointer, too: without one, it would be a null.
        buffer.append(0)
        let isBinary = Array(repeating: 1 as Int32, count: values.count)
        let isSent = buffer.withUnsafeBytes { bytes in
            let pointers = starts.map { bytes.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            return PQsendQueryPrepared(raw, name, Int32(values.count), pointers, lengths, isBinary, 1)
        }
        try check(isSent)
    }

    /// Reads the results of what was sent.
    private func readResults(within limit: CallLimit, _ body: (OpaquePointer) throws -> Void) throws {
        var failure: (any Error)?
        while let result = try nextResult(within: limit) {
            defer { PQclear(result) }
            do {
                try Self.check(result)
                if failure == nil { try body(result) }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func nextResult(within limit: CallLimit) throws -> OpaquePointer? {
        while true {
            let unsent = PQflush(raw)
            try check(unsent < 0 ? 0 : 1)
            if unsent == 0, PQisBusy(raw) == 0 { return PQgetResult(raw) }
            try limit.check()
            wait(for: unsent == 0 ? POLLIN : POLLIN | POLLOUT)
            try check(PQconsumeInput(raw))
        }
    }

    /// Waits until the socket has something to read or can be written, or a part of the time of a limit is over.
    private func wait(for events: Int32) {
        var socket = pollfd(fd: PQsocket(raw), events: Int16(events), revents: 0)
        // The caller finds out which of these it was, or that a signal came.
        _ = poll(&socket, 1, CallLimit.interval)
    }

    private static func check(_ result: OpaquePointer) throws(PostgresError) {
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
            throw PostgresError(result)
        }
    }

    /// Throws the error of the connection unless a call has returned 1.
    private func check(_ status: Int32) throws(PostgresError) {
        guard status == 1 else { throw PostgresError(message: PQerrorMessage(raw)) }
    }
}
