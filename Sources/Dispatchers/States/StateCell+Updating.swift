import SignalboxCore

extension StateCell {
    /// Changes the value in place, and delivers the change.
    ///
    /// The value is taken out of the cell meanwhile, so that nothing else refers to it. A value of the parent is copied. Other threads
    /// wait for the update. Objects that the thread has to release are released after that.
    ///
    /// - Parameters:
    ///   - context: The source location of the update.
    ///   - center: The center of the cell.
    ///   - isKept: `true` if the value before is needed, since the body may throw and so leave it unchanged.
    ///   - body: Changes the value.
    /// - Returns: `false` if the thread would wait for itself, since it changes the value in place.
    func update(
        _ context: SetContext, in center: ObserverCenter, keeping isKept: Bool, _ body: (inout Value) throws -> Void
    ) -> Bool {
        let hub = center.hub
        var old = root.initial
        var new = root.initial
        var update = StateUpdate(isKept: isKept || hub.trace.isOn)
        // The scope begins before the lock is taken and ends after it is released, since its end releases objects.
        hub.run(on: context.actor, because: context.knownCause) { scope in
            scope.beginUpdate(of: self, at: context.location)
            update.isDone = updateLock.withLock { change(&update, &old, &new, context, in: center, body) }
            update.reports = scope.endUpdate()
        }
        if update.isDone { finish(update.aftermath, from: old, to: new, context, in: hub) }
        for report in update.reports { report() }
        return update.isDone && update.isReadable
    }

    /// Changes the value, while the thread holds the lock of updates.
    ///
    /// - Parameters:
    ///   - update: The update.
    ///   - old: A variable for the value before.
    ///   - new: A variable for the value that is changed.
    ///   - context: The source location of the update.
    ///   - center: The center of the cell.
    ///   - body: Changes the value.
    private func change(
        _ update: inout StateUpdate, _ old: inout Value, _ new: inout Value, _ context: SetContext,
        in center: ObserverCenter, _ body: (inout Value) throws -> Void
    ) {
        update.isOwn = takeOut(&new)
        if !update.isOwn, let parent = center.parent { update.isReadable = parent.read(root, into: &new) }
        // An observer that begins from now on receives the value after the update, if the value is here.
        if !update.isKept { update.isKept = !update.isOwn || center.hub.tree.state.withLock { _ in isObserved } }
        if update.isKept { old = new }
        update.isMade = update.isReadable && (try? body(&new)) != nil
        // The value that a failed update has left is released after the lock.
        if !update.isMade { swap(&old, &new) }
        putBack(&update, &old, &new, context, in: center.hub)
    }

    /// Takes the value out of the cell, if it is here.
    private func takeOut(_ value: inout Value) -> Bool {
        machine.withLock { machine in
            let isOwn = machine.beginUpdate()
            if isOwn { unsafe swap(&current, &value) }
            return isOwn
        }
    }

    /// Puts the value back into the cell.
    private func putBack(
        _ update: inout StateUpdate, _ old: inout Value, _ new: inout Value, _ context: SetContext, in hub: Hub
    ) {
        machine.withLock { machine in
            let isInherited = machine.isUpdatingInherited
            if update.isMade, machine.isAwaiting {
                unsafe current = old
                enqueuePostponed(in: hub, &machine)
            }
            let change = machine.endUpdate(isMade: update.isMade, isDelivered: update.isKept)
            guard update.isMade || update.isOwn else {
                update.aftermath = note(nil, from: old, context, in: hub, &machine)
                return
            }
            unsafe swap(&current, &new)
            // Observers have received the parent's changes meanwhile: their next change begins with the last of these.
            if isInherited { old = new }
            if update.isKept { unsafe new = current }
            update.aftermath = note(change, from: old, context, in: hub, &machine)
            update.aftermath.hidesParent = !update.isOwn
        }
    }
}

/// An update that is under way.
private struct StateUpdate {
    /// A Boolean value that indicates whether the value before is kept.
    var isKept: Bool

    /// A Boolean value that indicates whether the value was in the cell.
    var isOwn = false

    /// A Boolean value that indicates whether the value could be read: not if the thread changes the parent's value in place.
    var isReadable = true

    /// A Boolean value that indicates whether the value was changed.
    var isMade = false

    /// A Boolean value that indicates whether the thread could take the lock.
    var isDone = false
    var aftermath = StateTopic.Aftermath()

    /// The reports that waited for the end of the update.
    var reports: [@Sendable () -> Void] = []
}
