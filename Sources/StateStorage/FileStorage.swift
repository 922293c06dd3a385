public import Foundation

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
