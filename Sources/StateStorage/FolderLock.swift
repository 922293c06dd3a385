import Foundation
import SignalboxCore

/// The lock of a folder, which one storage of all processes has.
///
/// The system ends it with the process.
final class FolderLock: Sendable {
    /// The text by which a process knows its own locks, since processes of two containers may have the same identifier.
    private static let token = UUID().uuidString

    private let path: String

    /// The open file that has the lock; `nil` once it was released.
    private let descriptor: Protected<Int32?>

    /// Takes the lock of a folder.
    init(_ folder: String) throws(StorageError) {
        path = "\(folder)/.lock"
        descriptor = Protected(try Self.acquire(path))
    }

    deinit { release() }

    /// Checks that the path still leads to the locked file.
    ///
    /// If the folder was removed and made again, this method locks the new one.
    ///
    /// - Returns: `true` if it is another file than before.
    /// - Throws: `StorageError` if another storage has locked the new folder, or it cannot be opened.
    func check() throws(StorageError) -> Bool {
        guard let held = descriptor.withLock({ $0 }) else { throw StorageError(.closed) }
        var known = stat()
        var found = stat()
        let isThere = unsafe fstat(held, &known) == 0 && stat(path, &found) == 0
        if isThere, known.st_ino == found.st_ino, known.st_dev == found.st_dev { return false }
        let new = try Self.acquire(path)
        let old = descriptor.withLock { descriptor in
            let old = descriptor
            descriptor = new
            return old
        }
        if let old { Self.unlock(old) }
        return true
    }

    /// Ends the lock.
    func release() {
        if let held = descriptor.withLock({ $0.take() }) { Self.unlock(held) }
    }

    /// Ends the lock of an open file, and closes it.
    ///
    /// Closing it would not be enough: a process that is being started has the file open, too.
    private static func unlock(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        Foundation.close(descriptor)
    }

    private static func acquire(_ path: String) throws(StorageError) -> Int32 {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .ofSystem(.noFolder, path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error =
                errno == EWOULDBLOCK ? StorageError(.inUse, user(of: path)) : .ofSystem(.noFolder, path)
            Foundation.close(descriptor)
            throw error
        }
        writeUser(to: descriptor)
        return descriptor
    }

    /// Writes the identifier and the token of this process into the file, for the error messages of others.
    private static func writeUser(to descriptor: Int32) {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        try? handle.truncate(atOffset: 0)
        try? handle.write(contentsOf: Data("\(ProcessInfo.processInfo.processIdentifier) \(token)".utf8))
    }

    /// Returns a text with the process that has the lock.
    private static func user(of path: String) -> String {
        let bytes = try? OpenFile(reading: path)?.read(100)
        let words = bytes.flatMap { String(bytes: $0, encoding: .utf8) }?.split(separator: " ") ?? []
        guard let process = words.first else { return path }
        if words.last == token[...] { return "this process has \(path): close the other storage first" }
        return "process \(process) has \(path)"
    }
}
