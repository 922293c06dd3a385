package import SignalboxCore

extension ObserverCenter {
    /// The causal chain of the delivery in progress, oldest first; the current set is the last element.
    ///
    /// A causal chain has posts, sets and calls of all centers, each made by a handler of the one before. Read it in an observer, before
    /// it returns; outside one it is empty. Takes time linear in its length.
    ///
    /// ```swift
    /// let registration = center.observe(.volume) { _ in print(center.origin.last?.location ?? "not in an observer") }
    /// ```
    public var origin: [DeliveryStep] { DeliveryScope.current(of: hub, on: CurrentThread.current)?.cause?.chain ?? [] }

    /// The trace that records its operations.
    package var trace: Trace { hub.trace }

    /// Reports an error about the set that is being delivered, or else about one that was made earlier.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - key: The state.
    ///   - location: The code that caused it, unless a set is being delivered.
    package func report<Value>(
        _ error: any Error, of key: StateKey<Value>, from location: SourceLocation = SourceLocation()
    ) {
        hub.policy.onError(DeliveryFailure(error, of: key.name, from: origin.last?.location ?? location))
    }

    /// Sets a state from a location, as a bridge does.
    package func set<Value>(
        _ path: WritableStatePath<Value>, to value: Value, isolation: isolated (any Actor)? = #isolation,
        at location: SourceLocation
    ) -> Bool {
        path.set(value, in: self, SetContext(location: location, actor: isolation.map { ObjectIdentifier($0) }))
    }
}
