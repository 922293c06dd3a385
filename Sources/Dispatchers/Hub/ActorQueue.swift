import SignalboxCore

/// The jobs that wait for one actor, in the order in which they were appended.
///
/// One thread at a time drains it, and calls the jobs that are appended meanwhile: a job never overtakes another. Code on the actor
/// that finds nothing waiting may call receivers at once, between `enter` and `leave`.
final class ActorQueue: Sendable {
    typealias Job = @Sendable () -> Void

    /// The number of jobs that a task calls before other work of the actor gets its turn.
    private static let taskShare = 64

    /// The number of waiting jobs that code on the actor calls before it continues.
    private static let inlineShare = 1_024

    /// The actor's identity, which another actor can take over once this one was released.
    let actorID: ObjectIdentifier

    /// The actor, unless it was released.
    weak let liveActor: (any Actor)?

    private let state: Protected<State>

    private struct State: Sendable {
        /// A Boolean value that indicates whether jobs run on an actor, where drains can nest.
        let isIsolated: Bool
        var waiting = Queue<Job>()

        /// The number of drains under way: one, or more if a job runs a loop of its own in which the queue is drained again.
        var drainCount = 0

        /// A Boolean value that indicates whether a task to drain the queue has been started and does not run yet.
        var isScheduled = false

        /// The number of waiting jobs that are called before `leave` returns.
        var urgentCount = 0
        var appendedCount = 0

        /// The number of jobs that found no room, without those whose loss is not reported.
        var lostCount = 0

        /// A Boolean value that indicates whether a job waits or is called, or a task is about to look for one.
        var isBusy: Bool { drainCount > 0 || isScheduled || !waiting.isEmpty }

        mutating func append(_ job: @escaping Job, limit: Int, isReported: Bool = true) -> Appending {
            if waiting.count >= limit {
                if !isReported { return .dropped(.unreported) }
                lostCount += 1
                return .dropped(Loss(number: lostCount))
            }
            waiting.append(job)
            appendedCount += 1
            return .appended
        }

        mutating func popFirst() -> Job? {
            urgentCount = max(0, urgentCount - 1)
            return waiting.popFirst()
        }

        /// Claims the start of a task that drains the queue.
        ///
        /// - Returns: `true` if the caller has to start it.
        mutating func claimTask() -> Bool {
            if waiting.isEmpty || isScheduled || drainCount > 0 && !isIsolated { return false }
            isScheduled = true
            return true
        }
    }

    /// The end of an attempt to append a job.
    enum Appending: Sendable {
        case appended
        /// There was no room.
        case dropped(Loss)
        /// The queue was not busy, as the caller required.
        case refused
    }

    /// Creates the queue of an actor, or one whose jobs run on no actor.
    init(of actor: (any Actor)?) {
        liveActor = actor
        actorID = actor.map { ObjectIdentifier($0) } ?? ObjectIdentifier(ActorQueue.self)
        state = Protected(State(isIsolated: actor != nil))
    }

    /// The number of jobs that were appended; `nil` while some of them wait or are called.
    var totalIfIdle: Int? { state.withLock { $0.isBusy ? nil : $0.appendedCount } }

    var isBusy: Bool { state.withLock { $0.isBusy } }

    /// Takes the role of the drain, on the actor.
    ///
    /// - Returns: `false` if jobs wait or are called. Otherwise the caller has to call `leave`.
    func enter() -> Bool {
        state.withLock { state in
            guard state.drainCount == 0, state.waiting.isEmpty else { return false }
            state.drainCount = 1
            return true
        }
    }

    /// Calls the jobs that were appended since `enter`, on the actor, and gives up the role of the drain.
    ///
    /// Jobs that were appended on the actor are called, and a share of those of other threads, which could continue without end. A task
    /// is started for the rest.
    func leave() {
        var count = 0
        while let job = nextJob(after: count) {
            job()
            count += 1
        }
    }

    /// Takes the next job, or gives up the role of the drain.
    private func nextJob(after count: Int) -> Job? {
        let (job, startsTask) = state.withLock { state -> (Job?, Bool) in
            if count < Self.taskShare || state.urgentCount > 0, let job = state.popFirst() { return (job, false) }
            state.drainCount -= 1
            return (nil, state.claimTask())
        }
        if startsTask { schedule() }
        return job
    }

    /// Puts a job behind all others, from any thread.
    ///
    /// - Parameters:
    ///   - limit: The number of waiting jobs from which on there is no room.
    ///   - isReported: `true` if the loss of the job is counted and reported.
    ///   - job: The job.
    /// - Returns: The result.
    @discardableResult
    func append(limit: Int = .max, isReported: Bool = true, _ job: @escaping Job) -> Appending {
        let (appending, startsTask) = state.withLock { state in
            let appending = state.append(job, limit: limit, isReported: isReported)
            return (appending, state.claimTask())
        }
        if startsTask { schedule() }
        return appending
    }

    /// Puts a job behind all others if the queue is busy.
    func appendIfBusy(limit: Int = .max, isReported: Bool = true, _ job: @escaping Job) -> Appending {
        let (appending, startsTask) = state.withLock { state -> (Appending, Bool) in
            guard state.isBusy else { return (.refused, false) }
            let appending = state.append(job, limit: limit, isReported: isReported)
            return (appending, state.claimTask())
        }
        if startsTask { schedule() }
        return appending
    }

    /// Puts a job behind all others, on the actor.
    ///
    /// The job has been called when this returns, unless it is appended inside another or more than `share` jobs wait.
    func appendUrgent(share: Int = ActorQueue.inlineShare, _ job: @escaping Job) {
        let (drains, startsTask) = state.withLock { state in
            _ = state.append(job, limit: .max)
            if state.waiting.count <= share { state.urgentCount = state.waiting.count }
            let drains = state.drainCount == 0
            if drains { state.drainCount = 1 }
            return (drains, !drains && state.claimTask())
        }
        if drains { leave() }
        if startsTask { schedule() }
    }

