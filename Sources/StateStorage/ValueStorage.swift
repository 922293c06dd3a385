import Dispatchers
package import Foundation

// The files of this module, in the order of a change:
//
// 1. `ObserverCenter+Keeping`: which states are kept. `StorageWriter+Keeping`: how the stored values are read. `KeptValue`: a kept state.
// 2. `WriteSchedule`: when to write. `StorageWriter`: how it is written, on a thread of its own. `StoredValue`: in which form.
// 3. `ValueStorage`, with a medium: `FileStorage` with `FolderLock`, or `UserDefaultsStorage`.

/// A storage for the values of states: a `FileStorage` or a `UserDefaultsStorage`.
///
/// A storage keeps states of any number of centers, each under the name of its key. A change is written after a pause,
/// together with all changes that are made meanwhile. A value that cannot be written is reported, and written with the
/// next change.
///
/// A center retains the storage of its states. The states are kept until the center is closed or released, or until the storage is
/// closed. Changes that were made before are written then, without a pause. Releasing a storage closes it.
///
/// `@unchecked` only because a class with subclasses cannot be checked. All stored properties, also of the subclasses, are constant
/// and `Sendable`.
public class ValueStorage: @unchecked Sendable {
    /// The pause before a change is written, unless another one is given.
    public static let defaultPause = Duration.milliseconds(500)

    /// The largest number of bytes of a value, unless another one is given: 4 MiB.
    public static let defaultLimit = 4_194_304

    let writer: StorageWriter

    /// Creates a storage.
    ///
    /// - Parameters:
    ///   - medium: The storage of the bytes.
    ///   - pause: The time from a change to the writing of it.
    ///   - limit: The largest number of bytes of a value.
    ///   - clock: The clock of the pause.
    ///   - onError: Called with each value that cannot be read or written.
    package init(
        _ medium: any StorageMedium, pause: Duration, limit: Int, clock: any Clock<Duration>,
        onError: (@Sendable (StorageError) -> Void)?
    ) {
        let terms = StorageTerms(
            pause: pause, limit: limit, clock: clock, onError: onError ?? StorageError.log)
        writer = StorageWriter(to: medium, terms)
    }

    deinit { writer.close() }

    /// Writes all changes of which `set` or `update` has returned before, and waits until they are on disk.
    ///
    /// Call it when the app goes to the background, and before the process ends. Returns at once if there is nothing to write. In a
    /// storage that was closed it does nothing.
    ///
    /// - Throws: The first error, if a value cannot be written. The value before is still stored.
    public func flush() async throws(StorageError) {
        if let error = await writer.flush() { throw error }
    }

    /// Erases the stored values of states, and waits until they are gone from the disk.
    ///
    /// Call it where a user signs out. States that the storage keeps get their defaults, as by `reset`, and nothing is stored for them
    /// until they are set again. Values that were moved aside are erased, too. A key does not have to be kept: only its name counts.
    /// Like `flush`, this method writes the changes of all other states.
    ///
    /// ```swift
    /// try await storage.erase(.cart, .profile)
    /// ```
    ///
    /// - Parameters:
    ///   - keys: The states.
    ///   - isolation: The actor of the caller.
    /// - Throws: The first error, if a value cannot be erased or written. Then `flush` and the next change try again. In a storage that
    ///   was closed, this is `.closed`.
    public func erase<each Value>(
        _ keys: repeat StateKey<each Value>, isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) {
        var names: [String] = []
        for key in repeat each keys {
            try StateName.check(key.name)
            names.append(key.name)
        }
        if let error = await writer.erase(names, on: isolation) { throw error }
    }

    /// Writes all changes as `flush()` does, and ends: later changes are not written, and another storage can use the
    /// medium.
    ///
    /// This method returns also if values cannot be written. Calling it again does nothing.
    ///
    /// - Throws: The first error, if a value cannot be written.
    public func close() async throws(StorageError) {
        let error = await writer.flush(isLast: true)
        writer.endObserving()
        if let error { throw error }
    }
}

/// The bytes that a storage has for each name.
///
/// A storage calls it from one thread at a time to write, and beside that to read a name that it does not write.
package protocol StorageMedium: Sendable {
    /// Returns the bytes of a name; `nil` if there are none.
    ///
    /// - Throws: A `StorageError`, if there is something that cannot be read, or that is larger than the limit.
    func read(_ name: String, limit: Int) throws(StorageError) -> Data?

    /// Stores the bytes of a name in place of those before, all or none.
    ///
    /// - Throws: A `StorageError`, if the bytes before are still stored.
    func write(_ data: Data, for name: String) throws(StorageError)

    /// Removes all bytes that were ever stored under a name, also those that were moved aside.
    func erase(_ name: String) throws(StorageError)

    /// Makes sure that what was written outlasts a failure of the machine.
    func sync() throws(StorageError)

    /// Returns the path of the medium, once, if it was replaced by an empty one since it was opened.
    func takeReplacement() -> String?

    /// Moves what is stored under a name to a location where it is neither read nor overwritten.
    ///
    /// - Returns: The location.
    func setAside(_ name: String) throws(StorageError) -> String

    /// Lets others use the storage.
    func close()
}

extension StorageMedium {
    package func takeReplacement() -> String? { nil }
}
