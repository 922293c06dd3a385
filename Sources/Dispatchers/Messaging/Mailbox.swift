/// The messages that wait for one actor, in the order in which they were posted.
///
/// One drain is under way at most; it crosses to the actor once for all that waits.
final class Mailbox: Sendable {
    /// The actor's identity, which another actor can take over once this one is gone.
    let actorID: ObjectIdentifier

    private weak let actor: (any Actor)?
    private let state = Protected(State())

    private struct State: Sendable {
        var waiting: [any Envelope] = []
        var isScheduled = false
    }

    init(of actor: any Actor) {
        self.actor = actor
        self.actorID = ObjectIdentifier(actor)
    }

    func belongs(to other: any Actor) -> Bool { actor === other }

    func append(_ envelope: any Envelope, in center: MessageCenter) {
        let mustSchedule = state.withLock { state in
            state.waiting.append(envelope)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { schedule(in: center) }
    }

    /// Delivers what waits; to be called on the actor.
    func drain(in center: MessageCenter, _ turn: Turn) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for envelope in waiting { envelope.deliver(in: center, from: self, turn) }
    }

    /// Starts a task that drains the mailbox.
    ///
    /// It is detached, since it serves many posters: it must not carry one's priority and task-local values.
    private func schedule(in center: MessageCenter) {
        Task.detached { [self] in
            // An actor that is gone took its observers with it: draining finds that out, and has nobody to call.
            if let actor { await run(in: center, on: actor) } else { run(in: center, standingOn: nil) }
        }
    }

    private func run(in center: MessageCenter, on actor: isolated any Actor) {
        run(in: center, standingOn: actorID)
    }

    private func run(in center: MessageCenter, standingOn actor: ObjectIdentifier?) {
        center.takeTurn(on: actor) { drain(in: center, $0) }
        let isDone = state.withLock { state in
            state.isScheduled = !state.waiting.isEmpty
            return state.waiting.isEmpty
        }
        // A new task rather than a loop: the actor's other work gets its turn.
        if !isDone { schedule(in: center) }
    }
}
