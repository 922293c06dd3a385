import Foundation

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
