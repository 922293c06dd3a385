import SignalboxCore

/// The queues that are in use, one for each actor.
///
/// Their users keep them alive.
struct ActorQueues: Sendable {
    private var queues: [ObjectIdentifier: WeakReference] = [:]

    /// The number of queues from which on released ones are looked for.
    private var sweepThreshold = 16

    /// The queues, under the lock.
    var all: [ActorQueue] { queues.values.compactMap { $0.object as? ActorQueue } }

    /// Returns the queue of an actor, under the lock.
    ///
    /// A queue that is released here has no jobs, so no foreign code runs.
    mutating func queue(of actor: any Actor) -> ActorQueue {
        let id = ObjectIdentifier(actor)
        // A queue that is found may be that of an actor that was released. Its users keep it until they are released too.
        if let known = queues[id]?.object as? ActorQueue, known.liveActor === actor { return known }
        if queues.count >= sweepThreshold { sweep() }
        let queue = ActorQueue(of: actor)
        queues[id] = WeakReference(queue)
        return queue
    }

    private mutating func sweep() {
        queues = queues.filter { !$0.value.isGone }
        sweepThreshold = max(16, queues.count * 2)
    }
}
