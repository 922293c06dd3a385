import Synchronization

extension StateCell {
    /// Changes the value in place and delivers the change; `false` if that is refused.
    ///
    /// The value is taken out of the cell meanwhile, so that nothing else refers to it.
    func update<Failure>(
        by step: StateStep, in center: ObserverCenter, _ body: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let thread = CurrentThread.Key.shared.current.number
        var (old, result) = (root.initial, root.initial)
        var isObserved = false
        var reports: [@Sendable () -> Void] = []
        defer { for report in reports { report() } }
        let outcome =
            try gate.isHeld(by: thread)
            ? nil
            : gate.pass(on: thread) { () throws(Failure) in
                var new = root.initial
                lock.withLock { _ in
                    swap(&current, &new)
                    isUpdating = true
                }
                isObserved = clock.observers.load(ordering: .acquiring) > 0
                // A closure that throws leaves the value as it was.
                if isObserved || Failure.self != Never.self { old = new }
                do throws(Failure) {
                    try center.run(step, of: self) { () throws(Failure) in try body(&new) }
                } catch {
                    new = old
                    if case .draining = endUpdate(with: &new, &reports, { .waiting }) {
                        Task.detached { self.finish(.draining, of: step, in: center) }
                    }
                    throw error
                }
                return endUpdate(with: &new, &reports) {
                    if isObserved { result = current }
                    return change(from: old, by: step, limit: center.queueLimit)
                }
            }
        guard let outcome else {
            center.refuse(step, of: self)
            return false
        }
        if isObserved, case .delivering(let version) = outcome {
            deliver(from: old, to: result, version, by: step, in: center)
        }
        finish(outcome, of: step, in: center)
        return true
    }

    /// Puts the value back, notes the change, hands out the reports, and lets the observers begin that have waited for it.
    private func endUpdate(
        with new: inout Value, _ reports: inout [@Sendable () -> Void], _ note: () -> StateOutcome
    ) -> StateOutcome {
        // They are released outside of the lock.
        var beginning: [StateBeginning] = []
        return lock.withLock { _ in
            swap(&current, &new)
            isUpdating = false
            let outcome = note()
            swap(&self.beginning, &beginning)
            swap(&self.reports, &reports)
            return begin(beginning) ? .draining : outcome
        }
    }
}
