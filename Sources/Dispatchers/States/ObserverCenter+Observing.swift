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
        options: StateOptions = [],
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (StateChange<Value>) -> Void
    ) -> Registration {
        let handler = (TokenHandler<StateChange<Value>>(handler), handler.isolation)
        let location = SourceLocation(fileID: fileID, line: line)
        return Registration(of: observe(path, handler, options, priority, from: isolation, at: location))
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
        options: StateOptions = [],
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, StateChange<Value>) -> Void
    ) {
        let handler = (OwnerHandler<Owner, StateChange<Value>>(owner, OwnerLending(handler)), handler.isolation)
        let location = SourceLocation(fileID: fileID, line: line)
        observe(path, handler, options, priority, from: isolation, by: owner, at: location)
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
        options: StateOptions = [],
        priority: Int = 0,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping @Sendable (isolated Owner, StateChange<Value>) -> Void
    ) {
        let handler = (OwnerHandler<Owner, StateChange<Value>>(owner, OwnerLending(onOwner: handler)), owner)
        let location = SourceLocation(fileID: fileID, line: line)
        observe(path, handler, options, priority, from: isolation, by: owner, at: location)
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
        options: StateOptions = [],
        fileID: StaticString = #fileID, line: Int = #line
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = observe(
            path, (SequenceHandler(continuation), nil), options, at: SourceLocation(fileID: fileID, line: line))
        continuation.onTermination = { [weak subscription] _ in subscription?.cancel() }
        return stream
    }

    /// Subscribes to a state with the handler of an observer, which runs on an actor.
    @discardableResult
    private func observe<Value>(
        _ path: StatePath<Value>, _ observer: (handler: Handler, actor: (any Actor)?), _ options: StateOptions,
        _ priority: Int = 0, from current: (any Actor)? = nil, by owner: AnyObject? = nil, at location: SourceLocation
    ) -> Subscription {
        let (cell, actor) = (path.cell(self), observer.actor)
        let handler = StateHandler(
            path.adapt(observer.handler), skipsCurrent: options.contains(.skipsCurrent),
            coalescingIn: options.contains(.coalesces) ? ActorQueue(of: actor) : nil)
        let subscription = hub.subscribe(
            handler, to: cell, on: actor, priority: priority, owner: owner.map { ObjectIdentifier($0) }, at: location)
        cell.begin(subscription, on: current.map { ObjectIdentifier($0) })
        return subscription
    }
}

/// A change of a state: its value before and after.
public struct StateChange<Value: Sendable>: Sendable {
    /// A value with a flag beside it: to copy an optional of a type that is not known looks up how it is laid out.
    let before: Value
    let hasBefore: Bool

    /// The value after the change.
    ///
    /// It may have been set again meanwhile; then another change follows.
    public internal(set) var new: Value

    /// The value before the change; `nil` when an observer receives the current value first.
    public var old: Value? { hasBefore ? before : nil }

    /// The value before, if there is one, and the value after.
    var values: [any Sendable] { old.map { [$0, new] } ?? [new] }
}

extension StateChange: Equatable where Value: Equatable {}

extension StateChange: CustomStringConvertible {
    /// The values: `5 → 6`, or `5` when an observer receives the current value first.
    public var description: String { old.map { "\($0) → \(new)" } ?? "\(new)" }
}

/// How a state is observed; without options, an observer receives the current value and then the change of every set.
///
/// To skip sets to an equal value, observe the whole value as a part: `.volume[\.self]`.
public struct StateOptions: OptionSet, Sendable {
    /// Each option as a bit.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Does not deliver the current value, only later changes.
    public static let skipsCurrent = Self(rawValue: 1)

    /// Delivers several sets as one change, from the value before the first to the value after the last.
    ///
    /// The observer is never called inside of `set`, but in a task of its own on its actor: what one turn of that actor
    /// sets arrives as one change. Without an actor, how much becomes one depends on timing. Either way changes arrive one
    /// after the other, each from the value that the one before ended on, and the last value last.
    public static let coalesces = Self(rawValue: 2)
}
