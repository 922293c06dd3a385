public import Observation
import SignalboxCore

extension ObserverCenter {
    /// Observes a property of an `@Observable` object, on the main actor.
    ///
    /// The handler is called in a task of its own when the turn is over in which the property changed, with the value before
    /// and after that turn. Changes of the next turn may be included, if that was already waiting for the main actor. A value that is
    /// the same again is skipped. The observers of one property are called in any order.
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
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler.
    /// - Returns: The token of the observation.
    @MainActor public func observe<Object: AnyObject & Observable & SendableMetatype, Value: Equatable & Sendable>(
        _ path: KeyPath<Object, Value>,
        of object: Object,
        fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping @MainActor (StateChange<Value>) -> Void
    ) -> Registration {
        let queue = ActorQueue(of: MainActor.shared)
        let handler = StateHandler(TokenHandler<StateChange<Value>>(handler), of: nil, coalescingIn: queue)
        let id = ObjectIdentifier(Object.self)
        let topic = hub.topic(id) { Topic(id: id, showing: Object.self) }
        let terms = Subscription.Terms(location: SourceLocation(fileID: fileID, line: line))
        let subscription = hub.subscribe(handler, to: topic, terms)
        PropertyWatch(path, of: object, for: subscription).watch()
        return Registration(of: subscription)
    }

    /// Binds a state, or a part of one, to a property of an `@Observable` object of the main actor, for as long as the object lives.
    ///
    /// The property gets the state's value now, and after each set. A value that the object sets itself is set in the state at the
    /// end of the turn. If both change at once, the object's value wins. A value that came from one side is never set there again. The
    /// binding ends with the object, with `cancel(by:)`, or when the center is closed.
    ///
    /// ```swift
    /// center.bind(.volume, to: \.volume, of: screen)
    /// center.bind(.profile[\.address.city], to: \.city, of: form)
    /// ```
    ///
    /// - Parameters:
    ///   - state: The state, or a part of one.
    ///   - path: The property. Setting it must not change it to another value again and again.
    ///   - object: The object that has the property. It is referenced weakly.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    @MainActor public func bind<Object: AnyObject & Observable & Sendable, Value: Equatable & Sendable>(
        _ state: WritableStatePath<Value>,
        to path: ReferenceWritableKeyPath<Object, Value>,
        of object: Object,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        // The value of both when they were last known to be equal. Another value of the object is its own.
        var shared = object[keyPath: path]
        let giveBack: @MainActor () -> Void = { [weak self, weak object] in
            guard let self, let object, object[keyPath: path] != shared else { return }
            shared = object[keyPath: path]
            set(state, to: shared)
        }
        let take: @MainActor (Value) -> Void = { [weak object] value in
            guard let object else { return }
            // A value that the object has set meanwhile is newer. A value that it changes, as by rounding, is its own as well.
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

    /// Unavailable: the state and the property have different types.
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
/// and the same reading watches the property again: changes in between are part of the value that is read.
///
/// A watch is retained by Observation, which releases it with the object, or by a task, until the next change.
@MainActor private final class PropertyWatch<Object: AnyObject & Observable & SendableMetatype, Value>: Sendable
where Value: Equatable & Sendable {
    private weak let object: Object?
    private let path: KeyPath<Object, Value>
    private var known: Value?

    /// The hub retains the subscription until it ends, and must not be retained by the object.
    nonisolated private weak let subscription: Subscription?

    init(_ path: KeyPath<Object, Value>, of object: Object, for subscription: Subscription) {
        self.path = path
        self.object = object
        self.subscription = subscription
    }

    deinit { subscription?.cancel() }

    /// Calls the observer if the value is another one, and watches for the next change.
    func watch() {
        guard let object, let subscription, let handler = subscription.currentHandler as? StateHandler else { return }
        let new = withObservationTracking {
            object[keyPath: path]
        } onChange: { [self, queue = handler.ownQueue] in
            let carried = HandlerContext.current
            // The object still has the value before.
            queue?.append { CarriedValues.with(carried) { MainActor.assumeIsolated { self.watch() } } }
        }
        defer { known = new }
        guard let old = known, old != new else { return }
        let cause = Cause(DeliveryStep(of: subscription.topic, at: subscription.location))
        let change = Envelope(
            StateChange(before: old, hasBefore: true, new: new), of: subscription.topic, in: subscription.hub,
            because: cause)
        handler.call(change, of: subscription, on: ObjectIdentifier(MainActor.shared))
        change.endDelivery(isReceived: true)
    }
}
