/// The calls that wait for one actor, in the order in which they were made.
///
/// One drain is under way at most, and what is appended meanwhile is called by it: a call never overtakes another. What
/// stands on the actor and finds nothing waiting may call at once, between `begin` and `end`.
final class ActorQueue: Sendable {
    typealias Job = @Sendable () -> Void

    /// The actor's identity, which another actor can take over once this one is gone.
    let actorID: ObjectIdentifier

    private weak let actor: (any Actor)?
    private let state = Protected(State())

    private struct State: Sendable {
        var waiting = Waiting<Job>()
        var isDraining = false
        var isScheduled = false
    }

    private enum Next { case nothing, drain, schedule }

    init(of actor: any Actor) {
        self.actor = actor
        self.actorID = ObjectIdentifier(actor)
    }

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
    func end() {
        while let job = pop(endingDrain: true) { job() }
    }

    /// Puts a call behind all others.
    ///
    /// - Parameters:
    ///   - isCurrent: Whether this is called on the actor. Then the call has been made when this returns, unless it is
    ///     made inside of another that comes from here.
    ///   - job: What to call on the actor.
    func append(isCurrent: Bool, _ job: @escaping Job) {
        let next: Next = state.withLock { state in
            state.waiting.append(job)
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
    }

    /// Calls what waits, on the actor, even inside of a call that comes from here.
    func flush() {
        while let job = pop(endingDrain: false) { job() }
    }

    /// Calls something on the actor once its current work is done, independent of what waits.
    func callLater(_ job: @escaping Job) {
        Task.detached { [self] in
            if let actor { await Self.call(job, on: actor) }
        }
    }

    private static func call(_ job: Job, on actor: isolated any Actor) { job() }

    private func pop(endingDrain: Bool) -> Job? {
        state.withLock { state in
            let job = state.waiting.popFirst()
            if job == nil, endingDrain { state.isDraining = false }
            return job
        }
    }

    /// Starts a task that drains the queue.
    ///
    /// It is detached, since it serves many: it must not carry the priority and the task-local values of one.
    private func schedule() {
        callLater { [self] in drain() }
        // Of an actor that is gone nobody is left to be called: what waits goes with the queue.
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
        for _ in 0..<count { pop(endingDrain: false)?() }
        let mustSchedule = state.withLock { state in
            state.isDraining = false
            state.isScheduled = !state.waiting.isEmpty
            return state.isScheduled
        }
        // A new task rather than a loop: the actor's other work gets its turn.
        if mustSchedule { schedule() }
    }
}

/// A queue: what was appended first is taken first, in constant time.
struct Waiting<Element: Sendable>: Sendable {
    private var elements: [Element?] = []
    private var next = 0

    var count: Int { elements.count - next }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard next < elements.count else { return nil }
        let element = elements[next].take()
        next += 1
        if next == elements.count {
            elements.removeAll(keepingCapacity: next <= 64)
            next = 0
        } else if next >= 64, next * 2 >= elements.count {
            elements.removeFirst(next)
            next = 0
        }
        return element
    }

    /// Exchanges the last element, and gives back the one that stood there.
    mutating func replaceLast(with make: (Element) -> Element) -> Element? {
        guard !isEmpty, let last = elements[elements.count - 1] else { return nil }
        elements[elements.count - 1] = make(last)
        return last
    }
}
