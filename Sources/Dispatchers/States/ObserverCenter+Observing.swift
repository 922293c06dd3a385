import SignalboxCore

extension ObserverCenter {
    /// Observes a state until the registration is cancelled or released: the current value, and then every change.
    ///
    /// The handler runs on the actor that it is written in, or, if it is nonisolated, on the thread that
    /// delivers. If it may run here, it has received the current value when this returns, unless the state is being delivered or updated.
    ///
    /// Changes that are made on other actors wait for the handler's actor. Of more than 64 the newest become one, which
    /// `observations` counts and which is reported as a `QueueOverflow`, unless the observer coalesces. The last value always arrives.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - options: The changes that are not delivered, and the way of delivery.
    ///   - priority: Higher ones are called first, among observers of one isolation.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler.
    /// - Returns: The token of the observation. A handler that retains the object which retains the token keeps both alive:
    ///   name an owner instead.
    public func observe<Value>(
        _ path: StatePath<Value>,
        options: StateOptions = [],
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (StateChange<Value>) -> Void
    ) -> Registration {
        let terms = Subscription.Terms(
            actor: handler.isolation, priority: priority, location: SourceLocation(fileID: fileID, line: line))
        let receiver = TokenHandler<StateChange<Value>>(handler)
        return Registration(of: observe(path, receiver, options, terms, from: isolation))
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
    ///   - options: The changes that are not delivered, and the way of delivery.
    ///   - priority: Higher ones are called first, among observers of one isolation.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler, which runs on the actor that it is written in, or on the thread that delivers.
    public func observe<Value, Owner: AnyObject & Sendable>(
        _ path: StatePath<Value>,
        by owner: Owner,
        options: StateOptions = [],
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, StateChange<Value>) -> Void
    ) {
        let terms = Subscription.Terms(
            actor: handler.isolation, priority: priority, owner: ObjectIdentifier(owner),
            location: SourceLocation(fileID: fileID, line: line))
        let receiver = OwnerHandler<Owner, StateChange<Value>>(owner, BorrowingOwnerHandler(handler))
        observe(path, receiver, options, terms, from: isolation)
    }

    /// Observes a state, on the owner, an actor, for as long as that lives: the current value, and then every change.
    ///
    /// The owner is retained only during a call. Its observations end early with `cancel(by:)`. The form without an owner
    /// documents how many changes may wait for its actor.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - owner: The actor that observes.
    ///   - options: The changes that are not delivered, and the way of delivery.
    ///   - priority: Higher ones are called first, among observers of one isolation.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: The handler, which runs on the owner.
    public func observe<Value, Owner: Actor>(
        _ path: StatePath<Value>,
        by owner: Owner,
        options: StateOptions = [],
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping @Sendable (isolated Owner, StateChange<Value>) -> Void
    ) {
        let terms = Subscription.Terms(
            actor: owner, priority: priority, owner: ObjectIdentifier(owner),
            location: SourceLocation(fileID: fileID, line: line))
        let receiver = OwnerHandler<Owner, StateChange<Value>>(owner, BorrowingOwnerHandler(onOwner: handler))
        observe(path, receiver, options, terms, from: isolation)
    }

    /// Subscribes to a state with the handler of an observer.
    @discardableResult
    func observe<Value>(
        _ path: StatePath<Value>, _ receiver: Handler, _ options: StateOptions, _ terms: Subscription.Terms,
        from current: (any Actor)? = nil
    ) -> Subscription {
        let node = path.node(self)
        let handler = StateHandler(
            receiver, of: node.state, skipsCurrent: options.contains(.skipsCurrent),
            coalescingIn: options.contains(.coalesces) ? ActorQueue(of: terms.actor) : nil)
        let subscription = hub.subscribe(handler, to: node, terms)
        node.state?.admit(subscription, on: current.map { ObjectIdentifier($0) })
        return subscription
    }
}

/// Options of an observer.
///
/// Without options, an observer receives the current value and then the change of every set.
///
/// To skip sets to an equal value, observe the whole value as a part: `.volume[\.self]`.
public struct StateOptions: OptionSet, Sendable {
    /// Each option as a bit.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Does not deliver the current value, only later changes.
    public static let skipsCurrent = Self(rawValue: 1)

    /// Delivers several sets as one change, from the value before the first to the value after the last.
    ///
    /// The observer is never called inside `set`, but in a task of its own on its actor: all sets of one turn of that actor arrive
    /// as one change. Without an actor, the number of changes that become one depends on timing. Either way changes arrive one
    /// after the other, each from the value that the one before ended on, and the last value last.
    public static let coalesces = Self(rawValue: 2)
}
