import Synchronization

extension StateCell {
    /// Changes the value in place and delivers the change; `false` if that is refused.
    ///
    /// The value is taken out of the cell meanwhile, so that nothing else refers to it; one of the center above is copied.
    func update<Failure>(
        _ context: SetContext, in center: ObserverCenter, _ body: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        catchUp(in: center)
        let thread = CurrentThread.current.number
        var (old, result, effects) = (root.initial, root.initial, StateEffects())
        defer { finish(effects, StateChange(from: old, to: result), context, in: center) }
        let isMade =
            try gate.isHeld(by: thread)
            ? nil
            : gate.pass(on: thread) { () throws(Failure) in
                var (new, isMade) = (root.initial, false)
                let isOwn = take(&new)
                if !isOwn, let parent = center.parent { new = parent.value(of: root) }
                let isObserved = observers.load(ordering: .acquiring) > 0 || context.event != nil
                // A closure that throws leaves the value as it was.
                if isOwn, isObserved || Failure.self != Never.self { old = new }
                defer {
                    lock.withLock { _ in
                        isUpdating = false
                        if isMade {
                            swap(&current, &new)
                            if !isOwn { old = new }
                            note(from: old, as: .own, context, center.queueLimit, &effects)
                            if effects.version != nil { result = current }
                        } else if isOwn {
                            swap(&current, &old)
                        }
                        swap(&reports, &effects.reports)
                        admit(&effects)
                    }
                }
                try center.hub.run(
                    on: context.actor, because: context.cause, for: self, at: context.location
                ) { (_) throws(Failure) in try body(&new) }
                isMade = true
                return isMade
            }
        if isMade == nil { center.refuse(context, of: self) }
        return isMade != nil
    }

    /// Begins an update, and takes the value out if it is one of this center.
    private func take(_ value: inout Value) -> Bool {
        lock.withLock { _ in
            isUpdating = true
            if source == .own { swap(&current, &value) }
            return source == .own
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
