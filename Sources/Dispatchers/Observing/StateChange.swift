/// What became of a state: its value before and after.
@frozen public struct StateChange<Value: Sendable>: Sendable {
    // Two references and nothing else: see `LentStateChange`.
    @usableFromInline let oldBox: StateBox?
    @usableFromInline let newBox: StateBox

    /// The value before; `nil` when an observer is first told the value that it finds.
    @inlinable public var old: Value? { oldBox?.value(as: Value.self) }

    /// The value after.
    ///
    /// Others may have set the state anew meanwhile; then another change follows.
    @inlinable public var new: Value { newBox.value(as: Value.self) }

    init(from old: Value?, to new: Value) {
        oldBox = old.map { StateBox($0) }
        newBox = StateBox(new)
    }
}

extension StateChange: Equatable where Value: Equatable {
    /// Whether the values before are equal, and those after.
    public static func == (left: Self, right: Self) -> Bool { left.old == right.old && left.new == right.new }
}
