import Bridging
import Foundation
import GRDB

/// The error of a log whose file cannot be opened.
public struct SQLiteLogError: Error, Hashable, CustomStringConvertible {
    /// The reason why a file cannot be opened.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// The folder of the file is not there.
        case noFolder
        /// The path is that of a folder.
        case isFolder
        /// The user of the process may not read and write the file, or not write into its folder, where SQLite keeps two more files.
        case notPermitted
        /// Another reason, in the words of SQLite.
        case other(String)
    }

    /// The path of the file.
    public let path: String

    /// The reason.
    public let reason: Reason

    /// Looks for the reason why SQLite cannot open a file.
    init(path: String, message: String?) {
        self.path = path
        let files = FileManager.default
        let folder = URL(filePath: path).deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            reason = .isFolder
        } else if !files.fileExists(atPath: folder) {
            reason = .noFolder
        } else if [folder, path].contains(where: { files.fileExists(atPath: $0) && access($0, R_OK | W_OK) != 0 }) {
            reason = .notPermitted
        } else {
            reason = .other(message ?? "SQLite gives no reason")
        }
    }

    /// One line for developers.
    public var description: String {
        let text =
            switch reason {
            case .noFolder: "its folder does not exist: make it first"
            case .isFolder: "this is a folder: name a file in it"
            case .notPermitted: "this process needs the right to read and write the file, and to write into its folder"
            case .other(let message): message
            }
        return "the log at “\(path)” cannot be opened: \(text)"
    }
}

extension DatabaseError {
    /// The error with the path of the file, and without the statement: operators need the first, and cannot do anything about the second.
    func naming(_ path: String) -> any Error {
        switch resultCode {
        case .SQLITE_FULL: LogFull("the disk of the log at “\(path)”", message ?? "disk is full")
        case .SQLITE_CANTOPEN: SQLiteLogError(path: path, message: message)
        default:
            DatabaseError(resultCode: extendedResultCode, message: "the log at “\(path)”: \(message ?? "failed")")
        }
    }
}
