public import Foundation

/// A storage that has an entry of the user's defaults for each state.
///
/// Defaults are for small values, such as settings. The entry of the state `theme` is `state.theme`, as data. One that cannot be decoded
/// is moved to `state.theme!unreadable`. Defaults have no lock: of two storages with one prefix, the last to write wins.
///
/// ```swift
/// try states.keep(.theme, in: UserDefaultsStorage())
/// ```
public final class UserDefaultsStorage: ValueStorage, @unchecked Sendable {
    /// Creates a storage in the user's defaults.
    ///
    /// - Parameters:
    ///   - defaults: The defaults.
    ///   - prefix: The beginning of the entries' names.
    ///   - pause: The time from a change to the writing of it.
    ///   - limit: The largest number of bytes of a value. A larger one is refused and reported, and the entry stays as it is. A larger
    ///     entry is not read.
    ///   - clock: The clock of the pause.
    ///   - onError: Called with each value that cannot be read or written, under no lock: on the thread of `keep`, or on that of the
    ///     storage. By default, a line is written to the log.
    public init(
        _ defaults: UserDefaults = .standard, prefix: String = "state.",
        pause: Duration = ValueStorage.defaultPause, limit: Int = ValueStorage.defaultLimit,
        clock: any Clock<Duration> = ContinuousClock(), onError: (@Sendable (StorageError) -> Void)? = nil
    ) {
        let medium = DefaultsMedium(defaults, prefix)
        super.init(medium, pause: pause, limit: limit, clock: clock, onError: onError)
    }
}

/// The entries of the user's defaults with a prefix.
///
/// `@unchecked` since `UserDefaults` is safe for use by several threads, without saying so everywhere.
private struct DefaultsMedium: StorageMedium, @unchecked Sendable {
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
