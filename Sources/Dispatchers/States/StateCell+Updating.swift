import Synchronization

extension StateCell {
    /// Changes the value in place and delivers the change; `false` in the closure of an update that the thread would wait for.
    ///
    /// The value is taken out of the cell meanwhile, so that nothing else refers to it; one of the parent is copied.
    ///
    /// - Parameters:
    ///   - context: Where it is updated.
    ///   - center: The center of the cell.
    ///   - isKept: Whether the value before is needed, since the body may throw and so leave it unchanged.
    ///   - body: Changes the value.
    /// - Returns: Whether it was called.
    func update(
        _ context: SetContext, in center: ObserverCenter, keeping isKept: Bool, _ body: (inout Value) throws -> Void
    ) -> Bool {
        let hub = center.hub
        catchUp(context, in: center)
        var (old, new, effects) = (root.initial, root.initial, StateEffects())
        var (isKept, isReadable, isMade) = (isKept || hub.trace.isOn, true, false)
        let hasPassed = gate.pass {
            let isOwn = state.withLock { state in
                state.isUpdating = true
                if state.source == .own { swap(&current, &new) }
                return state.source == .own
            }
            if !isOwn, let parent = center.parent { isReadable = parent.read(root, into: &new) }
            // An observer that begins from now on receives the value after the update.
            isKept = hub.tree.state.withLock { _ in !isEmpty } || isKept
            if isKept { old = new }
            hub.run(on: context.actor, because: context.cause) { scope in
                scope.updated = (Borrowed(self), context.location)
                isMade = isReadable && (try? body(&new)) != nil
            }
            if !isMade { new = old }
            state.withLock { state in
                state.isUpdating = false
                if isMade || isOwn { swap(&current, &new) }
                if isMade, isKept {
                    // What the parent was set to meanwhile was delivered.
                    if !isOwn { old = new }
                    new = current
                    effects = state.note(.own)
                    if !effects.isDelivered { enqueue(from: old, context, in: hub, &state, &effects) }
                } else {
                    if isMade { state.source = .own }
                    swap(&state.deferred, &effects.deferred)
                }
            }
        }
        Lent.lend(StateChange(before: old, hasBefore: true, new: new)) { finish(effects, $0, context, in: hub) }
        return hasPassed && isReadable
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

    /// Calls a body when no other thread is inside; `false` if the thread would wait for itself.
    func pass(_ body: () -> Void) -> Bool {
        let thread = CurrentThread.current.number
        func enter() {
            holder.store(thread, ordering: .sequentiallyConsistent)
            body()
            holder.store(0, ordering: .sequentiallyConsistent)
        }
        let isFree = gate.withLockIfAvailable { _ in enter() } != nil
        if isFree || !beginWait(on: thread) { return isFree }
        gate.withLock { _ in
            // In this order: a thread that is inside and still noted as waiting would seem to wait for itself.
            Self.waits.withLock { $0.removeAll { $0.thread == thread } }
            enter()
        }
        return true
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
