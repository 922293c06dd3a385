import Bridging
import Foundation
import GRDB

/// The file of a log and its write-ahead log, as they were when they were opened.
///
/// Calls fail when one of them was removed or replaced meanwhile: SQLite would go on in a file that no other process can open. Errors
/// name the file.
struct SQLiteFile: Sendable {
    /// The device and the number of a file, which another file does not have as long as the first one is open.
    private struct Identity: Sendable, Equatable {
        let device: UInt64
        let number: UInt64

        init?(_ path: String) {
            var info = stat()
            guard stat(path, &info) == 0 else { return nil }
            device = UInt64(truncatingIfNeeded: info.st_dev)
            number = UInt64(truncatingIfNeeded: info.st_ino)
        }
    }

    let path: String
    private let database: Identity?

    /// The identity of the write-ahead log, which has the new commits, and exists as long as a connection is open.
    private let log: Identity?

    /// Looks at the files of a connection that has committed a transaction.
    init(_ path: String) {
        self.path = path
        database = Identity(path)
        log = Identity(Self.log(of: path))
    }

    /// Returns the path of the write-ahead log of a database.
    static func log(of path: String) -> String { path + "-wal" }

    /// Reads in a transaction.
    func read<Result: Sendable>(
        from connection: DatabaseQueue, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try check()
        do {
            return try await connection.read(body)
        } catch let error as DatabaseError {
            throw error.naming(path)
        }
    }

    /// Writes in a transaction, and returns when it is committed to the file that has the path.
    func write<Result: Sendable>(
        by connection: DatabaseQueue, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try check()
        do {
            let result = try await connection.write(body)
            // What was committed to a file that was removed meanwhile is lost.
            try check()
            return result
        } catch let error as DatabaseError {
            throw error.naming(path)
        }
    }

    /// Throws if one of the files was removed or replaced.
    ///
    /// - Throws: `LogReplaced`.
    func check() throws(LogReplaced) {
        try check(path, database)
        try check(Self.log(of: path), log)
    }

    private func check(_ path: String, _ opened: Identity?) throws(LogReplaced) {
        // A path that is not that of a file cannot be looked at.
        guard let opened else { return }
        guard let found = Identity(path) else { throw LogReplaced(.removed, "the file “\(path)”") }
        if found != opened { throw LogReplaced(.replaced, "the file “\(path)”") }
    }
}
