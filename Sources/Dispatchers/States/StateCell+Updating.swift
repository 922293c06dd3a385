import Synchronization

extension StateCell {
    /// Changes the value in place and delivers the change; `false` if that is refused.
    ///
    /// The value is taken out of the cell meanwhile, so that nothing else refers to it; one of the center above is copied.
    func update<Failure>(
        _ context: SetContext, in center: ObserverCenter, _ body: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let thread = CurrentThread.Key.shared.current.number
        var (old, result, isObserved) = (root.initial, root.initial, false)
        var reports: [@Sendable () -> Void] = []
        defer { for report in reports { report() } }
        let outcome =
            try gate.isHeld(by: thread)
            ? nil
            : gate.pass(on: thread) { () throws(Failure) in
                var new = root.initial
                let isOwn = take(&new)
                if !isOwn, let parent = center.parent { new = parent.value(of: root) }
                isObserved = observers.load(ordering: .acquiring) > 0 || center.trace.isOn
                // A closure that throws leaves the value as it was.
                if isOwn, isObserved || Failure.self != Never.self { old = new }
                do throws(Failure) {
                    try center.hub.run(
                        on: context.actor, because: context.cause, for: self, at: context.location
                    ) { (_) throws(Failure) in try body(&new) }
                } catch {
                    let outcome = endUpdate(&old, isMade: false, isOwn, &reports) { _, _ in .waiting }
                    if case .draining = outcome {
                        Task.detached { self.deliverWaiting(on: nil, in: center) }
                    }
                    throw error
                }
                return endUpdate(&new, isMade: true, isOwn, &reports) { before, admitted in
                    if isObserved { result = current }
                    if !isOwn { old = before }
                    return note(from: old, context, center.queueLimit, &admitted)
                }
            }
        guard let outcome else {
            center.refuse(context, of: self)
            return false
        }
        finish(outcome, StateChange(from: old, to: result), context, in: center)
        return true
    }

    /// Begins an update, and takes the value out if it is one of this center.
    private func take(_ value: inout Value) -> Bool {
        lock.withLock { _ in
            isUpdating = true
            if source == .own { swap(&current, &value) }
            return source == .own
        }
    }

    /// Puts a value in place of the current one, if it is made or has been taken out, and ends the update.
    ///
    /// Hands out the reports, and lets the observers begin that have waited for it.
    private func endUpdate(
        _ value: inout Value, isMade: Bool, _ wasOwn: Bool, _ reports: inout [@Sendable () -> Void],
        _ note: (Value, inout [StateNewcomer]) -> SetOutcome
    ) -> SetOutcome {
        var admitted: [StateNewcomer] = []
        return lock.withLock { _ in
            if isMade || wasOwn { swap(&current, &value) }
            isUpdating = false
            swap(&self.reports, &reports)
            let outcome = note(value, &admitted)
            return admit(&admitted) ? .draining : outcome
        }
    }
}

/// Lets one thread at a time update a state in place, while others that need the value wait.
///
/// The update is the only foreign code that runs while others wait. A thread that would wait for itself does not wait.
final class UpdateGate: Sendable {
    /// Which thread waits at which gate, in the process.
    private static let waits = Protected([Int: UpdateGate]())

    private let gate = Mutex(())
    /// The thread that updates the state, or 0.
    private let updater = Atomic(0)

    func isHeld(by thread: Int) -> Bool { updater.load(ordering: .sequentiallyConsistent) == thread }

    /// Runs an update when no other thread runs one; `nil` if the thread would wait for itself.
    func pass<Result: Sendable, Failure: Error>(
        on thread: Int, _ update: () throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        let result = try gate.withLockIfAvailable { _ throws(Failure) in try hold(on: thread, update) }
        if let result { return result }
        guard beginWait(on: thread) else { return nil }
        return try gate.withLock { _ throws(Failure) in
            Self.waits.withLock { _ = $0.removeValue(forKey: thread) }
            return try hold(on: thread, update)
        }
    }

    /// Waits until no update runs; `false` if the thread would wait for itself.
    func wait(on thread: Int) -> Bool { pass(on: thread) {} != nil }

    private func hold<Result, Failure: Error>(
        on thread: Int, _ update: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        updater.store(thread, ordering: .sequentiallyConsistent)
        defer { updater.store(0, ordering: .sequentiallyConsistent) }
        return try update()
    }

    /// Notes that a thread waits, unless the updater waits, by way of others, for that thread.
    private func beginWait(on thread: Int) -> Bool {
        Self.waits.withLock { waits in
            var next: UpdateGate? = self
            while let gate = next {
                if gate.isHeld(by: thread) { return false }
                next = waits[gate.updater.load(ordering: .sequentiallyConsistent)]
            }
            waits[thread] = self
            return true
        }
    }
}
