import SignalboxCore

extension ObserverCenter {
    /// Returns a state, or a part of one, as an object whose readers Observation tracks.
    ///
    /// ```swift
    /// let count = states.observed(.cart[\.items.count])
    /// ```
    ///
    /// Keep it as long as its readers are to learn of changes. All objects of one state or part share one observation.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The observed state.
    @MainActor public func observed<Value>(
        _ path: StatePath<Value>, fileID: StaticString = #fileID, line: Int = #line
    ) -> ObservedState<Value> {
        ObservedState(path, in: self, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Returns a state, or a part of one, as an object whose readers Observation tracks, and which can be set.
    ///
    /// ```swift
    /// let total = states.observed(.cart[\.total])
    /// total.value = 0
    /// ```
    ///
    /// Keep it as long as its readers are to learn of changes. All objects of one state or part share one observation.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The observed state.
    @MainActor public func observed<Value>(
        _ path: WritableStatePath<Value>, fileID: StaticString = #fileID, line: Int = #line
    ) -> WritableObservedState<Value> {
        WritableObservedState(path, in: self, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Returns the observer of a state, or of a part of one, made if there is none.
    ///
    /// The node itself is the owner of the subscription, by which it is found.
    @MainActor func observer(of node: StateNode, at location: SourceLocation) -> StateObserver {
        let owner = ObjectIdentifier(node)
        let known = hub.firstSubscription(ownedBy: owner)?.currentHandler as? StateHandler
        if let observer = (known?.handler as? StateObserverHandler)?.observer { return observer }
        let observer = StateObserver()
        let terms = Subscription.Terms(actor: MainActor.shared, owner: owner, location: location)
        let subscription = hub.subscribe(StateHandler(StateObserverHandler(observer), of: node.state), to: node, terms)
        observer.registration = Registration(of: subscription, watched: false)
        node.state?.admit(subscription, on: ObjectIdentifier(MainActor.shared))
        return observer
    }
}
