import Dispatchers

/// The observed state of a property wrapper, which SwiftUI keeps as long as the view.
@MainActor final class ObservedStateHolder<Value: Sendable, Observed: ObservedState<Value>> {
    private var observed: Observed?

    nonisolated init() {}

    /// Returns the observed state of a path in a center.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one. Another one than before replaces that.
    ///   - center: The center. Another one than before replaces that.
    ///   - make: Makes the observed state if there is none for the path and the center.
    /// - Returns: The observed state, which is kept until another one is asked for.
    func observed(_ path: StatePath<Value>, in center: ObserverCenter, _ make: () -> Observed) -> Observed {
        if let observed, observed.isObserving(path, in: center) { return observed }
        let new = make()
        observed = new
        return new
    }
}
