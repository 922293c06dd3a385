/// A change of a state: its value before and after.
public struct StateChange<Value: Sendable>: Sendable {
    /// The value before the change; the value after it where `hasBefore` is false.
    ///
    /// Not an optional: to copy one of an unknown type, the program looks up its layout each time.
    let before: Value

    /// A Boolean value that indicates whether there was a value before the change.
    let hasBefore: Bool

    /// The value after the change.
    ///
    /// The state may have been set again meanwhile. Then another change follows.
    public internal(set) var new: Value

    /// The value before the change; `nil` when an observer receives the current value first.
    public var old: Value? { hasBefore ? before : nil }

    /// The value before, if there is one, and the value after.
    var values: [any Sendable] { hasBefore ? [before, new] : [new] }

    /// Returns one change instead of two: from the value before an old one to the value after a new one.
    static func merge(_ new: PendingMessage, into old: PendingMessage) -> PendingMessage? {
        guard let change = new.message as? Self, var merged = old.message as? Self else { return nil }
        merged.new = change.new
        return PendingMessage(merged, of: new.topic, in: new.hub, because: new.cause)
    }
}

extension StateChange: Equatable where Value: Equatable {}

extension StateChange: CustomStringConvertible {
    /// The values: `5 → 6`, or `5` when an observer receives the current value first.
    public var description: String { hasBefore ? "\(before) → \(new)" : "\(new)" }
}
