import Synchronization

extension StateCell {
    /// Changes the value in place and delivers the change; `false` if that is refused.
    ///
    /// The value is taken out of the cell meanwhile, so that nothing else refers to it; one of the parent is copied.
    func update<Failure>(
        _ context: SetContext, in center: ObserverCenter, _ body: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        catchUp(context, in: center)
        let hub = center.hub
        var (old, new, effects) = (root.initial, root.initial, StateEffects())
        var change = StateChange(old: nil, new: new)
        let result = gate.pass { () -> Result<Void, Failure> in
            let isOwn = lock.withLock { _ in
                isUpdating = true
                if source == .own { swap(&current, &new) }
                return source == .own
            }
            if !isOwn, let parent = center.parent { new = parent.value(of: root) }
            // An observer that begins from now on receives the value after the update.
            let isObserved = hub.tree.state.withLock { _ in subscribers.count > endedCount }
            let isKept = isObserved || hub.trace.isOn || Failure.self != Never.self
            if isKept { old = new }
            let result = Result { () throws(Failure) in
                try hub.run(on: context.actor, because: context.origin(of: self)) { (scope) throws(Failure) in
                    scope.updated = Borrowed(self)
                    try body(&new)
                }
            }
            let isMade = (try? result.get()) != nil
            if !isMade { new = old }
            if isKept { change = StateChange(old: old, new: new) }
            lock.withLock { _ in
                isUpdating = false
                if isMade || isOwn { swap(&current, &new) }
                if isMade { source = .own }
                if isMade, isKept {
                    note(from: old, as: .own, context, in: hub, &effects)
                } else {
                    takeDeferred(&effects)
                }
            }
            return result
        }
        guard let result else { return hub.refuse(context, of: self, because: "an update of it is running") }
        finish(effects, change, as: .own, context, in: hub)
        try result.get()
        return true
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
    func pass<Result: Sendable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result? {
        let thread = CurrentThread.current.number
        guard beginWait(on: thread) else { return nil }
        return try gate.withLock { _ throws(Failure) in
            holder.store(thread, ordering: .sequentiallyConsistent)
            defer { holder.store(0, ordering: .sequentiallyConsistent) }
            Self.waits.withLock { _ = $0.removeValue(forKey: thread) }
            return try body()
        }
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
