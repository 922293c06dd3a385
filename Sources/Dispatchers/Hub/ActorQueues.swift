import SignalboxCore

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
