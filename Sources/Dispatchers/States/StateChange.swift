/// A change of a state: its value before and after.
public struct StateChange<Value: Sendable>: Sendable {
    private let before: Value
    private let hasBefore: Bool

    /// The value after the change.
    ///
    /// It may have been set again meanwhile; then another change follows.
    public let new: Value

    /// The value before the change; `nil` when an observer receives the current value first.
    public var old: Value? { hasBefore ? before : nil }

    init(from old: Value, to new: Value) { (before, hasBefore, self.new) = (old, true, new) }

    /// The value that an observer receives first.
    init(current: Value) { (before, hasBefore, new) = (current, false, current) }

    /// The value before, if there is one, and the value after.
    var values: [any Sendable] { hasBefore ? [before, new] : [new] }

    /// One change for both: another, and this one after it.
    func following(_ other: Self) -> Self {
        other.hasBefore ? Self(from: other.before, to: new) : Self(current: new)
    }

    /// The same change of a part of the value.
    func map<Part: Sendable>(_ part: (Value) -> Part) -> StateChange<Part> {
        hasBefore ? StateChange<Part>(from: part(before), to: part(new)) : StateChange<Part>(current: part(new))
    }

    /// Whether the value before is there and the same as the value after.
    func isEqual(_ areEqual: (Value, Value) -> Bool) -> Bool { hasBefore && areEqual(before, new) }
}

extension StateChange: Equatable where Value: Equatable {
    /// Whether the values before are equal, and the values after.
    public static func == (left: Self, right: Self) -> Bool { left.old == right.old && left.new == right.new }
}

extension StateChange: CustomStringConvertible {
    /// The values: `5 → 6`, or `5` when an observer receives the current value first.
    public var description: String { old.map { "\($0) → \(new)" } ?? "\(new)" }
}

/// How a state is observed; without options, an observer receives the current value and then the change of every set.
public struct StateOptions<Value: Sendable>: Sendable, ExpressibleByArrayLiteral {
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

    /// All of the options together.
    public init(arrayLiteral options: Self...) {
        for option in options {
            isSkippingCurrent = isSkippingCurrent || option.isSkippingCurrent
            isCoalescing = isCoalescing || option.isCoalescing
            areEqual = areEqual ?? option.areEqual
        }
    }

    private init(
        isSkippingCurrent: Bool = false, isCoalescing: Bool = false,
        areEqual: (@Sendable (Value, Value) -> Bool)? = nil
    ) {
        (self.isSkippingCurrent, self.isCoalescing, self.areEqual) = (isSkippingCurrent, isCoalescing, areEqual)
    }
}

extension StateOptions where Value: Equatable {
    /// Does not deliver a change to an equal value.
    public static var skipsEqual: Self { Self(areEqual: { $0 == $1 }) }
}

/// Where a state was set, and what led to it.
struct SetContext: Sendable {
    let location: SourceLocation

    /// The actor that is current.
    var actor: ObjectIdentifier?

    /// The set as the cause of others, if something led to it.
    var cause: Origin?

    /// The set as an event, while that is traced.
    var event: Trace.Cause?
}

/// What a change has left to do, or to release, outside of the lock.
struct StateEffects {
    /// The number of the change, if the current thread delivers it at once.
    var version: UInt64?
    /// Whether the current thread delivers what waits.
    var isDeliverer = false
    /// How many changes have become one with others, if this one did, and what that replaced.
    var merged: Int?
    var replaced: (any Sendable)?
    /// The observers that begin.
    var newcomers: [StateNewcomer] = []
    var reports: [@Sendable () -> Void] = []
}

/// A change that waits to be delivered.
struct WaitingChange<Value: Sendable>: Sendable {
    var change: StateChange<Value>
    var version: UInt64 = 0
    var context: SetContext

    /// Who receives it as its first; `nil` if it is for all observers.
    var newcomer: Subscription?

    /// One change for both: another, and this one after it.
    func following(_ other: Self) -> Self {
        var both = self
        both.change = change.following(other.change)
        return both
    }
}

/// An observer that begins.
struct StateNewcomer {
    let handler: StateHandler
    let subscription: Subscription
    let skipsCurrent: Bool
    let context: SetContext
}

/// From where a state has its value.
enum StateSource {
    /// It was set in this center, or there is no other above.
    case own
    /// It is that of the center above, and is not observed here.
    case unset
    /// It will be that of the center above, which has not come yet.
    case awaited
    /// It is that of the center above, and follows it.
    case inherited
}
