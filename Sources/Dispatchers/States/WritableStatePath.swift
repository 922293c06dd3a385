/// A state, or a part of one, which can be set as well.
///
/// A key path to a stored property, or to another that can be set, names a part that can be set.
///
/// ```swift
/// center.set(.profile[\.address.city], to: "Wien")
/// ```
///
/// `@unchecked` for the reason that is given at `StateKeys`.
public class WritableStatePath<Value: Sendable>: StatePath<Value>, @unchecked Sendable {
    /// Changes the value in place, in a center.
    let modify: @Sendable (ObserverCenter, SetContext, (inout Value) -> Void) -> Bool

    override init(_ root: StateRoot<Value>) {
        modify = { center, context, body in center.update(root, context, body) }
        super.init(root)
    }

    private init<Whole>(
        of whole: WritableStatePath<Whole>, _ path: any WritableKeyPath<Whole, Value> & Sendable
    ) where Value: Equatable {
        modify = { [modify = whole.modify] center, context, body in
            modify(center, context) { body(&$0[keyPath: path]) }
        }
        super.init(of: whole, .path(path)) { $0[keyPath: path] }
    }

    /// A part of the value, which can be read, observed and set.
    public subscript<Part: Sendable & Equatable>(
        path: any WritableKeyPath<Value, Part> & Sendable
    ) -> WritableStatePath<Part> {
        WritableStatePath<Part>(of: self, path)
    }

    /// Sets the value in a center.
    ///
    /// The value before is released when the update has ended, since its `deinit` may read the state.
    func set(_ value: Value, in center: ObserverCenter, _ context: SetContext) -> Bool {
        var new = value
        let isSet = modify(center, context) { swap(&$0, &new) }
        return withExtendedLifetime(new) { isSet }
    }
}
