import Observation

/// A property of an `@Observable` object that is watched on the main actor.
///
/// Observation says when a property is about to change, once. So the property is watched anew at once, which reads the
/// value that is about to go, and the last value is read at the end of the turn; together they are all the values there
/// were. A change made off the main thread is only noted, and told with the value that is found later.
@MainActor
final class ObservedProperty<Object: AnyObject & Observable & SendableMetatype, Value: Equatable & Sendable>: Sendable {
    typealias Handler = @MainActor (StateChange<Value>) -> Void

    private weak let object: Object?
    private let path: KeyPath<Object, Value>
    private let thread = CurrentThread.Key.shared.current.number
    private let isFlushScheduled = Protected(false)
    private var last: Value
    private var passed: [Value] = []
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
        guard let object else { return end() }
        watch(object, with: Sentinel(end))
    }

    /// Lets no more calls start, and releases the handler.
    nonisolated func stop() {
        let taken = handler.withLock { $0.take() }
        withExtendedLifetime(taken) {}
    }

    /// Reads the value, and hears of its next change.
    @discardableResult
    private func watch(_ object: Object, with sentinel: Sentinel) -> Value {
        withObservationTracking {
            object[keyPath: path]
        } onChange: { [self] in
            willChange(sentinel)
        }
    }

    /// Called inside of the change, while the object still has the value before.
    nonisolated private func willChange(_ sentinel: Sentinel) {
        guard handler.withLock({ $0 != nil }) else { return }
        let isWatched = thread == CurrentThread.Key.shared.current.number
        if isWatched {
            // The main thread is the main actor's.
            MainActor.assumeIsolated {
                if let object { passed.append(watch(object, with: sentinel)) }
            }
        }
        let isFirst = isFlushScheduled.withLock { isScheduled in
            defer { isScheduled = true }
            return !isScheduled
        }
        // Unless it is watched anew already, the task keeps the sentinel alive until it is.
        if isFirst || !isWatched { Task { @MainActor in flush(sentinel, isWatched: isWatched) } }
    }

    private func flush(_ sentinel: Sentinel, isWatched: Bool) {
        isFlushScheduled.withLock { $0 = false }
        guard let object, handler.withLock({ $0 != nil }) else { return }
        var values = passed
        passed = []
        values.append(isWatched ? object[keyPath: path] : watch(object, with: sentinel))
        for value in values where value != last {
            let change = StateChange(from: last, to: value)
            last = value
            handler.withLock { $0 }?(change)
        }
    }
}

/// Held by an object's observation alone: it dies with the object.
private final class Sentinel: Sendable {
    private let onDeinit: @Sendable () -> Void

    init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

    deinit { onDeinit() }
}