    /// Calls jobs that wait now, on the actor, even inside a job.
    ///
    /// - Returns: `true` if none is left of those that waited. At most `inlineShare` are called.
    func drainWaiting() -> Bool {
        let count = state.withLock { $0.waiting.count }
        for _ in 0..<min(count, Self.inlineShare) { state.withLock { $0.popFirst() }?() }
        return count <= Self.inlineShare
    }

    /// Waits until the jobs that were appended by now have been called.
    func waitForAll() async {
        await withCheckedContinuation { continuation in
            switch appendIfBusy({ continuation.resume() }) {
            case .appended: break
            case .dropped, .refused: continuation.resume()
            }
        }
    }

    /// Calls a job on the actor once its current work is done, independent of the waiting jobs.
    ///
    /// The task is detached, since the queue serves many posters: it must not carry the priority and the task-local values of one.
    func callLater(_ job: @escaping Job) {
        Task.detached { [self] in
            // Of an actor that was released, the owners are released too: their subscriptions end then, and nothing is called.
            await Self.call(job, on: liveActor)
        }
    }

    private static func call(_ job: Job, on actor: isolated (any Actor)?) { job() }

    private func schedule() {
        Task.detached { [self] in await drain(on: liveActor) }
    }

    /// Calls a share of the waiting jobs, and starts a task for the rest.
    ///
    /// If the actor runs a job of this queue, that job runs a loop of its own, or this task could not run on the actor. Then the
    /// waiting jobs are called in that loop.
    private func drain(on actor: isolated (any Actor)?) {
        let isFirst = state.withLock { state in
            state.isScheduled = false
            if actor == nil, state.drainCount > 0 { return false }
            state.drainCount += 1
            return true
        }
        if isFirst { leave() }
    }
}

/// The queues that are in use, one for each actor.
///
/// Their users keep them alive.
struct ActorQueues: Sendable {
    private struct Entry: Sendable {
        let number: Int
        let queue: WeakReference
    }

    private var queues: [ObjectIdentifier: Entry] = [:]
    private var lastNumber = 0

    /// The number of queues from which on released ones are looked for.
    private var sweepThreshold = 16

    /// The queues in the order in which they were made, under the lock.
    var all: [ActorQueue] {
        queues.values.sorted { $0.number < $1.number }.compactMap { $0.queue.object as? ActorQueue }
    }

    /// Returns the queue of an actor, under the lock.
    ///
    /// A queue that is released here has no jobs, so no foreign code runs.
    mutating func queue(of actor: any Actor) -> ActorQueue {
        let id = ObjectIdentifier(actor)
        // A queue that is found may be that of an actor that was released. Its users keep it until they are released too.
        if let known = queues[id]?.queue.object as? ActorQueue, known.liveActor === actor { return known }
        if queues.count >= sweepThreshold { sweep() }
        let queue = ActorQueue(of: actor)
        lastNumber += 1
        queues[id] = Entry(number: lastNumber, queue: WeakReference(queue))
        return queue
    }

    private mutating func sweep() {
        queues = queues.filter { !$0.value.queue.isGone }
        sweepThreshold = max(16, queues.count * 2)
    }
}

/// A queue: the element that was appended first is taken first, in constant time.
struct Queue<Element: Sendable>: Sendable {
    private var elements: [Element?] = []

    /// The number of elements that were removed from the front of the array.
    private var removedCount = 0

    /// The position of the first element: the number of elements that were taken.
    private var firstPosition = 0

    /// The number of elements that were removed elsewhere than at the front.
    private var gapCount = 0

    private var firstIndex: Int { firstPosition - removedCount }

    var count: Int { elements.count - firstIndex - gapCount }

    var isEmpty: Bool { count == 0 }

    /// All elements, in the order in which they were appended.
    var all: [Element] { elements[firstIndex...].compactMap { $0 } }

    /// The element that was appended first.
    var first: Element? {
        // By index: a search allocates in a build for debugging.
        var index = firstIndex
        while index < elements.count {
            if let element = elements[index] { return element }
            index += 1
        }
        return nil
    }

    /// The element that was appended last.
    ///
    /// No element may have been removed elsewhere than at the front.
    var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

    /// The position of the next element that is appended.
    var endPosition: Int { elements.count + removedCount }

    /// The element at a position, which stays the same until the element is taken.
    subscript(position: Int) -> Element? {
        get { elements[position - removedCount] }
        set { elements[position - removedCount] = newValue }
    }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Takes the element that was appended first.
    mutating func popFirst() -> Element? {
        while firstIndex < elements.count {
            let element = elements[firstIndex].take()
            firstPosition += 1
            shrink()
            if let element { return element }
            gapCount -= 1
        }
        return nil
    }

    /// Removes the element at a position.
    mutating func remove(at position: Int) -> Element? {
        gapCount += 1
        return elements[position - removedCount].take()
    }

    /// Replaces the last element, if there is one, and returns it.
    mutating func replaceLast(with element: Element) -> Element? {
        guard let last else { return nil }
        elements[elements.count - 1] = element
        return last
    }

    /// Removes the slots of taken elements, once they are all of the array or half of it.
    private mutating func shrink() {
        if firstIndex == elements.count {
            elements.removeAll(keepingCapacity: firstIndex <= 64)
            removedCount = firstPosition
        } else if firstIndex >= 64, firstIndex * 2 >= elements.count {
            elements.removeFirst(firstIndex)
            removedCount = firstPosition
        }
    }
}
