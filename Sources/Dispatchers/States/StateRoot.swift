import SignalboxCore
import Synchronization

/// The identity of a state, with its name and its first value.
final class StateRoot<Value: Sendable>: Sendable {
    let name: String
    let initial: Value

    /// The source location of its key.
    let location: SourceLocation

    /// The version of the `StateNames` in which the name was looked up last, since the state was read without a cell.
    let checkedVersion = Atomic<UInt64>(0)

    init(_ name: String, _ initial: Value, at location: SourceLocation) {
        self.name = name
        self.initial = initial
        self.location = location
    }
}
