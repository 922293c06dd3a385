import SignalboxCore

/// A state, or a part of one, whose readers Observation tracks, and which can be set.
///
/// This object is an ``ObservedState``, of which a SwiftUI view can make a binding, as of a property of an
/// `@Observable` object.
///
/// ```swift
/// let volume = states.observed(.volume)
/// volume.value += 1
/// Stepper("Volume", value: Bindable(volume).value)
/// ```
@MainActor public final class WritableObservedState<Value: Sendable>: ObservedState<Value> {
    private let path: WritableStatePath<Value>

    init(_ path: WritableStatePath<Value>, in center: ObserverCenter, at location: SourceLocation) {
        self.path = path
        super.init(path, in: center, at: location)
    }

    /// The current value of the state in the center.
    ///
    /// Setting it sets the state as `set(_:to:)` does, from the source location of this object's creation. A closed center refuses that,
    /// and reports it to `onError` as a ``ClosedCenter``.
    public override var value: Value {
        get { super.value }
        set {
            let context = SetContext(location: location, actor: ObjectIdentifier(MainActor.shared))
            center.setOrReport(path, to: newValue, context)
        }
    }
}
