import Synchronization

extension StateCell {
    /// How many changes a thread delivers in a row before it leaves the rest to a task.
    private static var share: Int { 1_024 }

    /// After a set: delivers its change and what waits, or reports a merge.
    func finish(
        _ outcome: SetOutcome, _ change: @autoclosure () -> StateChange<Value>, _ context: SetContext,
        in center: ObserverCenter
    ) {
        center.trace.describe(context.event, change().values)
        switch outcome {
        case .updating, .waiting: return
        case .merged(let count, _): return center.reportMerge(count, by: context, of: self)
        case .delivering(let version): deliver(change(), version, context, in: center)
        case .draining: break
        }
        deliverWaiting(on: context.actor, in: center)
    }

    /// Calls the observers that may be called here, and leaves a change to the others; on the one thread that delivers.
    private func deliver(
        _ change: StateChange<Value>, _ number: UInt64, _ context: SetContext, in center: ObserverCenter
    ) {
        version.store(number, ordering: .relaxed)
        withUnsafePointer(to: change) { address in
            center.trace.within(context.event) {
                _ = center.hub.deliver(
                    UnsafeRawPointer(address), on: .passUnretained(self), at: context.location,
                    because: context.cause, actor: context.actor)
            }
        }
    }

    /// Delivers what has come meanwhile; what is more than a share, which other threads could go on setting, in a task.
    func deliverWaiting(on actor: ObjectIdentifier?, in center: ObserverCenter) {
        guard deliverShare(on: actor, in: center) else { return }
        Task.detached {
            while self.deliverShare(on: nil, in: center) { await Task.yield() }
        }
    }

    /// Delivers a share of what waits.
    ///
    /// - Returns: Whether more may wait; if not, the current thread is no longer the one that delivers.
    private func deliverShare(on actor: ObjectIdentifier?, in center: ObserverCenter) -> Bool {
        for _ in 0..<Self.share {
            let next = lock.withLock { _ in
                if waiting.isEmpty { isDelivering = false }
                return waiting.popFirst()
            }
            guard var next else { return false }
            next.context.actor = actor
            if let newcomer = next.newcomer {
                deliver(next.change, to: newcomer, next.context)
            } else {
                deliver(next.change, next.version, next.context, in: center)
            }
        }
        return true
    }

    /// Lets an observer receive the current value, and later changes; after an update, if one is running.
    func begin(_ new: StateNewcomer, in center: ObserverCenter) {
        var change: StateChange<Value>?
        lock.withLock { _ in
            if isUpdating || source == .awaited { newcomers.append(new) } else { change = admit(new) }
        }
        guard let change else { return }
        deliver(change, to: new, new.context)
        deliverWaiting(on: new.context.actor, in: center)
    }

    /// Lets all observers begin that have waited, unless they still have to; under the lock.
    ///
    /// - Parameter admitted: Those that begin, to be released outside of the lock.
    /// - Returns: Whether the current thread is the one to deliver what waits.
    func admit(_ admitted: inout [StateNewcomer]) -> Bool {
        if isUpdating || source == .awaited || newcomers.isEmpty { return false }
        let wasDelivering = isDelivering
        isDelivering = true
        swap(&newcomers, &admitted)
        for new in admitted { _ = admit(new) }
        isDelivering = wasDelivering || !waiting.isEmpty
        return isDelivering && !wasDelivering
    }

    /// Lets an observer begin; under the lock.
    ///
    /// - Returns: Its first change, if the current thread is the one to deliver it.
    private func admit(_ new: StateNewcomer) -> StateChange<Value>? {
        lastBeginning = lastChange
        new.handler.begin(after: lastChange)
        if new.skipsCurrent { return nil }
        let change = StateChange(current: current)
        if isDelivering {
            waiting.append(WaitingChange(change: change, context: new.context, newcomer: new))
            return nil
        }
        isDelivering = true
        return change
    }

    /// Lets a new observer have the current value.
    private func deliver(_ change: StateChange<Value>, to new: StateNewcomer, _ context: SetContext) {
        withUnsafePointer(to: change) {
            new.handler.begin(with: UnsafeRawPointer($0), of: new.subscription, context)
        }
    }
}
