/// How somebody wants to observe a state; without any option it is told the current value, and then of every set.
public struct StateOptions<Value: Sendable>: Sendable {
    var skipsCurrent = false
    var coalesces = false
    var limit: Int?
    var areEqual: (@Sendable (Value, Value) -> Bool)?

    fileprivate init(skipsCurrent: Bool = false, coalesces: Bool = false, limit: Int? = nil) {
        self.skipsCurrent = skipsCurrent
        self.coalesces = coalesces
        self.limit = limit
    }

    /// The same, but for what depends on the type.
    var forAnyValue: StateOptions<Void> {
        StateOptions<Void>(skipsCurrent: skipsCurrent, coalesces: coalesces, limit: limit)
    }

    /// Does not tell the current value: only what is set from now on.
    public static var skipsCurrent: Self { Self(skipsCurrent: true) }

    /// Tells several sets as one change, from the value before the first to the value after the last.
    ///
    /// The observer is never called inside of `set`, but in a task of its own on its actor: what one turn of that actor
    /// sets comes as one change. Without an actor, how much comes as one is a matter of timing. Either way the observer is
    /// told one change after the other, each from the value that the one before ended on, and the last value last.
    public static var coalesces: Self { Self(coalesces: true) }

    /// Tells the newest changes as one when more than so many wait for the observer's actor; 64 unless given.
    ///
    /// Nothing is lost but values in between; `ObserverCenter.Observation.merged` counts them.
    ///
    /// - Parameter limit: How many changes may wait, at least 1.
    /// - Returns: The option.
    public static func merges(beyond limit: Int) -> Self {
        precondition(limit >= 1, "a queue for \(limit) changes could never hold one")
        return Self(limit: limit)
    }
}

extension StateOptions where Value: Equatable {
    /// Does not tell a change to an equal value.
    public static var skipsEqual: Self {
        var options: Self = []
        options.areEqual = { $0 == $1 }
        return options
    }
}

extension StateOptions: ExpressibleByArrayLiteral {
    /// All of the options together.
    public init(arrayLiteral options: Self...) {
        self.init(
            skipsCurrent: options.contains { $0.skipsCurrent }, coalesces: options.contains { $0.coalesces },
            limit: options.lazy.compactMap(\.limit).first)
        areEqual = options.lazy.compactMap(\.areEqual).first
    }
}

/// Somebody who is about to observe a path.
struct StateAttachment<Value: Sendable>: Sendable {
    let location: SourceLocation
    let options: StateOptions<Void>
    let priority: Int
    /// The actor that it is told on.
    let actor: (any Actor)?
    /// The actor that is current.
    let standingOn: ObjectIdentifier?
    var owner: ObjectIdentifier?
    var isOwnerAlive: (@Sendable () -> Bool)?
    var onEnd: (@Sendable () -> Void)?
    /// What is told of changes: a handler of them, or a call that takes their addresses.
    ///
    /// Handlers do not throw; that a call could is the price of calling them by way of `unchecked`.
    let target: Listener.Target

    /// The same for another source, whose changes are given on as changes of this one.
    func receiving<Other: Sendable>(_ type: Other.Type, _ call: @escaping Listener.Call) -> StateAttachment<Other> {
        StateAttachment<Other>(
            location: location, options: options, priority: priority, actor: actor, standingOn: standingOn,
            owner: owner, isOwnerAlive: isOwnerAlive, onEnd: onEnd, target: .call(call))
    }

    /// Takes a `StateChange<Value>` at an address; `false` when there is no owner any more.
    var call: Listener.Call {
        switch target {
        case .call(let call): call
        case .handler(let handler):
            { address in
                lend(LentStateChange.self, at: address) { handler($0) }
                return true
            }
        default: { _ in true }
        }
    }

    /// The same, but for changes to equal values.
    func skipping(_ areEqual: (@Sendable (Value, Value) -> Bool)?) -> Self {
        guard let areEqual else { return self }
        return receiving(Value.self) { [call] address in
            try lend(StateChange<Value>.self, at: address) { change in
                if let old = change.old, areEqual(old, change.new) { return true }
                return try call(address)
            }
        }
    }
}
