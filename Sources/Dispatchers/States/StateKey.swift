/// The key of a state.
///
/// With it, a state can be read, set and observed in any `ObserverCenter`.
///
/// The owner of a state declares its key once, in an extension of `StateKeys`. Two keys are two states, also if they have the same
/// type and name.
///
/// `@unchecked` for the reason that is given at `StateKeys`.
public final class StateKey<Value: Sendable>: WritableStatePath<Value>, @unchecked Sendable {
    let root: StateRoot<Value>

    /// The name of the state.
    public var name: String { root.name }

    /// Creates a key, which differs from all others.
    ///
    /// - Parameters:
    ///   - name: The name of the state in listings, traces and reports, under which it can also be stored. Give each state of an
    ///     app a name of its own.
    ///   - initial: The state's value until it is set, in every center.
    public init(_ name: String, default initial: Value) {
        root = StateRoot(name, initial)
        super.init(root)
    }

    override func set(_ value: Value, in center: ObserverCenter, _ context: SetContext) -> Bool {
        center.set(root, to: value, context)
    }
}
