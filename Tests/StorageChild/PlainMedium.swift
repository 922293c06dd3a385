import Foundation
import StateStorage

/// A folder in which files are overwritten, as they must not be: with it the check has to fail.
struct PlainMedium: StorageMedium {
    let folder: URL

    static func storage(in folder: URL) -> ValueStorage {
        ValueStorage(
            PlainMedium(folder: folder), pause: .milliseconds(2), limit: ValueStorage.defaultLimit,
            clock: ContinuousClock(), onError: nil)
    }

    private func file(_ name: String) -> URL { folder.appendingPathComponent("\(name).json") }

    func read(_ name: String, limit: Int) throws(StorageError) -> Data? { try? Data(contentsOf: file(name)) }

    func write(_ data: Data, for name: String) throws(StorageError) {
        do {
            try data.write(to: file(name))
        } catch {
            throw StorageError(.notWritten, "\(error)")
        }
    }

    func sync() throws(StorageError) {}
    func setAside(_ name: String) throws(StorageError) -> String { throw StorageError(.unreadable) }
    func close() {}
}
