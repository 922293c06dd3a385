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
