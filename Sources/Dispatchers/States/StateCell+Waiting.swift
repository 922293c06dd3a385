extension StateCell {
    /// How many changes of other threads a thread delivers in a row before it leaves the rest to a task.
    private static var share: Int { 64 }

    /// Lets a change wait for the thread that delivers; under the lock.
    ///
    /// Of more changes than may wait the newest become one, if they are for the same observers. What that drops is a copy of
    /// the old value, which the caller still has.
    func wait(_ change: StateChange<Value>, by step: StateStep, limit: Int) -> StateOutcome {
        if waiting.count >= limit, let last = waiting.last, last.beginning == nil, last.change.version > lastBeginning {
            _ = waiting.replaceLast(with: StateDelivery(change.following(last.change), by: step))
            merged += 1
            return .merged(merged)
        }
        waiting.append(StateDelivery(change, by: step))
        hasWaiting = true
        return .waiting
    }

    /// Lets an observer receive the current value, and later changes; after an update, if one is running.
    func begin(_ beginning: StateBeginning<Value>, in center: ObserverCenter) {
        let mustDeliver = lock.withLock { _ in
            if isUpdating { self.beginning.append(beginning) }
            return !isUpdating && begin([beginning])
        }
        if mustDeliver { deliverWaiting(on: beginning.step.actor, in: center) }
    }

    /// Lets observers begin; under the lock.
    ///
    /// - Returns: Whether the current thread has to deliver what waits.
    func begin(_ beginning: [StateBeginning<Value>]) -> Bool {
        for new in beginning {
            lastBeginning = version
            new.handler.begin(after: version)
            if new.skipsCurrent { continue }
            let change = StateChange(current: current, version: .max)
            waiting.append(StateDelivery(change, by: new.step, to: new))
            hasWaiting = true
        }
        if isDelivering || !hasWaiting { return false }
        isDelivering = true
        return true
    }

    /// After a set: reports a merge, or delivers what waits.
    func finish(_ outcome: StateOutcome, of step: StateStep, in center: ObserverCenter) {
        switch outcome {
        case .updating, .waiting: break
        case .merged(let count): center.reportMerge(count, by: step, of: self)
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
            if let beginning = next.beginning {
                beginning.handler.deliver(next.change, to: beginning.subscription, by: next.step, on: actor)
            } else {
                deliver(next.change, by: next.step, on: actor, in: center)
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
