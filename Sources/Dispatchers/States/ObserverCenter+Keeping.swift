// For storages of states.

extension ObserverCenter {
    /// A Boolean value that indicates whether the center was closed.
    package var isClosed: Bool { hub.isClosed }

    /// A Boolean value that indicates whether states that were not set here have the values of a parent.
    package var hasParent: Bool { parent != nil }

    /// Returns whether a state has the value of the parent, since it was not set here.
    package func inherits<Value>(_ key: StateKey<Value>) -> Bool {
        if parent == nil { return false }
        return cell(of: key.root).map { $0.machine.withLock { $0.isInherited } } ?? true
    }

    /// Returns whether a change of a state waits to be delivered by another thread.
    ///
    /// The `set` that made it may have returned.
    package func hasUndeliveredChanges<Value>(of key: StateKey<Value>) -> Bool {
        guard let cell = cell(of: key.root) else { return false }
        return cell.totalIfIdle == nil
    }
}

extension StateKey {
    /// The state's value until it is set, in every center.
    package var initial: Value { root.initial }
}
