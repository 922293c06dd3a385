extension StateCell {
    /// How many changes of other threads a thread delivers in a row before it leaves the rest to a task.
    private static var share: Int { 64 }

    /// Lets a change to the current value wait for the thread that delivers; under the lock.
    ///
    /// Of more changes than may wait the newest become one, if they are for the same observers. What that replaces is handed
    /// out, since it may hold the last reference to a value, or to a message that led to it.
    func wait(from old: Value, by step: StateStep, limit: Int) -> StateOutcome {
        let change = StateChange(from: old, to: current)
        if waiting.count >= limit, let last = waiting.last, last.beginning == nil, last.version > lastBeginning {
            let both = StateDelivery(change: change.following(last.change), version: version, step: step)
            _ = waiting.replaceLast(with: both)
            merged += 1
            return .merged(merged, replaced: last)
        }
        append(StateDelivery(change: change, version: version, step: step))
        return .waiting
    }

    private func append(_ delivery: StateDelivery<Value>) {
        waiting.append(delivery)
        hasWaiting = true
    }

    /// Lets an observer receive the current value, and later changes; after an update, if one is running.
    func begin(_ new: StateBeginning, in center: ObserverCenter) {
        var change: StateChange<Value>?
        let isDelivered = lock.withLock { _ in
            if isUpdating {
                beginning.append(new)
                return false
            }
            change = begin(new)
            return change != nil
        }
        guard isDelivered, let change else { return }
        deliver(change, to: new, by: new.step)
        deliverWaiting(on: new.step.actor, in: center)
    }

    /// Lets an observer begin; under the lock.
    ///
    /// - Returns: Its first change, if the current thread is the one to deliver it.
    private func begin(_ new: StateBeginning) -> StateChange<Value>? {
        lastBeginning = version
        new.handler.begin(after: version)
        if new.skipsCurrent { return nil }
        let change = StateChange(current: current)
        if isDelivering {
            append(StateDelivery(change: change, version: version, step: new.step, beginning: new))
            return nil
        }
        isDelivering = true
        return change
    }

    /// Lets observers begin after an update; under the lock.
    ///
    /// - Returns: Whether the current thread is the one to deliver what waits.
    func begin(_ all: [StateBeginning]) -> Bool {
        if all.isEmpty { return false }
        let wasDelivering = isDelivering
        isDelivering = true
        for new in all { _ = begin(new) }
        isDelivering = wasDelivering || hasWaiting
        return isDelivering && !wasDelivering
    }

    /// After a set: reports a merge, or delivers what waits.
    func finish(_ outcome: StateOutcome, of step: StateStep, in center: ObserverCenter) {
        switch outcome {
        case .updating, .waiting: break
        case .merged(let count, _): center.reportMerge(count, by: step, of: self)
        case .delivering, .draining: deliverWaiting(on: step.actor, in: center)
        }
    }

    /// Delivers what came in meanwhile.
    ///
    /// That is all that the handlers of this thread set, and a share of what other threads set, which could go on for ever.
    /// The rest is delivered in a task.
    private func deliverWaiting(on actor: ObjectIdentifier?, in center: ObserverCenter) {
        guard continuesDelivering(), deliverShare(on: actor, in: center) else { return }
        Task.detached {
            while self.deliverShare(on: nil, in: center) { await Task.yield() }
        }
    }

    /// Whether something waits for the current thread; if not, it is no longer the one that delivers.
    private func continuesDelivering() -> Bool {
        lock.withLock { _ in
            if !hasWaiting { isDelivering = false }
            return hasWaiting
        }
    }

    /// Delivers what waits, and answers whether more may wait.
    private func deliverShare(on actor: ObjectIdentifier?, in center: ObserverCenter) -> Bool {
        let thread = CurrentThread.Key.shared.current.number
        var share = Self.share
        while share > 0 {
            guard continuesDelivering(), let next = takeWaiting() else { return false }
            var step = next.step
            step.actor = actor
            if let new = next.beginning {
                deliver(next.change, to: new, by: step)
            } else {
                deliver(next.change, next.version, by: step, in: center)
            }
            if next.thread != thread { share -= 1 }
        }
        return continuesDelivering()
    }

    private func takeWaiting() -> StateDelivery<Value>? {
        lock.withLock { _ in
            defer { hasWaiting = !waiting.isEmpty }
            return waiting.popFirst()
        }
    }
}
