import Foundation

/// The identity of the file that was opened: a path may lead to another file later, or to none.
///
/// SQLite goes on writing into a file that was removed, where what it stores is lost.
struct DatabaseFile: Sendable {
    private struct Identity: Hashable {
        let device: UInt64
        let number: UInt64
    }

    let path: String
    private let opened: Identity?

    /// The file of the write-ahead log, which is there for as long as the database is open: it has what was stored last.
    private let openedLog: Identity?
    private var logPath: String { path + "-wal" }

    init(openedAt path: String) {
        self.path = path
        opened = Self.identity(at: path)
        openedLog = Self.identity(at: path + "-wal")
    }

    /// Throws a `DatabaseFailure` if the path leads to another file than the one that was opened.
    func check() throws {
        try check(path, against: opened)
        if openedLog != nil { try check(logPath, against: openedLog) }
    }

    private func check(_ path: String, against opened: Identity?) throws {
        let current = Self.identity(at: path)
        if let current, current == opened { return }
        let change = current == nil ? "removed" : "replaced by another file"
        throw DatabaseFailure(
            .removed, at: path, "was \(change) while the shop used it: put it back, or start the shop again")
    }

    private static func identity(at path: String) -> Identity? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let device = attributes[.systemNumber] as? NSNumber,
            let number = attributes[.systemFileNumber] as? NSNumber
        else { return nil }
        return Identity(device: device.uint64Value, number: number.uint64Value)
    }
}
