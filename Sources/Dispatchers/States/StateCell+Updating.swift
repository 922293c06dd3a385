import Synchronization

extension StateCell {
    /// Changes the value in place and delivers the change; `false` if that is refused.
    ///
    /// The value is taken out of the cell meanwhile, so that nothing else refers to it.
    func update<Failure>(
        by step: StateStep, in center: ObserverCenter, _ body: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let thread = CurrentThread.Key.shared.current.number
        var change: (StateChange<Value>, version: UInt64)?
        var failure: Failure?
        // They are released outside of the lock.
        var beginning: [StateBeginning] = []
        let outcome =
            gate.isHeld(by: thread)
            ? nil
            : gate.pass(on: thread) {
                var new = root.initial
                lock.withLock { _ in
                    swap(&current, &new)
                    isUpdating = true
                }
                let isObserved = clock.observers.load(ordering: .acquiring) > 0
                // A closure that throws leaves the value as it was.
                let old = isObserved || Failure.self != Never.self ? new : root.initial
                do throws(Failure) {
                    try center.run(step, of: self) { () throws(Failure) in try body(&new) }
                } catch {
                    failure = error
                    new = old
                }
                return lock.withLock { _ in
                    swap(&current, &new)
                    isUpdating = false
                    let outcome = failure == nil ? self.change(from: old, by: step, limit: center.queueLimit) : .waiting
                    if isObserved, case .delivering(let version) = outcome {
                        change = (StateChange(from: old, to: current), version)
                    }
                    swap(&self.beginning, &beginning)
                    return begin(beginning) ? .draining : outcome
                }
            }
        guard let outcome else {
            center.refuse(step, of: self)
            return false
        }
        if let (change, version) = change { deliver(change, version, by: step, in: center) }
        finish(outcome, of: step, in: center)
        if let failure { throw failure }
        return true
    }
}
