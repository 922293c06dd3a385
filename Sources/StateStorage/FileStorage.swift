public import Foundation
import SignalboxCore
import Synchronization

/// A storage that has a file for each state, in a folder of its own.
///
/// A file is never changed: a new one is written, synced with the disk, and renamed, so it has either the value before or the one
/// after, also when the process is killed or the machine stops. The file of the state `cart` is `cart.json`. One that cannot be decoded
/// is renamed to `cart.json.unreadable-1`, up to `-9`, which is replaced.
///
/// Only one storage uses a folder at a time. The file `.lock` is locked as long as it does, and the system ends the lock with the
/// process. Do not put the folder on a network file system without such locks.
///
/// Do not put it into the container of an App Group either. An app and its widget exclude each other there, and iOS ends an app that is
/// suspended while it holds a lock in a shared container (`0xdead10cc`). Give each process a folder in its own container.
///
/// ```swift
/// let storage = try FileStorage(folder)
/// try states.keep(.cart, .settings, in: storage)
/// try await storage.flush()
/// ```
public final class FileStorage: ValueStorage, @unchecked Sendable {
    /// Creates a storage in a folder, which is made if there is none.
    ///
    /// - Parameters:
    ///   - folder: The folder. Its files are readable by the user only.
    ///   - pause: The time from a change to the writing of it.
    ///   - limit: The largest number of bytes of a value. A larger one is refused and reported, and the file stays as it is. A larger
    ///     file is not read.
    ///   - clock: The clock of the pause.
    ///   - onError: Called with each value that cannot be read or written, under no lock: on the thread of `keep`, or on that of the
    ///     storage. By default, a line is written to the log.
    /// - Throws: `StorageError.Reason.inUse` if another storage uses the folder, and `.noFolder` if it cannot be used.
    public init(
        _ folder: URL, pause: Duration = ValueStorage.defaultPause, limit: Int = ValueStorage.defaultLimit,
        clock: any Clock<Duration> = ContinuousClock(), onError: (@Sendable (StorageError) -> Void)? = nil
    ) throws(StorageError) {
        let medium = try FolderMedium(folder)
        super.init(medium, pause: pause, limit: limit, clock: clock, onError: onError)
    }
}

/// A folder with a file for each name.
private final class FolderMedium: StorageMedium {
    private let folder: String
    private let lock: FolderLock

    /// A Boolean value that indicates whether the folder was made again, and `takeReplacement` has not said so.
    private let wasReplaced = Atomic(false)

    /// The number of files of one name that are set aside.
    private static let asideLimit = 9

    init(_ folder: URL) throws(StorageError) {
        guard folder.isFileURL else { throw StorageError(.noFolder, "\(folder) is not the URL of a file") }
        self.folder = folder.path
        do {
            try Self.makeFolder(folder)
        } catch {
            throw StorageError(.noFolder, "\(error)")
        }
        lock = try FolderLock(self.folder)
    }

    /// Makes a folder and those above it, if there is none, and waits until they are on disk.
    private static func makeFolder(_ folder: URL) throws {
        if FileManager.default.fileExists(atPath: folder.path) { return }
        let parent = folder.deletingLastPathComponent()
        try makeFolder(parent)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try OpenFile(folder: parent.path).sync()
    }

    private func path(_ name: String) -> String { "\(folder)/\(name).json" }

    /// Returns the path of a file that is being written.
    private func newPath(_ name: String) -> String { "\(folder)/.\(name).json.new" }

    /// Returns the path of a file that was set aside.
    private func asidePath(_ name: String, _ number: Int) -> String { "\(path(name)).unreadable-\(number)" }

    func read(_ name: String, limit: Int) throws(StorageError) -> Data? {
        guard let file = try OpenFile(reading: path(name)) else { return nil }
        let size = try file.size()
        if size > limit { throw StorageError(.tooLarge, "\(size) bytes instead of \(limit)") }
        return try file.read(size)
    }

    func write(_ data: Data, for name: String) throws(StorageError) {
        try checkLock()
        let new = newPath(name)
        do throws(StorageError) {
            try OpenFile(replacing: new).write(data)
            guard unsafe rename(new, path(name)) == 0 else { throw .ofSystem(.notWritten, path(name)) }
        } catch {
            unsafe unlink(new)
            throw error
        }
    }

    func erase(_ name: String) throws(StorageError) {
        try checkLock()
        let asidePaths = (1...Self.asideLimit).map { asidePath(name, $0) }
        // A process that was killed may have left a new file.
        for path in [path(name), newPath(name)] + asidePaths where unsafe unlink(path) != 0 && errno != ENOENT {
            throw .ofSystem(.notErased, path)
        }
    }

    func takeReplacement() -> String? {
        wasReplaced.exchange(false, ordering: .relaxed) ? folder : nil
    }

    private func checkLock() throws(StorageError) {
        if try lock.check() { wasReplaced.store(true, ordering: .relaxed) }
    }

    func sync() throws(StorageError) {
        try OpenFile(folder: folder).sync()
    }

    func setAside(_ name: String) throws(StorageError) -> String {
        try checkLock()
        var newPath = ""
        for number in 1...Self.asideLimit {
            newPath = asidePath(name, number)
            if unsafe access(newPath, F_OK) != 0 { break }
        }
        guard unsafe rename(path(name), newPath) == 0 else { throw .ofSystem(.unreadable, path(name)) }
        return newPath
    }

    func close() { lock.release() }
}
