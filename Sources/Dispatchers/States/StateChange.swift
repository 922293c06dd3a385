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

    @inline(__always)
    init(from old: Value, to new: Value) { (before, hasBefore, self.new) = (old, true, new) }

    /// The value that an observer receives first.
    init(current: Value) { (before, hasBefore, new) = (current, false, current) }

    /// One change for both: another, and this one after it.
    func following(_ other: Self) -> Self {
        other.hasBefore ? Self(from: other.before, to: new) : Self(current: new)
    }

    /// The same change of a part of the value.
    @inline(__always)
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
