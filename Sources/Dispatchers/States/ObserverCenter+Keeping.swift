package import SignalboxCore

// For storages of states.

/// Something that keeps the values that a state has in one center, such as a storage.
package final class StateKeeper: Sendable {
    /// A value in a center below, which the keeper does not get.
    package struct LostValue: Sendable {
        /// The name of that center.
        package let center: String?

        /// The source location of the first set there.
        package let setAt: SourceLocation
    }

    let location: SourceLocation
    let report: @Sendable (LostValue) -> Void

    /// Creates a keeper.
    ///
    /// - Parameters:
    ///   - location: The source location of the call that made it.
    ///   - report: Called under no lock when a center below, without a keeper of its own, has its first own value.
    package init(at location: SourceLocation, _ report: @escaping @Sendable (LostValue) -> Void) {
        self.location = location
        self.report = report
    }
}

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

    /// Makes something the keeper of a state in this center.
    ///
    /// Values that centers below have already are reported at once.
    ///
    /// - Returns: The source location of another keeper, which stays.
    package func begin<Value>(_ keeper: StateKeeper, of key: StateKey<Value>) -> SourceLocation? {
        let cell = useCell(of: key.root)
        let known = cell.replaceKeeper(nil, by: keeper)
        if known !== keeper { return known?.location }
        for below in hub.tree.state.withLock({ _ in hub.hubsBelow }) where below !== hub {
            guard let state = below.topics[cell.id]?.object as? StateTopic, let setAt = state.ownSince else { continue }
            guard state.keeper == nil, state.keeper(above: below) === keeper else { continue }
            keeper.report(StateKeeper.LostValue(center: below.name, setAt: setAt))
        }
        return nil
    }

    /// Ends a keeper.
    package func end<Value>(_ keeper: StateKeeper, of key: StateKey<Value>) {
        _ = cell(of: key.root)?.replaceKeeper(keeper, by: nil)
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
