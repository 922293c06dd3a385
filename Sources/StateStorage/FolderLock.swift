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

/// A file or a folder that is open, and is closed when it is released.
struct OpenFile {
    private let path: String
    private let handle: FileHandle

    /// Opens a file to read it.
    ///
    /// Links are not followed. Opening a pipe does not wait for a writer.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: `StorageError.Reason.inaccessible` if the system does not let it be opened, and `.unreadable` if it is a link or a
    ///   socket.
    init?(reading path: String) throws(StorageError) {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return nil }
        let isNoFile = errno == ELOOP || errno == ENXIO
        try self.init(descriptor, path, isNoFile ? .unreadable : .inaccessible)
    }

    /// Opens a file to write it anew.
    init(replacing path: String) throws(StorageError) {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        try self.init(unsafe open(path, flags, 0o600), path, .notWritten)
    }

    /// Opens a folder.
    init(folder path: String) throws(StorageError) {
        try self.init(unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path, .notWritten)
    }

    private init(_ descriptor: Int32, _ path: String, _ reason: StorageError.Reason) throws(StorageError) {
        guard descriptor >= 0 else { throw .ofSystem(reason, path) }
        self.path = path
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Returns the number of bytes.
    ///
    /// - Throws: An error if it is not a file.
    func size() throws(StorageError) -> Int {
        var status = stat()
        guard unsafe fstat(handle.fileDescriptor, &status) == 0 else { throw .ofSystem(.inaccessible, path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw StorageError(.unreadable, "\(path) is not a file") }
        return Int(clamping: status.st_size)
    }

    /// Returns the first bytes.
    func read(_ count: Int) throws(StorageError) -> Data {
        do {
            return try handle.read(upToCount: count) ?? Data()
        } catch {
            throw StorageError(.inaccessible, "\(error)")
        }
    }

    /// Writes bytes, and waits until they are on disk.
    func write(_ data: Data) throws(StorageError) {
        do {
            try handle.write(contentsOf: data)
        } catch {
            throw StorageError(.notWritten, "\(error)")
        }
        try sync()
    }

    /// Waits until all is on disk.
    func sync() throws(StorageError) {
        #if canImport(Darwin)
            // There, `fsync` leaves data in the cache of the disk. Some file systems have nothing better.
            if fcntl(handle.fileDescriptor, F_FULLFSYNC) == 0 { return }
        #endif
        // Some file systems cannot sync a folder.
        guard fsync(handle.fileDescriptor) == 0 || errno == EINVAL else { throw .ofSystem(.notWritten, path) }
    }
}

extension StorageError {
    /// Returns the error that the system reported last.
    static func ofSystem(_ reason: Reason, _ path: String) -> Self {
        let text = unsafe String(cString: strerror(errno))
        return Self(reason, "\(path): \(text)")
    }
}
