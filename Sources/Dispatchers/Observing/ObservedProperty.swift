import Observation

/// A property of an `@Observable` object that is watched on the main actor.
///
/// Observation says once, and before it happens, that a property changes. So the value is read when the turn that changes it
/// is over, and the property is watched anew by the same reading: what changed in between is part of what is read.
@MainActor
final class ObservedProperty<Object: AnyObject & Observable & SendableMetatype, Value: Equatable & Sendable>: Sendable {
    typealias Handler = @MainActor (StateChange<Value>) -> Void

    private weak let object: Object?
    private let path: KeyPath<Object, Value>
    private var last: Value
    nonisolated private let handler: Protected<Handler?>

    init(_ object: Object, _ path: KeyPath<Object, Value>, _ handler: @escaping Handler) {
        self.object = object
        self.path = path
        last = object[keyPath: path]
        self.handler = Protected(handler)
    }

    /// Begins to watch.
    ///
    /// - Parameter end: Called when the object dies.
    func start(whenObjectDies end: @escaping @Sendable () -> Void) {
        watch(with: Sentinel(end))
    }

    /// Lets no more calls start, and releases the handler.
    nonisolated func stop() {
        let taken = handler.withLock { $0.take() }
        withExtendedLifetime(taken) {}
    }

    /// Tells the value, if it is another than it was, and hears of the next change.
    private func watch(with sentinel: Sentinel) {
        guard let object, let handler = handler.withLock({ $0 }) else { return }
        let value = withObservationTracking {
            object[keyPath: path]
        } onChange: { [self] in
            // The object still has the value before. The task keeps the sentinel alive until it is watched again.
            Task { @MainActor in watch(with: sentinel) }
        }
        guard value != last else { return }
        let change = StateChange(from: last, to: value)
        last = value
        handler(change)
    }
}

/// Held by an object's observation alone: it dies with the object.
private final class Sentinel: Sendable {
    private let onDeinit: @Sendable () -> Void

    init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

    deinit { onDeinit() }
}
