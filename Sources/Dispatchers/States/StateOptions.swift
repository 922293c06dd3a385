/// How a state is observed; without options, an observer receives the current value and then the change of every set.
public struct StateOptions<Value: Sendable>: Sendable {
    var skipsCurrent = false
    var coalesces = false
    var limit: Int?
    var areEqual: (@Sendable (Value, Value) -> Bool)?

    /// The same, without what depends on the type.
    var forAnyValue: StateOptions<Void> {
        StateOptions<Void>(skipsCurrent: skipsCurrent, coalesces: coalesces, limit: limit)
    }

    /// Does not deliver the current value, only later changes.
    public static var skipsCurrent: Self { Self(skipsCurrent: true) }

    /// Delivers several sets as one change, from the value before the first to the value after the last.
    ///
    /// The observer is never called inside of `set`, but in a task of its own on its actor: what one turn of that actor
    /// sets arrives as one change. Without an actor, how much becomes one depends on timing. Either way changes arrive one
    /// after the other, each from the value that the one before ended on, and the last value last.
    public static var coalesces: Self { Self(coalesces: true) }

    /// Delivers the newest changes as one when more than a number of them wait for the observer's actor; 64 by default.
    ///
    /// Only values in between are lost; `ObserverCenter.Observation.merged` counts them.
    ///
    /// - Parameter limit: How many changes may wait, at least 1.
    /// - Returns: The option.
    public static func merges(beyond limit: Int) -> Self {
        precondition(limit >= 1, "a queue for \(limit) changes could never hold one")
        return Self(limit: limit)
    }
}

extension StateOptions where Value: Equatable {
    /// Does not deliver a change to an equal value.
    public static var skipsEqual: Self { Self(areEqual: { $0 == $1 }) }
}

extension StateOptions: ExpressibleByArrayLiteral {
    /// All of the options together.
    public init(arrayLiteral options: Self...) {
        self.init()
        for option in options {
            skipsCurrent = skipsCurrent || option.skipsCurrent
            coalesces = coalesces || option.coalesces
            limit = limit ?? option.limit
            areEqual = areEqual ?? option.areEqual
        }
    }
}
