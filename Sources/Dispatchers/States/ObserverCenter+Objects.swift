public import Observation

extension ObserverCenter {
    /// Observes a property of an `@Observable` object, on the main actor.
    ///
    /// The handler is called in a task of its own when the turn is over in which the property changed, with the value before
    /// and after that turn; a value that is the same again is skipped. Observers of one property are called in the order of
    /// their registration.
    ///
    /// The observation ends with the object, which is not retained, with the registration, or when the center is closed. A
    /// path through another object (`\.child.name`) may end later, when that one is released or changes; one that Observation
    /// does not track, such as a constant or an `@ObservationIgnored` property, ends at once. Observation cannot be cancelled:
    /// of a property that nobody observes any more, one small object stays until it changes or the object is released.
    ///
    /// The property has to be changed on the main actor, as one of an object of the main actor always is. Observation announces
    /// a change before it is made: one that another thread makes is delivered at the next, if it is not made by then.
    ///
    /// ```swift
    /// titles = center.observe(\.title, of: document) { change in print(change.new) }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The property.
    ///   - object: The object that has the property.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do.
    /// - Returns: The token of the observation.
    @MainActor public func observe<Object: AnyObject & Observable & SendableMetatype, Value: Equatable & Sendable>(
        _ path: KeyPath<Object, Value>,
        of object: Object,
        fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping @MainActor (StateChange<Value>) -> Void
    ) -> Registration {
        let location = SourceLocation(fileID: fileID, line: line)
        let property = properties.property(path, of: object)
        return Registration(of: property.observe(in: hub, at: location, handler))
    }

    /// Keeps a state, or a part of one, and a property of an `@Observable` object of the main actor equal for as long as the object lives.
    ///
    /// The property gets the state's value now, and whenever that is set. What the object sets itself, the state gets at the
    /// end of the turn; if both change at once, the object's value wins. What came from one side never goes back to it. The
    /// binding ends with the object, with `cancel(by:)`, or when the center is closed.
    ///
    /// ```swift
    /// center.bind(.volume, to: \.volume, of: screen)
    /// center.bind(.profile[\.address.city], to: \.city, of: form)
    /// ```
    ///
    /// - Parameters:
    ///   - state: The state, or a part of one.
    ///   - path: The property. Setting it should not change it again in the same turn to another value for ever.
    ///   - object: The object that has the property. It is referenced weakly.
    ///   - fileID: Where the binding is written; leave it to the compiler.
    ///   - line: Where the binding is written; leave it to the compiler.
    @MainActor public func bind<Object: AnyObject & Observable & Sendable, Value: Equatable & Sendable>(
        _ state: WritableStatePath<Value>,
        to path: ReferenceWritableKeyPath<Object, Value>,
        of object: Object,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        // What both had when they were last known to be equal; another value of the object is its own.
        var shared = object[keyPath: path]
        let giveBack: @MainActor () -> Void = { [weak self, weak object] in
            guard let self, let object, object[keyPath: path] != shared else { return }
            shared = object[keyPath: path]
            set(state, to: shared)
        }
        let take: @MainActor (Value) -> Void = { [weak object] value in
            guard let object else { return }
            // What the object has set meanwhile is newer. What it makes of the value, as by rounding, is its own as well.
            if object[keyPath: path] != shared { return giveBack() }
            shared = value
            if object[keyPath: path] != value { object[keyPath: path] = value }
        }
        take(self[state])
        _ = properties.property(path, of: object).observe(in: hub, at: location, by: object) { _ in giveBack() }
        observe(state, by: object, fileID: fileID, line: line) { _, change in take(change.new) }
    }

    /// Says what is wrong where the state and the property differ in type; the compiler has no message of its own for that.
    @available(*, unavailable, message: "the state and the property have different types")
    @MainActor public func bind<Object: AnyObject & Observable & Sendable, Value, Other>(
        _ state: WritableStatePath<Value>,
        to path: ReferenceWritableKeyPath<Object, Other>,
        of object: Object,
        fileID: StaticString = #fileID, line: Int = #line
    ) {}
}

