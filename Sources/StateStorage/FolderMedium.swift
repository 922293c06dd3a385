import Foundation
import SignalboxCore
import Synchronization

/// A folder with a file for each name.
final class FolderMedium: StorageMedium {
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
