/// Options of an observer.
///
/// Without options, an observer receives the current value and then the change of every set.
///
/// To skip sets to an equal value, observe the whole value as a part: `.volume[\.self]`.
public struct StateOptions: OptionSet, Sendable {
    /// Each option as a bit.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Does not deliver the current value, only later changes.
    public static let skipsCurrent = Self(rawValue: 1)

    /// Delivers several sets as one change, from the value before the first to the value after the last.
    ///
    /// The observer is never called inside `set`, but in a task of its own on its actor: all sets of one turn of that actor arrive
    /// as one change. Without an actor, the number of changes that become one depends on timing. Either way changes arrive one
    /// after the other, each from the value that the one before ended on, and the last value last.
    public static let coalesces = Self(rawValue: 2)
}
