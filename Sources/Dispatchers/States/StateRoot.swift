/// The identity of a state, with its name and its first value.
final class StateRoot<Value: Sendable>: Sendable {
    let name: String
    let initial: Value

    init(_ name: String, _ initial: Value) {
        self.name = name
        self.initial = initial
    }
}
