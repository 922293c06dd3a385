import Synchronization

/// The jobs that wait for one actor, in the order in which they were appended.
///
/// At most one thread drains it, and calls what is appended meanwhile: a job never overtakes another. Code on the actor that
/// finds nothing waiting may call at once, between `begin` and `end`.
final class ActorQueue: Sendable {
    typealias Job = @Sendable () -> Void

    /// What became of a job that waits only behind others.
    enum Appending {
        case appended
        /// There was no room. So many were dropped by now.
        case dropped(Int)
        /// Nothing is waiting or being called.
        case idle
    }

    /// How many jobs of other threads are called in one go, before the actor's other work gets its turn.
    private let share: Int

    /// The actor's identity, which another actor can take over once this one is gone.
    let actorID: ObjectIdentifier

    private weak let actor: (any Actor)?
    private let busy = Atomic(false)
    private let state = Protected(State())

    fileprivate struct State: Sendable {
        var waiting = Waiting<Job>()
        var isDraining = false
        var isScheduled = false
        /// How many of those that wait are to be called before `end` returns: up to the last that was appended on the actor.
        var urgent = 0
        /// How many jobs found no room.
        var dropped = 0

        var isBusy: Bool { isDraining || isScheduled || !waiting.isEmpty }
    }

    private enum Next { case nothing, drain, schedule }

    /// Creates the queue of an actor, or one whose jobs run on no actor.
    init(of actor: (any Actor)?, share: Int = 64) {
        self.actor = actor
        self.share = share
        actorID = actor.map { ObjectIdentifier($0) } ?? ObjectIdentifier(ActorQueue.self)
    }

    /// The actor, unless it is gone.
    var liveActor: (any Actor)? { actor }

    /// Whether something waits, is called, or is about to be.
    var isBusy: Bool { busy.load(ordering: .acquiring) }

    func belongs(to other: any Actor) -> Bool { actor === other }

    /// Whether code on the actor may call at once, since nothing comes before; it must then call `end`.
    func begin() -> Bool {
        change { state in
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

    /// Puts a job behind all others.
    ///
    /// - Parameters:
    ///   - isCurrent: Whether this is called on the actor. Then the job has been called when this returns, unless it is
    ///     appended inside of another.
    ///   - limit: How many jobs may wait; one that finds as many is dropped.
    ///   - job: What to call on the actor.
    /// - Returns: How many jobs have been dropped by now if this one was, else `nil`.
    @discardableResult
    func append(isCurrent: Bool, limit: Int = .max, _ job: @escaping Job) -> Int? {
        let (dropped, next) = change { state -> (Int?, Next) in
            if let dropped = state.append(job, limit: limit) { return (dropped, .nothing) }
            if isCurrent { state.urgent = state.waiting.count }
            if state.isDraining { return (nil, .nothing) }
            if isCurrent {
                state.isDraining = true
                return (nil, .drain)
            }
            defer { state.isScheduled = true }
            return (nil, state.isScheduled ? .nothing : .schedule)
        }
        switch next {
        case .nothing: break
        case .drain: end()
        case .schedule: schedule()
        }
        return dropped
    }

    /// Puts a job behind others, if there are any.
    func appendIfBusy(limit: Int, _ job: @escaping Job) -> Appending {
        change { state in
            guard state.isBusy else { return .idle }
            return state.append(job, limit: limit).map { .dropped($0) } ?? .appended
        }
    }

    /// Calls what waits now, on the actor, even inside of a job.
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

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer { busy.store(state.isBusy, ordering: .releasing) }
            return body(&state)
        }
    }

    private func pop() -> Job? { change { $0.pop() } }

    /// Takes a job out for `end`, which has called so many; without one the drain is over, and the rest is scheduled.
    private func pop(endingAfter count: Int) -> Job? {
        let (job, mustSchedule) = change { state -> (Job?, Bool) in
            if count < share || state.urgent > 0, let job = state.pop() { return (job, false) }
            state.isDraining = false
            return (nil, state.schedules())
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

    /// Calls what waits, unless another thread does: then this runs inside of a handler that has a loop of its own, and what
    /// waits is called when that returns.
    private func drain() {
        let count: Int? = change { state in
            state.isScheduled = false
            guard !state.isDraining else { return nil }
            state.isDraining = true
            return state.waiting.count
        }
        guard let count else { return }
        for _ in 0..<max(count, share) {
            guard let job = pop() else { break }
            job()
        }
        let mustSchedule = change { state in
            state.isDraining = false
            return state.schedules()
        }
        // A new task rather than a loop: the actor's other work gets its turn.
        if mustSchedule { schedule() }
    }
}

extension ActorQueue.State {
    /// Appends a job, or counts it as dropped.
    fileprivate mutating func append(_ job: @escaping ActorQueue.Job, limit: Int) -> Int? {
        guard waiting.count < limit else {
            dropped += 1
            return dropped
        }
        waiting.append(job)
        return nil
    }

    fileprivate mutating func pop() -> ActorQueue.Job? {
        if urgent > 0 { urgent -= 1 }
        return waiting.popFirst()
    }

    /// Whether a task has to be started for what waits; notes that it is.
    fileprivate mutating func schedules() -> Bool {
        guard !waiting.isEmpty, !isScheduled else { return false }
        isScheduled = true
        return true
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
    mutating func release(_ queue: ActorQueue?) {
        guard let queue, let (known, users) = inUse[queue.actorID], known === queue else { return }
        inUse[queue.actorID] = users > 1 ? (queue, users - 1) : nil
    }
}
