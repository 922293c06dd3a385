import Synchronization

/// The calls that wait for one actor, in the order in which they were made.
///
/// One drain is under way at most, and what is appended meanwhile is called by it: a call never overtakes another. What
/// stands on the actor and finds nothing waiting may call at once, between `begin` and `end`.
final class ActorQueue: Sendable {
    typealias Job = @Sendable () -> Void

    /// How many calls are made in one go that nobody on the actor waits for, before its other work gets its turn.
    private static let share = 64

    /// The actor's identity, which another actor can take over once this one is gone.
    let actorID: ObjectIdentifier

    private weak let actor: (any Actor)?
    private let hasWaiting = Atomic(false)
    private let state = Protected(State())

    fileprivate struct State: Sendable {
        var waiting = Waiting<Job>()
        var isDraining = false
        var isScheduled = false
        /// How many of those that wait are to be made before `end` returns: up to the last that was made on the actor.
        var urgent = 0
        /// How many calls found no room.
        var dropped = 0
    }

    private enum Next { case nothing, drain, schedule }

    init(of actor: any Actor) {
        self.actor = actor
        self.actorID = ObjectIdentifier(actor)
    }

    /// Whether something may wait.
    var isWaiting: Bool { hasWaiting.load(ordering: .acquiring) }

    /// The actor, unless it is gone.
    var liveActor: (any Actor)? { actor }

    func belongs(to other: any Actor) -> Bool { actor === other }

    /// Whether whoever stands on the actor may call at once, since nothing comes before; it must then call `end`.
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isDraining, state.waiting.isEmpty else { return false }
            state.isDraining = true
            return true
        }
    }

    /// Calls what came in since `begin`, on the actor.
    ///
    /// That is all that was appended on the actor, and a share of what other threads append, which could go on for ever.
    func end() {
        var count = 0
        while let job = pop(endingAfter: count) {
            job()
            count += 1
        }
    }

    /// Puts a call behind all others.
    ///
    /// - Parameters:
    ///   - isCurrent: Whether this is called on the actor. Then the call has been made when this returns, unless it is
    ///     made inside of another that comes from here.
    ///   - limit: How many calls may wait; one that finds as many is dropped.
    ///   - job: What to call on the actor.
    /// - Returns: How many calls have been dropped by now if this one was, else `nil`.
    @discardableResult
    func append(isCurrent: Bool, limit: Int = .max, _ job: @escaping Job) -> Int? {
        var dropped: Int?
        let next: Next = state.withLock { state in
            if state.waiting.count >= limit {
                state.dropped += 1
                dropped = state.dropped
                return .nothing
            }
            state.waiting.append(job)
            hasWaiting.store(true, ordering: .releasing)
            if isCurrent { state.urgent = state.waiting.count }
            if state.isDraining { return .nothing }
            if isCurrent {
                state.isDraining = true
                return .drain
            }
            defer { state.isScheduled = true }
            return state.isScheduled ? .nothing : .schedule
        }
        switch next {
        case .nothing: break
        case .drain: end()
        case .schedule: schedule()
        }
        return dropped
    }

    /// Calls what waits now, on the actor, even inside of a call that comes from here.
    func flush() {
        let count = state.withLock { $0.waiting.count }
        for _ in 0..<count { pop()?() }
    }

    /// Calls something on the actor once its current work is done, independent of what waits.
    func callLater(_ job: @escaping Job) {
        Task.detached { [self] in
            // Of an actor that is gone the owners are gone: their subscriptions find that out, and call nothing.
            if let actor { await Self.call(job, on: actor) } else { job() }
        }
    }

    private static func call(_ job: Job, on actor: isolated any Actor) { job() }

    private func pop() -> Job? {
        state.withLock { state in
            defer { hasWaiting.store(!state.waiting.isEmpty, ordering: .releasing) }
            return state.pop()
        }
    }

    /// Takes a call out for `end`, which has made so many; without one the drain is over, and the rest is scheduled.
    private func pop(endingAfter count: Int) -> Job? {
        var mustSchedule = false
        let job = state.withLock { state -> Job? in
            if count < Self.share || state.urgent > 0, let job = state.pop() { return job }
            state.isDraining = false
            hasWaiting.store(!state.waiting.isEmpty, ordering: .releasing)
            if !state.waiting.isEmpty, !state.isScheduled {
                state.isScheduled = true
                mustSchedule = true
            }
            return nil
        }
        if mustSchedule { schedule() }
        return job
    }

    /// Starts a task that drains the queue.
    ///
    /// It is detached, since it serves many: it must not carry the priority and the task-local values of one.
    private func schedule() {
        callLater { [self] in drain() }
    }

    /// Calls what waits, unless somebody does: then this runs inside of a handler that has a loop of its own, and what waits
    /// is called when that returns.
    private func drain() {
        let count: Int? = state.withLock { state in
            state.isScheduled = false
            guard !state.isDraining else { return nil }
            state.isDraining = true
            return state.waiting.count
        }
        guard let count else { return }
        for _ in 0..<count { pop()?() }
        let mustSchedule = state.withLock { state in
            state.isDraining = false
            if state.waiting.isEmpty || state.isScheduled { return false }
            state.isScheduled = true
            return true
        }
        // A new task rather than a loop: the actor's other work gets its turn.
        if mustSchedule { schedule() }
    }
}

extension ActorQueue.State {
    fileprivate mutating func pop() -> ActorQueue.Job? {
        if urgent > 0 { urgent -= 1 }
        return waiting.popFirst()
    }
}

/// The queues that are in use, one for each actor.
struct ActorQueues: Sendable {
    private var inUse: [ObjectIdentifier: (queue: ActorQueue, users: Int)] = [:]

    /// The actor's queue, with one user more.
    mutating func queue(of actor: any Actor) -> ActorQueue {
        let id = ObjectIdentifier(actor)
        // One found under this identity may be that of an actor that is gone; its users keep it until they go too.
        let known = inUse[id].flatMap { $0.queue.belongs(to: actor) ? $0 : nil }
        let queue = known?.queue ?? ActorQueue(of: actor)
        inUse[id] = (queue, (known?.users ?? 0) + 1)
        return queue
    }

    /// One user less; without users it is forgotten.
    mutating func release(_ queue: ActorQueue) {
        guard let (known, users) = inUse[queue.actorID], known === queue else { return }
        inUse[queue.actorID] = users > 1 ? (queue, users - 1) : nil
    }
}
