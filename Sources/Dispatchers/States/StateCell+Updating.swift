import Synchronization

extension StateCell {
    /// Changes the value in place and delivers the change; `false` if that is refused.
    ///
    /// The value is taken out of the cell meanwhile, so that nothing else refers to it; one of the center above is copied.
    func update<Failure>(
        _ context: SetContext, in center: ObserverCenter, _ body: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        catchUp(in: center)
        var (old, result, effects) = (root.initial, root.initial, StateEffects())
        defer { finish(effects, StateChange(old: old, new: result), context, in: center) }
        let isMade: Bool? = try gate.pass(on: CurrentThread.current.number) { () throws(Failure) in
            var (new, isMade) = (root.initial, false)
            let isOwn = lock.withLock { _ in
                isUpdating = true
                if source == .own { swap(&current, &new) }
                return source == .own
            }
            if !isOwn, let parent = center.parent { new = parent.value(of: root) }
            // A closure that throws leaves the value as it was.
            let isKept = observers.load(ordering: .acquiring) > 0 || context.event != nil || Failure.self != Never.self
            if isOwn, isKept { old = new }
            defer {
                lock.withLock { _ in
                    isUpdating = false
                    if isMade {
                        swap(&current, &new)
                        if !isOwn { old = new }
                        note(from: old, as: .own, context, in: center, &effects)
                        if isKept { result = current }
                    } else {
                        if isOwn { swap(&current, &old) }
                        admit(&effects)
                    }
                    swap(&reports, &effects.reports)
                }
            }
            try center.hub.run(on: context.actor, because: context.cause, for: self, at: context.location) {
                (_) throws(Failure) in try body(&new)
            }
            isMade = true
            return isMade
        }
        if isMade == nil { center.refuse(context, of: self, because: StateTopic.isRunning) }
        return isMade != nil
    }
}

/// Lets one thread at a time run foreign code that others wait for: an update of a state, or the making of a service.
///
/// A thread that would wait for itself does not wait.
final class ThreadGate: Sendable {
    /// Which thread waits at which gate, in the process.
    private static let waits = Protected([Int: ThreadGate]())

    private let gate = Mutex(())
    /// The thread that is inside, or 0.
    private let holder = Atomic(0)

    func isHeld(by thread: Int) -> Bool { holder.load(ordering: .sequentiallyConsistent) == thread }

    /// Runs a body when no other thread is inside; `nil` if the thread would wait for itself.
    func pass<Result: Sendable, Failure: Error>(
        on thread: Int, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        if isHeld(by: thread) { return nil }
        let result = try gate.withLockIfAvailable { _ throws(Failure) in try hold(on: thread, body) }
        if let result { return result }
        guard beginWait(on: thread) else { return nil }
        return try gate.withLock { _ throws(Failure) in
            Self.waits.withLock { _ = $0.removeValue(forKey: thread) }
            return try hold(on: thread, body)
        }
    }

    /// Waits until no thread is inside; `false` if the thread would wait for itself.
    func wait(on thread: Int) -> Bool { pass(on: thread) {} != nil }

    private func hold<Result, Failure: Error>(
        on thread: Int, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        holder.store(thread, ordering: .sequentiallyConsistent)
        defer { holder.store(0, ordering: .sequentiallyConsistent) }
        return try body()
    }

    /// Notes that a thread waits, unless the thread inside waits, by way of others, for that thread.
    private func beginWait(on thread: Int) -> Bool {
        Self.waits.withLock { waits in
            var next: ThreadGate? = self
            while let gate = next {
                if gate.isHeld(by: thread) { return false }
                next = waits[gate.holder.load(ordering: .sequentiallyConsistent)]
            }
            waits[thread] = self
            return true
        }
    }
}
