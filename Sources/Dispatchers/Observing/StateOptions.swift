/// How somebody wants to observe a state; without any option it is told the current value, and then of every set.
public struct StateOptions<Value: Sendable>: Sendable {
    var skipsCurrent = false
    var coalesces = false
    var areEqual: (@Sendable (Value, Value) -> Bool)?

    fileprivate init(skipsCurrent: Bool = false, coalesces: Bool = false) {
        self.skipsCurrent = skipsCurrent
        self.coalesces = coalesces
    }

    /// The same, but for what depends on the type.
    var forAnyValue: StateOptions<Void> { StateOptions<Void>(skipsCurrent: skipsCurrent, coalesces: coalesces) }

    /// Does not tell the current value: only what is set from now on.
    public static var skipsCurrent: Self { Self(skipsCurrent: true) }

    /// Tells several sets as one change, from the value before the first to the value after the last.
    ///
    /// The observer is never called inside of `set`, but in a task of its own on its actor: what one turn of that actor
    /// sets comes as one change. Without an actor, how much comes as one is a matter of timing.
    public static var coalesces: Self { Self(coalesces: true) }
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
            skipsCurrent: options.contains { $0.skipsCurrent }, coalesces: options.contains { $0.coalesces })
        areEqual = options.lazy.compactMap(\.areEqual).first
    }
}
