public import Observation
import Synchronization

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
        return Registration(of: observe(path, of: object, by: nil, at: location, handler))
    }

    @MainActor private func observe<Object: AnyObject & Observable & SendableMetatype, Value: Equatable & Sendable>(
        _ path: KeyPath<Object, Value>, of object: Object, by owner: AnyObject?, at location: SourceLocation,
        _ handler: @escaping @MainActor (StateChange<Value>) -> Void
    ) -> Subscription {
        let (id, work) = (ObjectIdentifier(Object.self), PropertyWork())
        let subscription = hub.subscribe(
            PropertyHandler(TokenHandler<StateChange<Value>>(handler), work),
            to: hub.topic(id) { TypedTopic<Void>(id: id, showing: Object.self) },
            owner: owner.map { ObjectIdentifier($0) }, at: location)
        PropertyWatch(path, of: object, for: subscription, work).watch()
        return subscription
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
        _ = observe(path, of: object, by: object, at: location) { _ in giveBack() }
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

/// Counts the changes of a property that were announced, and how many of them were delivered.
private final class PropertyWork: Sendable {
    let announced = Atomic(0)
    let delivered = Atomic(0)
}

/// The handler of the changes of a property.
private final class PropertyHandler: Handler {
    private let handler: Handler
    private let work: PropertyWork

    init(_ handler: Handler, _ work: PropertyWork) { (self.handler, self.work) = (handler, work) }

    override func receive(_ value: Lent) throws -> Bool { try handler.receive(value) }

    override var pendingWork: PendingWork {
        let delivered = work.delivered.load(ordering: .acquiring)
        return PendingWork(isBusy: work.announced.load(ordering: .acquiring) != delivered, count: delivered)
    }
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

    private let work: PropertyWork

    init(
        _ path: KeyPath<Object, Value>, of object: Object, for subscription: Subscription, _ work: PropertyWork
    ) {
        (self.path, self.object, self.subscription, self.work) = (path, object, subscription, work)
    }

    deinit { subscription?.cancel() }

    /// Calls the observer if the value is another one, and watches for the next change.
    func watch() {
        guard let object, let subscription, subscription.isActive else { return }
        let new = withObservationTracking {
            object[keyPath: path]
        } onChange: { [self] in
            work.announced.wrappingAdd(1, ordering: .releasing)
            // The object still has the value before.
            Task { @MainActor in
                watch()
                work.delivered.wrappingAdd(1, ordering: .releasing)
            }
        }
        let old = known
        known = new
        guard let old, old != new else { return }
        let origin = Origin(DeliveryStep(of: subscription.topic, at: subscription.location))
        let change = PendingMessage(
            StateChange(old: old, new: new), of: subscription.topic, in: subscription.hub, from: origin)
        subscription.hub.deliverPart(change, to: [subscription], on: ObjectIdentifier(MainActor.shared))
    }
}
