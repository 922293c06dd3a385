/// The jobs that wait for one actor, in the order in which they were appended.
///
/// At most one thread drains it, and calls what is appended meanwhile: a job never overtakes another. Code on the actor that
/// finds nothing waiting may call at once, between `begin` and `end`.
final class ActorQueue: Sendable {
    typealias Job = @Sendable () -> Void

    /// How many jobs of other threads are called in one go, before the actor's other work gets its turn.
    private static let share = 64

    /// The actor's identity, which another actor can take over once this one is gone.
    let actorID: ObjectIdentifier

    /// The actor, unless it is gone.
    weak let liveActor: (any Actor)?

    private let state = Protected(State())

    private struct State: Sendable {
        var waiting = Waiting<Job>()
        var isDraining = false
        /// How many jobs were appended.
        var appended = 0
        var isScheduled = false
        /// How many of those that wait are to be called before `end` returns: up to the last that was appended on the actor.
        var urgent = 0
        /// How many jobs found no room.
        var dropped = 0

        /// Whether something waits, is called, or is about to be.
        var isBusy: Bool { isDraining || isScheduled || !waiting.isEmpty }

        mutating func popFirst() -> Job? {
            urgent = max(0, urgent - 1)
            return waiting.popFirst()
        }

        /// Whether a task has to be started for what waits; notes that it is.
        mutating func schedules() -> Bool {
            if waiting.isEmpty || isDraining || isScheduled { return false }
            isScheduled = true
            return true
        }
    }

    /// Creates the queue of an actor, or one whose jobs run on no actor.
    init(of actor: (any Actor)?) {
        liveActor = actor
        actorID = actor.map { ObjectIdentifier($0) } ?? ObjectIdentifier(ActorQueue.self)
    }

    /// How many jobs were appended; `nil` while some wait or are called.
    var pendingWork: Int? { state.withLock { $0.isBusy ? nil : $0.appended } }

    var isBusy: Bool { state.withLock { $0.isBusy } }

    /// Whether code on the actor may call at once, since nothing comes before; it must then call `end`.
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isDraining, state.waiting.isEmpty else { return false }
            state.isDraining = true
            return true
        }
    }

    /// Calls what came in since `begin`, on the actor.
    ///
    /// That is all that was appended on the actor, and a share of what other threads append, which could go on for ever. The
    /// rest is left to a new task, so that the actor's other work gets its turn.
    func end() {
        var count = 0
        while true {
            let (job, schedules) = state.withLock { state -> (Job?, Bool) in
                if count < Self.share || state.urgent > 0, let job = state.popFirst() { return (job, false) }
                state.isDraining = false
                return (nil, state.schedules())
            }
            if schedules { schedule() }
            guard let job else { return }
            job()
            count += 1
        }
    }

    /// Puts a job behind all others.
    ///
    /// - Parameters:
    ///   - isCurrent: Whether this is called on the actor. Then the job has been called when this returns, unless it is
    ///     appended inside of another.
    ///   - onlyIfBusy: Whether to append nothing if nothing waits or is called.
    ///   - limit: How many jobs may wait; one that finds as many is dropped.
    ///   - job: What to call on the actor.
    /// - Returns: `nil` if it was appended, else how many jobs have been dropped by now, or 0 if the queue is not busy.
    @discardableResult
    func append(
        isCurrent: Bool = false, onlyIfBusy: Bool = false, limit: Int = .max, _ job: @escaping Job
    ) -> Int? {
        let (dropped, drains, schedules) = state.withLock { state -> (Int?, Bool, Bool) in
            if onlyIfBusy, !state.isBusy { return (0, false, false) }
            if state.waiting.count >= limit {
                state.dropped += 1
                return (state.dropped, false, false)
            }
            state.waiting.append(job)
            state.appended += 1
            if isCurrent { state.urgent = state.waiting.count }
            let drains = isCurrent && !state.isDraining
            if drains { state.isDraining = true }
            return (nil, drains, state.schedules())
        }
        if drains { end() }
        if schedules { schedule() }
        return dropped
    }

    /// Waits until what was appended by now has been called.
    func waitForAll() async {
        await withCheckedContinuation { continuation in
            if append(onlyIfBusy: true, { continuation.resume() }) != nil { continuation.resume() }
        }
    }

    /// Calls what waits now, on the actor, even inside of a job.
    func flush() {
        let count = state.withLock { $0.waiting.count }
        for _ in 0..<count { state.withLock { $0.popFirst() }?() }
    }

    /// Calls something on the actor once its current work is done, independent of what waits.
    ///
    /// The task is detached, since the queue serves many: it must not carry the priority and the task-local values of one.
    func callLater(_ job: @escaping Job) {
        Task.detached { [self] in
            // Of an actor that is gone the owners are gone: their subscriptions find that out, and call nothing.
            await Self.call(job, on: liveActor)
        }
    }

    private static func call(_ job: Job, on actor: isolated (any Actor)?) { job() }

    /// Starts a task that calls what waits, unless another thread does by then: then it runs inside of a handler that has a
    /// loop of its own, and what waits is called when that returns.
    private func schedule() { Task.detached { [self] in await drain(on: liveActor) } }

    private func drain(on actor: isolated (any Actor)?) {
        let isFirst = state.withLock { state in
            state.isScheduled = false
            if state.isDraining { return false }
            (state.isDraining, state.urgent) = (true, state.waiting.count)
            return true
        }
        if isFirst { end() }
    }
}

/// The queues that are in use, one for each actor; their users keep them alive.
struct ActorQueues: Sendable {
    private var queues: [ObjectIdentifier: WeakReference] = [:]

    /// How many queues there have to be until those that are gone are looked for.
    private var sweepThreshold = 16

    /// The actor's queue, under the lock: a queue that is released here has no jobs, so no foreign code runs.
    mutating func queue(of actor: any Actor) -> ActorQueue {
        let id = ObjectIdentifier(actor)
        // One found under this identity may be that of an actor that is gone; its users keep it until they go too.
        if let known = queues[id]?.object as? ActorQueue, known.liveActor === actor { return known }
        if queues.count >= sweepThreshold {
            queues = queues.filter { !$0.value.isGone }
            sweepThreshold = max(16, queues.count * 2)
        }
        let queue = ActorQueue(of: actor)
        queues[id] = WeakReference(queue)
        return queue
    }
}

/// A queue: what was appended first is taken first, in constant time.
struct Waiting<Element: Sendable>: Sendable {
    private var elements: [Element?] = []
    /// How many elements have been removed from the array.
    private var removed = 0
    /// The place of the first element: how many were appended before it.
    private(set) var firstPlace = 0

    private var first: Int { firstPlace - removed }
    var count: Int { elements.count - first }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard first < elements.count else { return nil }
        let element = elements[first].take()
        firstPlace += 1
        if first == elements.count {
            elements.removeAll(keepingCapacity: first <= 64)
            removed = firstPlace
        } else if first >= 64, first * 2 >= elements.count {
            elements.removeFirst(first)
            removed = firstPlace
        }
        return element
    }

    /// The element at a place where one waits.
    subscript(place: Int) -> Element? {
        get { elements[place - removed] }
        set { elements[place - removed] = newValue }
    }

    /// All elements, the one that was appended first first.
    var all: [Element] { elements[first...].compactMap { $0 } }

    /// What was appended last.
    var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

    /// Replaces the last element, if there is one, and returns it.
    mutating func replaceLast(with element: Element) -> Element? {
        guard let last else { return nil }
        elements[elements.count - 1] = element
        return last
    }
}
