import Dispatchers
import Foundation

/// A state that is kept in a storage, without its type.
protocol KeptState: AnyObject, Sendable {
    /// The name under which it is stored.
    var name: String { get }

    /// Its name in lowercase, by which the storage finds it: some file systems do not distinguish case.
    var id: String { get }

    /// The source location of `keep`.
    var location: SourceLocation { get }

    /// A Boolean value that indicates whether its center was closed or released.
    var hasEnded: Bool { get }

    /// A Boolean value that indicates whether it was set, and a thread is yet to report that.
    var hasUndeliveredChanges: Bool { get }

    /// Decodes the stored value, to be set by `begin`.
    func load(_ data: Data) throws(StorageError)

    /// Sets the stored value, and reports changes to a storage from now on.
    func begin(in storage: ValueStorage, on isolation: isolated (any Actor)?) throws(StorageError)

    /// Ends reporting changes.
    func end()

    /// Sets the state to its default, since the stored value is being erased.
    func erase(on isolation: isolated (any Actor)?)

    /// Returns the bytes of the current value; `nil` if the center has none of its own, or was released and its last value is stored.
    func encode() throws -> Data?

    /// Returns the bytes of the current value, which are written next; see `release`.
    func encodeToStore() throws -> Data?

    /// Returns the bytes of the value that the state has while nothing is stored; `nil` if that is the value of a parent.
    func encodeDefault() throws -> Data?

    /// Releases the value that `encodeToStore` returned last, since it is stored.
    func release()
}
