import Foundation

/// The entries of the user's defaults with a prefix.
///
/// `@unchecked` since `UserDefaults` is safe for use by several threads, without saying so everywhere.
struct DefaultsMedium: StorageMedium, @unchecked Sendable {
    private let defaults: UserDefaults
    private let prefix: String

    init(_ defaults: UserDefaults, _ prefix: String) {
        self.defaults = defaults
        self.prefix = prefix
    }

    func read(_ name: String, limit: Int) throws(StorageError) -> Data? {
        guard let entry = defaults.object(forKey: prefix + name) else { return nil }
        guard let data = entry as? Data else { throw StorageError(.unreadable, "\(prefix + name) is not data") }
        if data.count > limit { throw StorageError(.tooLarge, "\(data.count) bytes instead of \(limit)") }
        return data
    }

    func write(_ data: Data, for name: String) throws(StorageError) {
        defaults.set(data, forKey: prefix + name)
    }

    func erase(_ name: String) throws(StorageError) {
        defaults.removeObject(forKey: prefix + name)
        defaults.removeObject(forKey: asideKey(name))
    }

    func sync() throws(StorageError) {
        if !defaults.synchronize() { throw StorageError(.notWritten, "the defaults cannot be synchronized") }
    }

    func setAside(_ name: String) throws(StorageError) -> String {
        let newKey = asideKey(name)
        defaults.set(defaults.object(forKey: prefix + name), forKey: newKey)
        defaults.removeObject(forKey: prefix + name)
        return newKey
    }

    func close() {}

    /// Returns the key of an entry that cannot be read, which no state can have.
    private func asideKey(_ name: String) -> String { "\(prefix)\(name)!unreadable" }
}
