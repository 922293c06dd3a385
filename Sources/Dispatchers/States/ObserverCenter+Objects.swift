public import Observation
extension ObserverCenter {
    /// Observes a property of an `@Observable` object, on the main actor.
    ///
    /// The handler is called in a task of its own when the turn is over in which the property changed, with the value before
    /// and after that turn; a value that is the same again is skipped. The observers of one property are called in any order.
    ///
    /// The observation ends with the object, which is not retained, with the registration, or when the center is closed. A
    /// path through another object (`\.child.name`) may end later, when that one is released or changes; one that Observation
    /// does not track, such as a constant or an `@ObservationIgnored` property, ends at once. Observation cannot be cancelled:
    /// of an observation that has ended, one small object stays until the property changes or the object is released.
    ///
    /// The property has to be changed on the main actor, as one of an object of the main actor always is. A change that
    /// another thread makes may be delivered only with the next one.
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
        let (id, main) = (ObjectIdentifier(Object.self), MainActor.shared)
        let handler = StateHandler(TokenHandler<StateChange<Value>>(handler), coalescingIn: ActorQueue(of: main))
        let subscription = hub.subscribe(
            handler, to: hub.topic(id) { TypedTopic<Void>(id: id, showing: Object.self) },
            at: SourceLocation(fileID: fileID, line: line))
        PropertyWatch(path, of: object, for: subscription).watch()
        return Registration(of: subscription)
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
        let registration = observe(path, of: object, fileID: fileID, line: line) { _ in giveBack() }
        // The property is observed for as long as the state.
        observe(state, by: object, fileID: fileID, line: line) { _, change in
            withExtendedLifetime(registration) { take(change.new) }
        }
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

/// Waits for the changes of a property of an `@Observable` object.
///
/// Observation announces a change once, before it is made. So the value is read when the turn is over that changes it,
/// and the property is watched anew by the same reading: what changed in between is part of what is read.
///
/// Only what waits for the next change retains this: Observation, which releases it with the object, or a task.
@MainActor private final class PropertyWatch<Object: AnyObject & Observable & SendableMetatype, Value>: Sendable
where Value: Equatable & Sendable {
    private weak let object: Object?
    private let path: KeyPath<Object, Value>
    private var known: Value?

    /// Its hub keeps it until it ends, and must not be kept by the object.
    nonisolated private weak let subscription: Subscription?

    init(_ path: KeyPath<Object, Value>, of object: Object, for subscription: Subscription) {
        (self.path, self.object, self.subscription) = (path, object, subscription)
    }

    deinit { subscription?.cancel() }

    /// Calls the observer if the value is another one, and watches for the next change.
    func watch() {
        guard let object, let subscription, let handler = subscription.currentHandler as? StateHandler else { return }
        let new = withObservationTracking {
            object[keyPath: path]
        } onChange: { [self, queue = handler.ownQueue] in
            // The object still has the value before.
            queue?.append { MainActor.assumeIsolated { self.watch() } }
        }
        defer { known = new }
        guard let old = known, old != new else { return }
        let origin = Origin(DeliveryStep(of: subscription.topic, at: subscription.location))
        let change = PendingMessage(
            StateChange(before: old, hasBefore: true, new: new), of: subscription.topic, in: subscription.hub,
            from: origin)
        handler.call(change, of: subscription, on: ObjectIdentifier(MainActor.shared))
        change.endPart(isReceived: true)
    }
}
