package import Foundation

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
