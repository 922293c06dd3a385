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

    /// Reports an error about the set that is being delivered.
    package func report<Value>(_ error: any Error, of key: StateKey<Value>) {
        let location = origin.last?.location ?? SourceLocation()
        hub.policy.onError(DeliveryFailure(error, of: key.name, from: location))
    }
}
