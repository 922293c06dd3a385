import Synchronization

/// The messages that wait for one actor, in the order in which they were posted.
///
/// One drain is under way at most; it crosses to the actor once for all that waits.
final class Mailbox: Sendable {
    /// How many messages may wait: a bound for an actor that has stopped, not one that anybody should meet.
    static let limit = 65_536

    /// The actor's identity, which another actor can take over once this one is gone.
    let actorID: ObjectIdentifier

    private weak let actor: (any Actor)?
    private let top: Switchboard
    private let hasWaiting = Atomic(false)
    private let state = Protected(State())

    private struct State: Sendable {
        var waiting: [(parcel: Parcel, places: ActorGroup.Places)] = []
        var dropped = 0
        var isScheduled = false
    }

    init(of actor: any Actor, in top: Switchboard) {
        self.actor = actor
        self.actorID = ObjectIdentifier(actor)
        self.top = top
    }

    /// Whether something may wait.
    var isWaiting: Bool { hasWaiting.load(ordering: .acquiring) }

    /// How many observers the messages that wait are for.
    var waitingPlaces: Int { state.withLock { $0.waiting.reduce(0) { $0 + $1.places.count } } }

    /// The actor, if it lives.
    var owner: (any Actor)? { actor }

    func belongs(to other: any Actor) -> Bool { actor === other }

    /// Queues a message for some of the actor's observers.
    ///
    /// - Returns: How many messages were dropped by now, if this one was, since there was no room for it.
    func append(_ parcel: Parcel, for places: ActorGroup.Places) -> Int? {
        let (dropped, mustSchedule) = state.withLock { state -> (Int?, Bool) in
            guard state.waiting.count < Self.limit else {
                state.dropped += 1
                return (state.dropped, false)
            }
            state.waiting.append((parcel, places))
            hasWaiting.store(true, ordering: .releasing)
            defer { state.isScheduled = true }
            return (nil, !state.isScheduled)
        }
        if mustSchedule { schedule() }
        return dropped
    }

    /// Delivers what waits; to be called on the actor.
    func drain(in turn: UnsafeMutablePointer<Turn>) {
        let waiting = state.withLock { state in
            hasWaiting.store(false, ordering: .releasing)
            defer { state.waiting = [] }
            return state.waiting
        }
        for (parcel, places) in waiting { parcel.deliver(to: places, on: actorID, in: turn) }
    }

    /// Starts a task that drains the mailbox.
    ///
    /// It is detached, since it serves many posters: it must not carry one's priority and task-local values.
    private func schedule() {
        Task.detached { [self] in
            // An actor that is gone took its observers with it: draining finds that out, and has nobody to call.
            if let actor { await run(on: actor) } else { run(standingOn: nil) }
        }
    }

    private func run(on actor: isolated any Actor) {
        run(standingOn: actorID)
    }

    private func run(standingOn actor: ObjectIdentifier?) {
        // A turn of its own, though one is being taken here: then a handler of that one runs a loop of its own.
        top.takeTurn(on: actor, top.readers.currentThread) { drain(in: $0) }
        let isDone = state.withLock { state in
            state.isScheduled = !state.waiting.isEmpty
            return state.waiting.isEmpty
        }
        // A new task rather than a loop: the actor's other work gets its turn.
        if !isDone { schedule() }
    }
}

/// The mailboxes that are in use, one for each actor.
struct Mailboxes: Sendable {
    private var inUse: [ObjectIdentifier: (mailbox: Mailbox, users: Int)] = [:]

    var count: Int { inUse.count }

    /// The actor's mailbox, with one user more.
    mutating func mailbox(of actor: any Actor, in top: Switchboard) -> Mailbox {
        let id = ObjectIdentifier(actor)
        // One found under this identity may be that of an actor that is gone; its observers keep it until they go too.
        let known = inUse[id].flatMap { $0.mailbox.belongs(to: actor) ? $0 : nil }
        let mailbox = known?.mailbox ?? Mailbox(of: actor, in: top)
        inUse[id] = (mailbox, (known?.users ?? 0) + 1)
        return mailbox
    }

    /// One user less; without users it is forgotten.
    mutating func release(_ mailbox: Mailbox) {
        guard let (known, users) = inUse[mailbox.actorID], known === mailbox else { return }
        inUse[mailbox.actorID] = users > 1 ? (mailbox, users - 1) : nil
    }
}
