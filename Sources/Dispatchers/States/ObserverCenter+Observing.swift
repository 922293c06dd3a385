extension ObserverCenter {
    /// Observes a state until the registration is cancelled or released: the current value, and then every change.
    ///
    /// The handler runs on the actor that it is written in, elsewhere on the thread that delivers. If it may run here, it has
    /// received the current value when this returns, unless the state is being delivered or updated at that time.
    ///
    /// Changes that are made elsewhere wait for the handler's actor. Of more than 64 the newest become one, which
    /// `observations` counts; the last value always arrives.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - options: What not to deliver, and how.
    ///   - priority: Higher ones are called first, among observers of one isolation.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do.
    /// - Returns: The token of the observation. A handler that retains the object which retains the token keeps both alive:
    ///   name an owner instead.
    public func observe<Value>(
        _ path: StatePath<Value>,
        options: StateOptions<Value> = [],
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (StateChange<Value>) -> Void
    ) -> Registration {
        let subscriber = StateSubscriber(
            TokenHandler<StateChange<Value>>(handler), options, priority, on: handler.isolation, from: isolation,
            at: SourceLocation(fileID: fileID, line: line))
        return Registration(of: path.subscribe(subscriber, self))
    }

    /// Observes a state for as long as the owner lives: the current value, and then every change.
    ///
    /// The owner is retained only during a call. Its observations end early with `cancel(by:)`. The form without an owner
    /// documents how many changes may wait for its actor.
    ///
    /// ```swift
    /// center.observe(.cart[\.total], by: self) { badge, change in badge.show(change.new) }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - owner: The object that observes. It is referenced weakly, which makes retaining it slower from then on.
    ///   - options: What not to deliver, and how.
    ///   - priority: Higher ones are called first, among observers of one isolation.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do, on the actor that it is written in, elsewhere on the thread that delivers.
    public func observe<Value, Owner: AnyObject & Sendable>(
        _ path: StatePath<Value>,
        by owner: Owner,
        options: StateOptions<Value> = [],
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, StateChange<Value>) -> Void
    ) {
        let subscriber = StateSubscriber(
            OwnerHandler<Owner, StateChange<Value>>(owner, OwnerLending(handler)), options, priority,
            on: handler.isolation, from: isolation, by: owner, at: SourceLocation(fileID: fileID, line: line))
        _ = path.subscribe(subscriber, self)
    }

    /// Observes a state, on the owner, an actor, for as long as that lives: the current value, and then every change.
    ///
    /// The owner is retained only during a call. Its observations end early with `cancel(by:)`. The form without an owner
    /// documents how many changes may wait for its actor.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - owner: The actor that observes.
    ///   - options: What not to deliver, and how.
    ///   - priority: Higher ones are called first, among observers of one isolation.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    ///   - handler: What to do, on the owner.
    public func observe<Value, Owner: Actor>(
        _ path: StatePath<Value>,
        by owner: Owner,
        options: StateOptions<Value> = [],
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping @Sendable (isolated Owner, StateChange<Value>) -> Void
    ) {
        let subscriber = StateSubscriber(
            OwnerHandler<Owner, StateChange<Value>>(owner, OwnerLending(onOwner: handler)), options, priority,
            on: owner, from: isolation, by: owner, at: SourceLocation(fileID: fileID, line: line))
        _ = path.subscribe(subscriber, self)
    }

    /// The current value and the later ones, as an asynchronous sequence that keeps the latest.
    ///
    /// The sequence observes from now on: what is set before it is iterated is not missed, but for values that others follow.
    /// It finishes when the center is closed or released; it ends the observation when its last copy and its last iterator
    /// are released, or when a task that iterates it is cancelled. Several iterators share the values.
    ///
    /// ```swift
    /// for await volume in center.values(of: .volume) { await speaker.play(at: volume) }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - options: What not to deliver.
    ///   - fileID: Where the observation is written; leave it to the compiler.
    ///   - line: Where the observation is written; leave it to the compiler.
    /// - Returns: The sequence, which observes already.
    public func values<Value>(
        of path: StatePath<Value>,
        options: StateOptions<Value> = [],
        fileID: StaticString = #fileID, line: Int = #line
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let subscriber = StateSubscriber(
            SequenceHandler(continuation), options, at: SourceLocation(fileID: fileID, line: line))
        let subscription = path.subscribe(subscriber, self)
        continuation.onTermination = { [weak subscription] _ in subscription?.cancel() }
        return stream
    }

    /// Lets an observer begin.
    func subscribe<Value>(_ subscriber: StateSubscriber, to root: StateRoot<Value>) -> Subscription {
        let cell = makeCell(of: root)
        let origin = Origin(of: cell, at: subscriber.location, on: CurrentThread.current)
        let subscription = hub.subscribe(
            StateHandler(subscriber, of: cell), to: cell, on: subscriber.actor, priority: subscriber.priority,
            owner: subscriber.owner, at: subscriber.location)
        if subscription.isActive { cell.begin(subscription, from: origin, on: subscriber.current, in: self) }
        return subscription
    }
}

