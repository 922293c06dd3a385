/// A change of a state: its value before and after.
public struct StateChange<Value: Sendable>: Sendable {
    /// The value before the change; `nil` when an observer receives the current value first.
    public let old: Value?

    /// The value after the change.
    ///
    /// It may have been set again meanwhile; then another change follows.
    public let new: Value

    /// The value before, if there is one, and the value after.
    var values: [any Sendable] { old.map { [$0, new] } ?? [new] }

    /// The same change of a part of the value.
    func map<Part: Sendable>(_ part: (Value) -> Part) -> StateChange<Part> {
        StateChange<Part>(old: old.map(part), new: part(new))
    }

    /// Whether the value before is there and the same as the value after.
    func isEqual(_ areEqual: (Value, Value) -> Bool) -> Bool { old.map { areEqual($0, new) } ?? false }
}

extension StateChange: Equatable where Value: Equatable {}

extension StateChange: CustomStringConvertible {
    /// The values: `5 → 6`, or `5` when an observer receives the current value first.
    public var description: String { old.map { "\($0) → \(new)" } ?? "\(new)" }
}

/// How a state is observed; without options, an observer receives the current value and then the change of every set.
public struct StateOptions<Value: Sendable>: Sendable {
    var isSkippingCurrent = false
    var isCoalescing = false
    var areEqual: (@Sendable (Value, Value) -> Bool)?

    /// Does not deliver the current value, only later changes.
    public static var skipsCurrent: Self { Self(isSkippingCurrent: true) }

    /// Delivers several sets as one change, from the value before the first to the value after the last.
    ///
    /// The observer is never called inside of `set`, but in a task of its own on its actor: what one turn of that actor
    /// sets arrives as one change. Without an actor, how much becomes one depends on timing. Either way changes arrive one
    /// after the other, each from the value that the one before ended on, and the last value last.
    public static var coalesces: Self { Self(isCoalescing: true) }
}

extension StateOptions: ExpressibleByArrayLiteral {
    /// All of the options together.
    public init(arrayLiteral options: Self...) {
        for option in options {
            isSkippingCurrent = isSkippingCurrent || option.isSkippingCurrent
            isCoalescing = isCoalescing || option.isCoalescing
            areEqual = areEqual ?? option.areEqual
        }
    }
}

extension StateOptions where Value: Equatable {
    /// Does not deliver a change to an equal value.
    public static var skipsEqual: Self { Self(areEqual: { $0 == $1 }) }
}
