public import Observation
import SignalboxCore

/// A state, or a part of one, whose readers Observation tracks.
///
/// A SwiftUI view that reads `value` in its `body` is updated when the state changes, as with a property of an `@Observable`
/// object. `withObservationTracking` calls its closure once for the next change, on the main actor. A change of another part of
/// the state does not count.
///
/// ```swift
/// let total = states.observed(.cart[\.total])
/// withObservationTracking { print(total.value) } onChange: { print("changed") }
/// ```
///
/// All `ObservedState`s of one state, or of one part, share one observation of a center, which ends when the last of them is
/// released. The center is retained. After it was closed, `value` can still be read, and does not change any more.
@MainActor public class ObservedState<Value: Sendable>: nonisolated Observable {
    let center: ObserverCenter

    /// The source location of its creation.
    let location: SourceLocation
    private let path: StatePath<Value>

    /// The state or part in the center.
    private let node: StateNode

    private let observer: StateObserver

    init(_ path: StatePath<Value>, in center: ObserverCenter, at location: SourceLocation) {
        self.path = path
        self.center = center
        self.location = location
        node = path.node(center)
        observer = center.observer(of: node, at: location)
    }

    /// The current value of the state in the center.
    public var value: Value {
        observer.noteAccess()
        return center[path]
    }

    /// Returns a Boolean value that indicates whether it observes a state, or a part of one, of a center.
    package func isObserving(_ path: StatePath<Value>, in center: ObserverCenter) -> Bool {
        if self.path === path, self.center === center { return true }
        return path.node(center) === node
    }
}
