import SignalboxCore

/// The key of a state.
///
/// With it, a state can be read, set and observed in any `ObserverCenter`.
///
/// The owner of a state declares its key once, in an extension of `StateKeys`. Two keys are two states, also if they have the same
/// type and name: what is set with one is not read with the other. So store the key, as in `static let`. A computed property makes
/// another key at each access. The first use of a second key of one name in a center and those around and inside it is reported to
/// `onError`, as a ``StateNameConflict``.
///
/// The line of the declaration does not identify a state, because one line can make many: a function with a parameter, a property of
/// each screen, a loop. Keep the keys of such a family, and give each of them a name of its own, such as `"draft.\(id)"`.
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
    ///   - fileID: The file of the declaration.
    ///   - line: The line of the declaration.
    public init(_ name: String, default initial: Value, fileID: StaticString = #fileID, line: Int = #line) {
        root = StateRoot(name, initial, at: SourceLocation(fileID: fileID, line: line))
        super.init(root)
    }

    override func set(_ value: Value, in center: ObserverCenter, _ context: SetContext) -> Bool {
        center.set(root, to: value, context)
    }
}
