import Foundation
import GRDB

/// The reason why the database did not do what it was asked for.
///
/// Its description names the file and the cause. It has no statement of SQL, whose values may be those of a customer.
package struct DatabaseFailure: Error, Hashable, CustomStringConvertible {
    /// The kind of failure.
    package enum Reason: Sendable, Hashable {
        /// The file cannot be opened.
        case notOpened

        /// Another connection holds the lock for longer than this one waits.
        case locked

        /// The disk is full.
        case full

        /// The file was removed or replaced while it was used.
        case removed

        /// A change was taken back together with another one, which could not be stored.
        case takenBack

        /// SQLite names another cause.
        case other
    }

    package let reason: Reason

    /// The path of the file.
    package let path: String

    /// The cause, as the end of a sentence.
    package let cause: String

    init(_ reason: Reason, at path: String, _ cause: String) {
        self.reason = reason
        self.path = path
        self.cause = cause
    }

    /// Creates the failure that an error of SQLite is; `nil` if the error is of another kind.
    package init?(_ error: any Error, at path: String) {
        guard let error = error as? DatabaseError else { return nil }
        let code = error.resultCode
        let words = "\(error.message ?? "no message") (SQLite \(error.extendedResultCode.rawValue))"
        switch code {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self.init(.locked, at: path, "is locked by another connection: \(words)")
        case .SQLITE_FULL: self.init(.full, at: path, "cannot grow, since the disk is full: \(words)")
        case .SQLITE_CANTOPEN:
            self.init(notOpening: path, Self.obstacle(at: path) ?? words)
        case .SQLITE_NOTADB: self.init(notOpening: path, "the file is no database of SQLite")
        default: self.init(.other, at: path, "failed: \(words)")
        }
    }

    /// Creates the failure of a file that cannot be opened, with the remedy.
    init(notOpening path: String, _ obstacle: String) {
        self.init(.notOpened, at: path, "cannot be opened: \(obstacle): name another file with --database")
    }

    /// Throws a failure if a path cannot be that of a database, before SQLite opens it.
    ///
    /// SQLite reads some names in another way, and waits for the other end of a pipe.
    static func check(_ path: String) throws {
        guard !path.isEmpty, !path.hasPrefix(":"), !path.hasPrefix("file:") else {
            throw DatabaseFailure(
                notOpening: path, "the shop needs a file, since it opens its database several times")
        }
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        guard let type = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType,
            type != .typeRegular, type != .typeDirectory
        else { return }
        throw DatabaseFailure(
            notOpening: path, "this is no file, but a device or a pipe, which keeps nothing")
    }

    /// One sentence for the operator.
    package var description: String { "the database at “\(path)” \(cause)" }

    /// The reason why there can be no file at a path; `nil` if none is found.
    private static func obstacle(at path: String) -> String? {
        let files = FileManager.default
        let folder = URL(filePath: path).deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: folder, isDirectory: &isFolder) else { return "there is no folder “\(folder)”" }
        if !isFolder.boolValue { return "“\(folder)” is no folder" }
        if files.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return "this is a folder" }
        let isAllowed =
            files.fileExists(atPath: path) ? files.isWritableFile(atPath: path) : files.isWritableFile(atPath: folder)
        return isAllowed ? nil : "this user may not write there"
    }
}