/// The properties of `@Observable` objects that a center watches, each of them once.
///
/// It retains no object. Properties that are not watched any more are removed when their number has doubled.
@MainActor final class ObservedProperties {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let object: ObjectIdentifier
        let path: AnyKeyPath
    }

    private var properties: [Key: any WatchedProperty] = [:]
    private var limit = 16

    /// The number of those that are watched, and of those that are not and were not removed yet.
    var count: Int { properties.count }

    nonisolated init() {}

    /// The one for a property of an object.
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
    /// Whether its object lives, and its next change will be noticed.
    var isWatched: Bool { get }
}

/// A property of an `@Observable` object that is watched on the main actor, once for all its observers.
///
/// Observation announces a change once, before it is made. So the value is read when the turn is over that changes it,
/// and the property is watched anew by the same reading: what changed in between is part of what is read. Observation cannot
/// be cancelled: a property without observers is watched until its next change, and new observers share the watch.
@MainActor
final class ObservedProperty<Object: AnyObject & Observable & SendableMetatype, Value: Equatable & Sendable>:
    WatchedProperty, Sendable
{
    private weak let object: Object?
    private weak var sentinel: ReleaseAction?
    private let path: KeyPath<Object, Value>

    /// The observers, some of which may have ended.
    ///
    /// Their hub keeps them until then. They are not kept here, since they keep the hub.
    nonisolated private let observers = Protected([Observer]())

    private struct Observer: Sendable { weak let subscription: Subscription? }

    var isWatched: Bool { object != nil && sentinel != nil }

    init(_ object: Object, _ path: KeyPath<Object, Value>) {
        self.object = object
        self.path = path
    }

    /// Adds an observer, which knows the value that there is now, and is called with another one.
    ///
    /// All properties of one class share a topic, which lists them; a change is delivered to those of its property.
    func observe(
        in hub: Hub, at location: SourceLocation, by owner: AnyObject? = nil,
        _ handler: @escaping @MainActor (StateChange<Value>) -> Void
    ) -> Subscription {
        var known = object?[keyPath: path]
        let receive = TokenHandler<Value> { @MainActor value in
            guard let old = known, old != value else { return }
            known = value
            handler(StateChange(from: old, to: value))
        }
        let id = ObjectIdentifier(Object.self)
        let subscription = hub.subscribe(
            receive, to: hub.topic(id) { TypedTopic<Void>(id: id, showing: Object.self) },
            owner: owner.map { ObjectIdentifier($0) }, at: location)
        add(subscription)
        if sentinel == nil, subscription.isActive {
            watch(with: ReleaseAction { [self] in for subscription in subscriptions { subscription.cancel() } })
        }
        return subscription
    }

    /// Calls the observers that know another value, and watches for the next change.
    private func watch(with sentinel: ReleaseAction) {
        let subscriptions = add(nil)
        guard let object, let first = subscriptions.first else { return }
        self.sentinel = sentinel
        let value = withObservationTracking {
            object[keyPath: path]
        } onChange: { [self] in
            // The object still has the value before. The task retains the sentinel until it is watched again.
            Task { @MainActor in watch(with: sentinel) }
        }
        let origin = Origin(Origin.Step(of: first.topic, at: first.location))
        let message = PendingMessage(value, of: first.topic, in: first.hub, from: origin)
        first.hub.deliverPart(message, to: subscriptions, on: ObjectIdentifier(MainActor.shared))
    }

    /// Those that have not ended.
    nonisolated private var subscriptions: [Subscription] {
        // Outside of the lock, since this may release one.
        observers.withLock { $0 }.compactMap(\.subscription).filter(\.isActive)
    }

    /// Adds an observer, removes those that have ended, and returns the others.
    @discardableResult
    private func add(_ new: Subscription?) -> [Subscription] {
        let active = subscriptions + (new.map { [$0] } ?? [])
        var observers = active.map(Observer.init)
        self.observers.withLock { swap(&$0, &observers) }
        return active
    }
}
