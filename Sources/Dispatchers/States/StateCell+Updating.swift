import Synchronization

extension StateCell {
    /// Changes the value in place and delivers the change; `false` in the closure of an update that the thread would wait for.
    ///
    /// The value is taken out of the cell meanwhile, so that nothing else refers to it; one of the parent is copied.
    func update<Failure>(
        _ context: SetContext, in center: ObserverCenter, _ body: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let hub = center.hub
        if let parent = center.parent { catchUp(with: parent, context, in: hub) }
        var (old, new, result, effects) = (root.initial, root.initial, root.initial, StateEffects())
        defer { finish(effects, StateChange(before: old, hasBefore: true, new: result), context, in: hub) }
        let made: Void? = try gate.pass { () throws(Failure) in
            let isOwn = lock.withLock { _ in
                isUpdating = true
                if source == .own { swap(&current, &new) }
                return source == .own
            }
            if !isOwn, let parent = center.parent { new = parent.value(of: root) }
            // An observer that begins from now on receives the value after the update.
            let isObserved = hub.tree.state.withLock { _ in !isEmpty }
            let isKept = isObserved || hub.trace.isOn || Failure.self != Never.self
            if isKept { old = new }
            var isMade = false
            defer {
                lock.withLock { _ in
                    isUpdating = false
                    // A closure that throws leaves the value as it was.
                    if isMade { swap(&current, &new) } else if isOwn { current = old }
                    if isMade { source = .own }
                    if isMade, isKept {
                        // What the parent was set to meanwhile was delivered.
                        if !isOwn { old = new }
                        result = current
                        note(from: old, as: .own, context, in: hub, &effects)
                    } else {
                        takeDeferred(&effects)
                    }
                }
            }
            try hub.run(on: context.actor, because: context.origin(of: self)) { (scope) throws(Failure) in
                scope.updated = Borrowed(self)
                try body(&new)
            }
            isMade = true
        }
        return made != nil
    }
}

/// Lets one thread at a time run foreign code that others wait for: an update of a state, or the making of a service.
///
/// A thread that would wait for itself does not wait.
final class ThreadGate: Sendable {
    /// Which thread waits at which gate, in the process.
    private static let waits = Protected([(thread: Int, gate: ThreadGate)]())

    private let gate = Mutex(())
    /// The thread that is inside, or 0.
    private let holder = Atomic(0)

    func isHeld(by thread: Int) -> Bool { holder.load(ordering: .sequentiallyConsistent) == thread }

    /// Runs a body when no other thread is inside; `nil` if the thread would wait for itself.
    func pass<Result: Sendable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result? {
        let thread = CurrentThread.current.number
        guard beginWait(on: thread) else { return nil }
        return try gate.withLock { _ throws(Failure) in
            // In this order: a thread that is inside and still noted as waiting would seem to wait for itself.
            Self.waits.withLock { $0.removeAll { $0.thread == thread } }
            holder.store(thread, ordering: .sequentiallyConsistent)
            defer { holder.store(0, ordering: .sequentiallyConsistent) }
            return try body()
        }
    }

    /// Notes that a thread waits, unless the thread inside waits, by way of others, for that thread.
    private func beginWait(on thread: Int) -> Bool {
        Self.waits.withLock { waits in
            var next: ThreadGate? = self
            while let gate = next {
                if gate.isHeld(by: thread) { return false }
                next = waits.first { gate.isHeld(by: $0.thread) }?.gate
            }
            waits.append((thread, self))
            return true
        }
    }
}
