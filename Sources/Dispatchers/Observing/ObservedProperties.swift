import Observation

/// The properties of `@Observable` objects that a center watches, each of them once.
///
/// It holds no object. Properties that are not watched any more are forgotten when their number has doubled.
@MainActor final class ObservedProperties {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let object: ObjectIdentifier
        let path: AnyKeyPath
    }

    private var properties: [Key: any WatchedProperty] = [:]
    private var limit = 16

    /// Those that are watched, with those that are not and were not forgotten yet.
    var count: Int { properties.count }

    nonisolated init() {}

    /// The one that stands for a property of an object.
    func property<Object: AnyObject & Observable & SendableMetatype, Value: Equatable & Sendable>(
        _ path: KeyPath<Object, Value>, of object: Object
    ) -> ObservedProperty<Object, Value> {
        typealias Property = ObservedProperty<Object, Value>
        let key = Key(type: ObjectIdentifier(Property.self), object: ObjectIdentifier(object), path: path)
        if let known = properties[key] as? Property, known.isWatched { return known }
        if properties.count >= limit {
            properties = properties.filter { $0.value.isWatched }
            limit = max(16, properties.count * 2)
        }
        let new = Property(object, path)
        properties[key] = new
        return new
    }
}

/// A property of any object.
@MainActor protocol WatchedProperty {
    /// Whether its object lives, and will say when it changes.
    var isWatched: Bool { get }
}

/// A property of an `@Observable` object that is watched on the main actor, once for all who observe it.
///
/// Observation says once, and before it happens, that a property changes. So the value is read when the turn that changes it
/// is over, and the property is watched anew by the same reading: what changed in between is part of what is read.
/// Observation cannot be told to forget: a property that nobody observes any more is watched until it changes next, and
/// whoever observes it meanwhile joins.
@MainActor
final class ObservedProperty<Object: AnyObject & Observable & SendableMetatype, Value: Equatable & Sendable>: Sendable {
    private weak let object: Object?
    private weak var sentinel: Sentinel?
    private let path: KeyPath<Object, Value>
    nonisolated private let observers = PropertyObservers<PropertyObserver<Value>>()

    init(_ object: Object, _ path: KeyPath<Object, Value>) {
        self.object = object
        self.path = path
    }

    /// Adds one who knows the value there is now; he is told nothing before he is started.
    ///
    /// - Returns: His number.
    func add(_ handler: @escaping PropertyObserver<Value>.Handler, knowing value: Value) -> Int {
        observers.insert(PropertyObserver(handler, knowing: value))
    }

    /// Lets an observer be told of changes; what ends it is called when the object dies.
    func start(_ number: Int, whenObjectDies end: @escaping @Sendable () -> Void) {
        observers.set(end, of: number)
        if sentinel == nil { watch(with: Sentinel { [observers] in observers.endAll() }) }
    }

    /// Lets no more calls of an observer start, and releases its handler.
    nonisolated func remove(_ number: Int) { observers.remove(number) }

    /// Tells those who know another value, and hears of the next change.
    private func watch(with sentinel: Sentinel) {
        let all = observers.all
        guard let object, !all.isEmpty else { return }
        self.sentinel = sentinel
        let value = withObservationTracking {
            object[keyPath: path]
        } onChange: { [self] in
            // The object still has the value before. The task keeps the sentinel alive until it is watched again.
            Task { @MainActor in watch(with: sentinel) }
        }
        for (number, observer) in all where observers.contains(number) { observer.learn(value) }
    }
}

extension ObservedProperty: WatchedProperty {
    var isWatched: Bool { object != nil && sentinel != nil }
}

/// One who observes a property, and the value that he knows.
@MainActor final class PropertyObserver<Value: Equatable & Sendable> {
    typealias Handler = @MainActor (StateChange<Value>) -> Void

    private let handler: Handler
    private var known: Value

    init(_ handler: @escaping Handler, knowing value: Value) {
        self.handler = handler
        known = value
    }

    /// Tells him the value, if he knows another.
    func learn(_ value: Value) {
        guard value != known else { return }
        let change = StateChange(from: known, to: value)
        known = value
        handler(change)
    }
}

/// Those who observe one property, in the order in which they came.
private final class PropertyObservers<Observer: Sendable>: Sendable {
    private typealias Entry = (observer: Observer, end: (@Sendable () -> Void)?)

    private struct State: Sendable {
        var entries: [Int: Entry] = [:]
        var count = 0
    }

    private let state = Protected(State())

    var all: [(number: Int, observer: Observer)] {
        state.withLock { state in state.entries.map { ($0.key, $0.value.observer) } }.sorted { $0.number < $1.number }
    }

    func contains(_ number: Int) -> Bool { state.withLock { $0.entries[number] != nil } }

    func insert(_ observer: Observer) -> Int {
        state.withLock { state in
            state.count += 1
            state.entries[state.count] = (observer, nil)
            return state.count
        }
    }

    func set(_ end: @escaping @Sendable () -> Void, of number: Int) {
        state.withLock { $0.entries[number]?.end = end }
    }

    func remove(_ number: Int) {
        let removed = state.withLock { $0.entries.removeValue(forKey: number) }
        withExtendedLifetime(removed) {}
    }

    /// Ends each, which removes it.
    func endAll() {
        for end in state.withLock({ $0.entries.values.map(\.end) }) { end?() }
    }
}

/// Held by an object's observation alone: it dies with the object.
private final class Sentinel: Sendable {
    private let onDeinit: @Sendable () -> Void

    init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

    deinit { onDeinit() }
}