/// An observer that is about to subscribe.
struct StateSubscriber {
    /// Receives changes of what it subscribes to.
    var handler: Handler
    let skipsCurrent: Bool
    let coalesces: Bool
    let priority: Int
    /// The actor that it runs on, and the one that is current.
    let actor: (any Actor)?
    let current: ObjectIdentifier?
    let owner: ObjectIdentifier?
    let location: SourceLocation

    init<Value>(
        _ handler: Handler, _ options: StateOptions<Value>, _ priority: Int = 0, on actor: (any Actor)? = nil,
        from current: (any Actor)? = nil, by owner: AnyObject? = nil, at location: SourceLocation
    ) {
        self.handler = options.areEqual.map { StateFilter<Value, Value>(handler, { $0 }, $0) } ?? handler
        (skipsCurrent, coalesces) = (options.isSkippingCurrent, options.isCoalescing)
        (self.priority, self.actor, self.location) = (priority, actor, location)
        self.current = current.map { ObjectIdentifier($0) }
        self.owner = owner.map { ObjectIdentifier($0) }
    }
}

/// A change of a state: its value before and after.
public struct StateChange<Value: Sendable>: Sendable {
    /// A value with a flag beside it: to copy an optional of a type that is not known looks up how it is laid out.
    private let before: Value
    private let hasBefore: Bool

    /// The value after the change.
    ///
    /// It may have been set again meanwhile; then another change follows.
    public let new: Value

    /// The value before the change; `nil` when an observer receives the current value first.
    public var old: Value? { hasBefore ? before : nil }

    init(old: Value, new: Value) { (before, hasBefore, self.new) = (old, true, new) }

    init(current: Value) { (before, hasBefore, new) = (current, false, current) }

    /// The value before, if there is one, and the value after.
    var values: [any Sendable] { hasBefore ? [before, new] : [new] }

    /// This change and the one before it as one.
    func following(_ earlier: Self) -> Self {
        earlier.hasBefore ? Self(old: earlier.before, new: new) : Self(current: new)
    }

    /// The same change of a part of the value.
    func map<Part: Sendable>(_ part: (Value) -> Part) -> StateChange<Part> {
        hasBefore ? StateChange<Part>(old: part(before), new: part(new)) : StateChange<Part>(current: part(new))
    }

    /// Whether the value before is there and the same as the value after.
    func isEqual(_ areEqual: (Value, Value) -> Bool) -> Bool { hasBefore && areEqual(before, new) }
}

extension StateChange: Equatable where Value: Equatable {}

extension StateChange: CustomStringConvertible {
    /// The values: `5 → 6`, or `5` when an observer receives the current value first.
    public var description: String { old.map { "\($0) → \(new)" } ?? "\(new)" }
}

/// How a state is observed; without options, an observer receives the current value and then the change of every set.
public struct StateOptions<Value: Sendable>: Sendable {
    var isSkippingCurrent = false
    var isCoalescing = false
    var areEqual: (@Sendable (Value, Value) -> Bool)?

    /// Does not deliver the current value, only later changes.
    public static var skipsCurrent: Self { Self(isSkippingCurrent: true) }

    /// Delivers several sets as one change, from the value before the first to the value after the last.
    ///
    /// The observer is never called inside of `set`, but in a task of its own on its actor: what one turn of that actor
    /// sets arrives as one change. Without an actor, how much becomes one depends on timing. Either way changes arrive one
    /// after the other, each from the value that the one before ended on, and the last value last.
    public static var coalesces: Self { Self(isCoalescing: true) }
}

extension StateOptions: ExpressibleByArrayLiteral {
    /// All of the options together.
    public init(arrayLiteral options: Self...) {
        for option in options {
            isSkippingCurrent = isSkippingCurrent || option.isSkippingCurrent
            isCoalescing = isCoalescing || option.isCoalescing
            areEqual = areEqual ?? option.areEqual
        }
    }
}

extension StateOptions where Value: Equatable {
    /// Does not deliver a change to an equal value.
    public static var skipsEqual: Self { Self(areEqual: { $0 == $1 }) }
}
